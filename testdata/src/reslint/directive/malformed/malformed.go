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

// want +3 `//reslint:retries wants the number of attempts, the first included: write //reslint:retries 3`
// retries has to say how often.
//
//reslint:retries often
func retries() {}

// want +2 `//reslint:remote marks nothing: it has to stand at a function, or at a method of an interface`
//
//reslint:remote
type thing struct{}

func inside() {
	// want +1 `//reslint:bounded marks nothing`
	//reslint:bounded
	bad()
}

// marked says what it can.
//
//reslint:remote
//reslint:bounded it is a queue
//reslint:retries 3 for each message
func marked() {}

type iface interface {
	//reslint:remote
	above()
	behind() //reslint:retries 1
}
