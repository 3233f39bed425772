package resilience

// A State is what a [Breaker] does with calls.
type State uint8

const (
	// Closed: calls pass, and their outcomes are counted.
	Closed State = iota
	// Open: calls are refused until the wait is over.
	Open
	// HalfOpen: a few trial calls pass, and decide.
	HalfOpen
	// ForcedOpen: calls are refused until somebody says otherwise.
	ForcedOpen
	// Disabled: calls pass, and nothing is counted.
	Disabled
)

// String returns the state's name.
func (s State) String() string {
	switch s {
	case Closed:
		return "closed"
	case Open:
		return "open"
	case HalfOpen:
		return "half-open"
	case ForcedOpen:
		return "forced-open"
	case Disabled:
		return "disabled"
	}
	return "unknown"
}
