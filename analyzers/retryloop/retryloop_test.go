package retryloop

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// What is good for one rule has to be good for all.
func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer, "retryloop/no-backoff/...", "retryloop/no-jitter/...", "retryloop/unbounded/...", "retryloop/no-cap/...", "retryloop/deaf-sleep/...")
}

// Which loops are retries, and which are not.
func TestLoops(t *testing.T) {
	ruletest.Set(t, "enable", "retryloop/loop")
	ruletest.Set(t, "disable", "retryloop/no-backoff,retryloop/no-jitter,retryloop/unbounded,retryloop/no-cap,retryloop/deaf-sleep")
	ruletest.Run(t, Analyzer, "retryloop/loop/...")
}
