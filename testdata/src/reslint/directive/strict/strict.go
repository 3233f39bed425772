// Package strict holds comments that were meant as directives.
package strict

func bad() {}

func f() {
	// want +1 `a mere comment, not a directive`
	// reslint:ignore toy/call there is a space
	bad()

	// want +1 `a mere comment, not a directive`
	//reslint: ignore toy/call there is a space, too
	bad()

	// reslint: the name of a program, in prose
	bad()
}
