package layering

import (
	"fmt"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
)

// judgeSlow reports a breaker that counts slow calls, in a policy whose deadline ends each
// attempt before it is slow.
func (b *breakers) judgeSlow(p retrypolicy.Policy) {
	guard, ok := p[knowledge.Guard]
	if !ok || guard.Val == nil {
		return
	}
	deadline := p[knowledge.Attempt]
	if deadline.Is(0) || deadline.Kind == retrypolicy.None {
		deadline = p[knowledge.Within]
	}
	slow := b.eval.Value(guard.Val, nil)[knowledge.Slow]
	if deadline.Kind != retrypolicy.Number || slow.Kind != retrypolicy.Number ||
		deadline.Number <= 0 || slow.Number < deadline.Number {
		return
	}
	node := deadline.By.Node(b.pass.Files)
	if node == nil {
		return
	}
	format := func(v retrypolicy.Value) string { return retrypolicy.Format(time.Duration(v.Number)) }
	d := analysis.Diagnostic{Pos: node.Pos(), End: node.End(), Message: fmt.Sprintf(
		"this breaker counts calls as slow from %s on, and each ends after %s: slowness never opens it, and the policy is refused when the program starts. Let a call count as slow before its deadline",
		format(slow), format(deadline))}
	if made := slow.By.Node(b.pass.Files); made != nil {
		d.Related = []analysis.RelatedInformation{{Pos: made.Pos(), End: made.End(), Message: "from when on a call is slow"}}
	}
	b.report(breakerSettings, d)
}
