package timeout

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestCalls(t *testing.T) {
	ruletest.Run(t, Analyzer, "timeout/http-client/...", "timeout/default-client/...", "timeout/remote-call/...",
		"timeout/dropped-deadline/...", "timeout/http-transport/...")
}
