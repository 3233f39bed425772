package retryloop

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestRenewedKey holds the rule, which is off by default, against its cases.
func TestRenewedKey(t *testing.T) {
	ruletest.Set(t, "enable", "retryloop/renewed-key")
	ruletest.Run(t, Analyzer, "retryloop/renewed-key/...")
}
