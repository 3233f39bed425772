package resilience

import "time"

// The types here keep times as durations since an arbitrary moment: they are
// monotonic, fit into an atomic word, and a reading costs half of time.Now.
var epoch = time.Now()

func sinceEpoch() time.Duration { return time.Since(epoch) }
