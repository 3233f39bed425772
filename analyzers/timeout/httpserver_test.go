package timeout

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestHTTPServer(t *testing.T) {
	ruletest.Run(t, Analyzer, "timeout/http-server/...")
}
