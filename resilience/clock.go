package resilience

import "time"

// Times are kept as durations since a moment two centuries before the program
// began: they are monotonic, fit into an atomic word, and a reading costs less
// than time.Now. Two centuries, because in a synctest bubble it is the year 2000,
// and no time may be negative.
const twoCenturies = 200 * 365 * 24 * time.Hour

var started = time.Now()

func sinceEpoch() time.Duration { return time.Since(started) + twoCenturies }

// epochTo is sinceEpoch for a reading of the clock that is at hand.
func epochTo(now time.Time) time.Duration { return now.Sub(started) + twoCenturies }
