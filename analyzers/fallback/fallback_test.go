package fallback

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer, "fallback/remote-fallback/bad", "fallback/remote-fallback/good", "fallback/remote-fallback/dep")
}

func TestBlocking(t *testing.T) {
	ruletest.Set(t, "enable", "fallback/blocking-fallback")
	ruletest.Run(t, Analyzer, "fallback/blocking-fallback/...")
}

// undecided are the cases that are reported if the settings ask for it.
const undecided = "fallback/remote-fallback/strict"

func TestStrict(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, undecided)
}

func TestNotStrict(t *testing.T) {
	ruletest.Silent(t, Analyzer, undecided)
}

func TestWrites(t *testing.T) {
	ruletest.Set(t, "enable", "fallback/fallback-of-write")
	ruletest.Run(t, Analyzer, "fallback/fallback-of-write/...")
}
