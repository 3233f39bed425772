package timeout

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestHTTPServer(t *testing.T) {
	ruletest.Run(t, Analyzer, "timeout/http-server/bad/...", "timeout/http-server/good/...")
}

// What only this machine can reach is reported if the settings say so.
func TestHTTPServerStrict(t *testing.T) {
	ruletest.Set(t, "strict", "true")
	ruletest.Run(t, Analyzer, "timeout/http-server/local")
}

func TestHTTPServerLocal(t *testing.T) {
	ruletest.Silent(t, Analyzer, "timeout/http-server/local")
}
