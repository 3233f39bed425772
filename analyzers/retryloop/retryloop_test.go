package retryloop

import (
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// TestCases runs the whole family over all its cases: what is good for one rule
// has to be good for all.
func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer,
		"retryloop/no-backoff/...", "retryloop/constant-backoff/...", "retryloop/no-jitter/...", "retryloop/unbounded/...", "retryloop/no-cap/...", "retryloop/deaf-sleep/...",
		"retryloop/service-config/bad", "retryloop/service-config/good")
}

// undecided are the cases that are reported if the settings ask for it.
var undecided = []string{"retryloop/service-config/strict"}

func TestStrict(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, undecided...)
}

func TestNotStrict(t *testing.T) {
	ruletest.Silent(t, Analyzer, undecided...)
}

// A budget is asked for only of loops that lack nothing else, and only by those who want
// every decision written down.
func TestBudget(t *testing.T) {
	ruletest.Set(t, "enable", "retryloop/no-budget")
	ruletest.Silent(t, Analyzer, "retryloop/no-budget/...")
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, "retryloop/no-budget/...")
}

// Which loops are retries, and which are not.
func TestLoops(t *testing.T) {
	ruletest.Set(t, "enable", "retryloop/loop")
	ruletest.Set(t, "disable", "retryloop/no-backoff,retryloop/constant-backoff,retryloop/no-jitter,retryloop/unbounded,retryloop/no-cap,retryloop/deaf-sleep,retryloop/leaked-body,retryloop/leaked-cancel,retryloop/spent-body")
	ruletest.Run(t, Analyzer, "retryloop/loop/...")
}

// attempts are the rules about what one attempt does. They are off by default.
var attempts = []string{"retryloop/leaked-cancel", "retryloop/leaked-body", "retryloop/spent-body", "retryloop/sleep-after-last", "retryloop/ignored-retry-after", "retryloop/retry-everything", "retryloop/non-idempotent", "retryloop/too-many-attempts", "retryloop/dead-stream"}

func TestAttempts(t *testing.T) {
	ruletest.Set(t, "enable", strings.Join(attempts, ","))
	patterns := make([]string, len(attempts))
	for i, id := range attempts {
		patterns[i] = id + "/..."
	}
	ruletest.Run(t, Analyzer, patterns...)
}
