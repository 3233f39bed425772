package layering

import (
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

func TestCases(t *testing.T) {
	ruletest.Run(t, Analyzer, "layering/nested-retry/...")
}

func TestInventory(t *testing.T) {
	ruletest.Set(t, "enable", "layering/layers")
	ruletest.Run(t, Analyzer, "layering/layers/...")
}
