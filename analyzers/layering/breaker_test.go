package layering

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestBreakers runs the rules about breakers over the cases with breakers of a program's
// own. Those of libraries stand in e2e/libraries.
func TestBreakers(t *testing.T) {
	ruletest.Run(t, Analyzer, "layering/retry-when-open/...", "layering/retry-inside-breaker/...", "layering/breaker-scope/...", "layering/breaker-client-errors/...")
}
