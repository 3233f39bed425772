package resilience

import (
	"fmt"
	"math"
	"sync/atomic"
)

// The defaults of a [TokenBudget].
const (
	defaultTokens     = 100
	defaultTokenRatio = 0.1
)

// A TokenBudget is a retry budget in proportion to success, as gRPC has it
// (gRFC A6, retry throttling): a bucket of tokens, full at first. A failure takes
// one token, a success gives back a fraction of one, and retries are allowed
// while the bucket is more than half full. So its upper half is the floor: that
// many failures may be retried even if nothing has succeeded yet. If the
// dependency is down, successes stop, the bucket drains, and so do the retries.
//
// In the long run retries stop when more than ratio/(1+ratio) of the calls fail,
// 9 % for a ratio of 0.1. Of the budgets here it is the one that lets every
// simulated outage heal (examples/storm), and so a policy's default.
//
// The zero value is a bucket of 100 tokens with a ratio of 0.1. A TokenBudget is
// safe for concurrent use and must not be copied after its first use.
type TokenBudget struct {
	max   int64 // in thousandths, the precision that gRPC's ratio has; 0 means the defaults
	ratio int64
	spent atomic.Int64 // max less what is left, so that zero is a full bucket
}

const thousandths = 1000

// NewTokenBudget returns a full bucket. As with gRPC, max is from 1 to 1000
// tokens, and ratio, the part of a token that a success gives back, is above 0,
// in thousandths.
func NewTokenBudget(max int, ratio float64) (*TokenBudget, error) {
	if max < 1 || max > 1000 {
		return nil, fmt.Errorf("resilience: a token budget has from 1 to 1000 tokens, not %d", max)
	}
	inThousandths := int64(math.Round(ratio * thousandths))
	if !(ratio <= float64(max)) || inThousandths < 1 {
		return nil, fmt.Errorf("resilience: a token budget's ratio is from 0.001 to its %d tokens, not %v", max, ratio)
	}
	return &TokenBudget{max: int64(max) * thousandths, ratio: inThousandths}, nil
}

// Begin does nothing: requests cost nothing here.
func (b *TokenBudget) Begin() {}

// Retry reports whether the bucket is more than half full. It takes no token:
// the retry will, if it fails.
func (b *TokenBudget) Retry() bool {
	limit := b.max
	if limit == 0 {
		limit = defaultTokens * thousandths
	}
	return b.spent.Load() < limit-limit/2
}

// End takes a token for a failure and gives back a part of one for a success.
func (b *TokenBudget) End(_ bool, outcome Outcome) {
	switch outcome {
	case Success:
		b.earn()
	case Failure:
		b.pay()
	}
}

// earn writes nothing while the bucket is full: the cores of a healthy program
// don't fight over its memory.
func (b *TokenBudget) earn() {
	if b.spent.Load() != 0 {
		b.giveBack()
	}
}

func (b *TokenBudget) giveBack() {
	ratio := b.ratio
	if b.max == 0 {
		ratio = defaultTokenRatio * thousandths
	}
	for {
		spent := b.spent.Load()
		if spent == 0 || b.spent.CompareAndSwap(spent, max(0, spent-ratio)) {
			return
		}
	}
}

func (b *TokenBudget) pay() {
	limit := b.max
	if limit == 0 {
		limit = defaultTokens * thousandths
	}
	for {
		spent := b.spent.Load()
		if spent == limit || b.spent.CompareAndSwap(spent, min(limit, spent+thousandths)) {
			return
		}
	}
}

// Tokens returns how many tokens are left.
func (b *TokenBudget) Tokens() float64 {
	limit := b.max
	if limit == 0 {
		limit = defaultTokens * thousandths
	}
	return float64(limit-b.spent.Load()) / thousandths
}
