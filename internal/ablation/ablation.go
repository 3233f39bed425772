// Package ablation takes mechanisms out of the engine, so that bench/ablation can measure what each of them
// adds. Only the linker can: a binary that was built in the usual way has all, and no flag and no
// variable of the environment changes that.
package ablation

// A Mechanism is a part of the engine that can be taken out. The name is what the linker is told.
type Mechanism string

// The mechanisms.
const (
	// Facts are what is known of the functions of other packages.
	Facts Mechanism = "facts"
	// Questions are calls of interface methods without a deadline, which packages above or below answer.
	Questions Mechanism = "questions"
	// Wiring are retries on both sides of an interface, told where a type is put behind it.
	Wiring Mechanism = "wiring"
	// Behind is what all types in sight do that may stand behind an interface of the package.
	Behind Mechanism = "behind"
	// Fields are the stores to a field over the whole package, which say what it holds.
	Fields Mechanism = "fields"
	// Walks tell retries from other loops: where control goes after success and after failure.
	Walks Mechanism = "walks"
	// Names tell loops that wait for a state from retries.
	Names Mechanism = "names"
	// Trace plays a retry through, in numbers.
	Trace Mechanism = "trace"
	// Statuses make a retry of a loop that asks for a response's status, and not for an error.
	Statuses Mechanism = "statuses"
	// Assumptions are that certain clients which can't be followed have no timeout.
	Assumptions Mechanism = "assumptions"
	// Demand builds SSA only for packages that may have something to say.
	Demand Mechanism = "demand"
)

// All are the mechanisms.
var All = []Mechanism{Facts, Questions, Wiring, Behind, Fields, Walks, Names, Trace, Statuses, Assumptions, Demand}

// off is set by the linker: -ldflags "-X github.com/reslint/reslint/internal/ablation.off=facts".
var off string

// Off reports whether a mechanism was taken out of this binary.
func Off(m Mechanism) bool { return off == string(m) }
