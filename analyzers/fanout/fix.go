package fanout

import (
	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/spawns"
)

// The packages whose groups a fix can limit.
const (
	errgroupPath   = "golang.org/x/sync/errgroup"
	concPoolPath   = "github.com/sourcegraph/conc/pool"
	concStreamPath = "github.com/sourcegraph/conc/stream"
)

func (f *finder) limitGroup(s *spawns.Spawn) []analysis.SuggestedFix { return nil }

func (f *finder) addSemaphore(fn *ssa.Function, s *spawns.Spawn) []analysis.SuggestedFix { return nil }
