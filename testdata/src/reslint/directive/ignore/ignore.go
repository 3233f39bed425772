// Package ignore suppresses findings.
package ignore

func bad() {}

func reported() {
	bad() // want `a toy`
}

func suppressed() {
	bad() //reslint:ignore toy/call it is a test
	bad() //reslint:ignore toy it is a test
	bad() //nolint:reslint // it is a test
	bad() //nolint:errcheck,toy // it is a test
	//reslint:ignore toy/call it is a test
	bad()
}

// whole is suppressed whole.
//
//reslint:ignore toy/call it is a test
func whole() {
	bad()
	bad()
}

func withoutReason() {
	//reslint:ignore toy/call
	bad() // want `a toy`
}
