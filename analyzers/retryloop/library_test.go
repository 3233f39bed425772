package retryloop

import (
	"path/filepath"
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestLibrary teaches a retry helper by a line file, as a user would. The cases of
// real libraries stand in e2e/libraries.
func TestLibrary(t *testing.T) {
	file, err := filepath.Abs("../../testdata/src/retryloop/library/own.api")
	if err != nil {
		t.Fatal(err)
	}
	ruletest.Set(t, "api", file)
	ruletest.Run(t, Analyzer, "retryloop/library/...")
}

// Without the file the functions are ordinary ones.
func TestNotLibrary(t *testing.T) {
	ruletest.Silent(t, Analyzer, "retryloop/library/bad", "retryloop/library/good")
}
