package main

import (
	"testing"
	"testing/synctest"
)

// inVirtualTime runs f where the clock stands still until everybody waits, and then
// jumps: a minute passes in seconds, and a machine that is busy changes nothing.
func inVirtualTime(f func(t *testing.T)) {
	all := func(string, string) (bool, error) { return true, nil }
	testing.Main(all, []testing.InternalTest{{Name: "shop", F: func(t *testing.T) { synctest.Test(t, f) }}}, nil, nil)
}
