// Package unused holds directives that suppress nothing.
package unused

func bad()  {}
func good() {}

func f() {
	bad() //reslint:ignore toy/call it is a test

	// want +1 `//reslint:ignore toy/call suppresses nothing`
	//reslint:ignore toy/call it was mended
	good()

	// want +1 `//reslint:ignore toy suppresses nothing`
	//reslint:ignore toy it was mended
	good()

	// want +1 `//reslint:ignore toy/other suppresses nothing`
	//reslint:ignore toy/call,toy/other half of it was mended
	bad()

	//reslint:ignore reslint/directive another family has to judge this
	good()

	//reslint:ignore toy/experimental the rule is off
	good()

	//nolint:toy
	good()
}

// want +3 `//reslint:ignore toy/call suppresses nothing`
// g is mended.
//
//reslint:ignore toy/call it was mended
func g() {}
