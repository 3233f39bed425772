package fanout

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestCases runs the whole family over all its cases: what is good for one rule has to be
// good for all.
func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer, "fanout/...")
}
