package retryloop

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var noJitter = rule.Define(rule.Rule{
	ID: "retryloop/no-jitter",
	Doc: lint.RawDocumentation{
		Title: "retries wait for the same time everywhere",
		Text: `Clients that fail together, because what they call restarts or drops its
connections, wait for the same time and return together: a wave as tall as the
first, again and again. Backoff alone makes the waves rarer, not smaller. Jitter
spreads them: full jitter waits for a uniformly random time between zero and the
backoff.`,
		Before: `time.Sleep(backoff)`,
		After:  `time.Sleep(rand.N(backoff))`,
		Since:  "0.2",
	},
	Fix:       "Draws a constant wait at random (math/rand/v2.N), from zero to what it was.",
	Limits:    "A wait that comes from a function of another package, or from one that is not known, is not judged.",
	Source:    `Marc Brooker, "Exponential Backoff And Jitter" (AWS Architecture Blog); "Always use randomized exponential backoff" (SRE book)`,
	Lifecycle: rule.Stable,
})
