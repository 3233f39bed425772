package timeout

import (
	"path/filepath"
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestCases runs the whole family over all its cases: what is good for one rule
// has to be good for all.
func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer,
		"timeout/http-client/bad", "timeout/http-client/good", "timeout/http-client/user",
		"timeout/default-client/...", "timeout/remote-call/...", "timeout/dropped-deadline/...",
		"timeout/http-transport/...", "timeout/http-server/bad/...", "timeout/http-server/good/...",
		"timeout/duration-unit/...", "timeout/attempt-budget/...", "timeout/dial/...", "timeout/database/bad", "timeout/database/good")
}

// undecided are the cases that are reported if the settings ask for it.
var undecided = []string{"timeout/http-client/strict", "timeout/database/strict", "timeout/http-server/local"}

func TestStrict(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, undecided...)
}

func TestNotStrict(t *testing.T) {
	ruletest.Silent(t, Analyzer, undecided...)
}

// TestOwn teaches an API by a line file, as a user would.
func TestOwn(t *testing.T) {
	file, err := filepath.Abs("../../testdata/src/timeout/accidental-bound/own.api")
	if err != nil {
		t.Fatal(err)
	}
	ruletest.Set(t, "api", file)
	ruletest.Run(t, Analyzer, "timeout/accidental-bound/...")
}

// Without the file the functions are ordinary ones.
func TestNotOwn(t *testing.T) {
	ruletest.Silent(t, Analyzer, "timeout/accidental-bound/...")
}
