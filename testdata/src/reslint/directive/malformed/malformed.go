// Package malformed holds directives that can't be obeyed.
package malformed

func bad() {}

func f() {
	// want +1 `//reslint:ignore toy/call has no reason`
	//reslint:ignore toy/call
	bad()

	// want +1 `//reslint:ignore names no rule`
	//reslint:ignore
	bad()

	// want +1 `names the unknown rule "toy/cal" \(reslint rules lists them\)`
	//reslint:ignore toy/call,toy/cal a slip of the pen
	bad()

	// want +1 `unknown directive //reslint:ingore`
	//reslint:ingore toy/call a slip of the pen
	bad()

	// reslint:ignore toy/call not strict, so it may be prose
	bad()

	//nolint:toy/cal
	bad()
}
