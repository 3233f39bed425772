package resilience

// An Outcome is how an attempt ended, as budgets and breakers count it.
type Outcome uint8

const (
	// Success: the dependency did what it was asked.
	Success Outcome = iota
	// Failure: it did not, and it is the dependency's fault.
	Failure
	// Ignored says nothing about the dependency: the caller cancelled, or the
	// request was wrong.
	Ignored
)

// String returns the outcome's name.
func (o Outcome) String() string {
	switch o {
	case Success:
		return "success"
	case Failure:
		return "failure"
	case Ignored:
		return "ignored"
	}
	return "unknown"
}

// A Budget limits the retries that all callers together send to one dependency,
// where a policy's attempts limit those for one request. Have one for each
// dependency: a budget that several share is drained by the worst of them.
//
// A policy calls Begin before the first attempt of each request, Retry before
// each further one (a hedge is one), and End once for each attempt, also for one
// that was granted and then not sent. Only failures that the policy would retry
// are reported as [Failure]. A Budget must be safe for concurrent use.
type Budget interface {
	// Begin tells that a request begins.
	Begin()
	// Retry asks for leave to send one more attempt.
	Retry() bool
	// End tells how an attempt ended, and whether Retry had granted it.
	End(retry bool, outcome Outcome)
}
