package main

import (
	"testing"
	"testing/synctest"
)

// inVirtualTime runs f where the clock stands still until everybody sleeps, and
// then jumps: the minutes of a simulation take no time, and all clocks agree. A
// bubble is to be had only in a test, so this is one, in a program. It exits the
// program, with status 1 if f has failed.
func inVirtualTime(f func(t *testing.T)) {
	all := func(string, string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{Name: "storm", F: func(t *testing.T) { synctest.Test(t, f) }}}, nil, nil)
}
