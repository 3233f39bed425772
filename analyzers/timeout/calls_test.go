package timeout

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestCalls(t *testing.T) {
	ruletest.Run(t, Analyzer, "timeout/http-client/bad", "timeout/http-client/good", "timeout/http-client/user",
		"timeout/default-client/...", "timeout/remote-call/...",
		"timeout/dropped-deadline/...", "timeout/http-transport/...")
}

func TestStrict(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, "timeout/http-client/strict")
}
