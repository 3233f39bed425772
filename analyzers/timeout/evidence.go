package timeout

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/effects"
)

// reason says why nothing in the request ends a call: "http.NewRequest sets no
// deadline".
func reason(call *effects.Call) string {
	for inner := call; inner != nil; inner = inner.Inner {
		for _, o := range inner.Requests {
			if o.Kind == deadline.Unbounded {
				return o.Why + " sets no deadline"
			}
		}
	}
	root := call.Root()
	if len(root.Requests) == 0 && root.Client.Fresh {
		return root.Client.Why + " sets no deadline" // a builder was given it
	}
	if root.OnWire && len(root.Requests) == 0 {
		if root.Callee != nil && root.Callee.Signature().Params().Len() > 0 &&
			isNamed(root.Callee.Signature().Params().At(0).Type(), "context", "Context") {
			return last(root.Via) + " does not end with its context"
		}
		return last(root.Via) + " takes no context"
	}
	hops := strings.Split(root.Via, effects.Arrow)
	return hops[max(0, len(hops)-2)] + " sends requests without a deadline"
}

// last is the end of a way, the call on the wire.
func last(via string) string {
	hops := strings.Split(via, effects.Arrow)
	return hops[len(hops)-1]
}

// related shows the way from the call that proves the fault to the wire.
func (c *calls) related(call *effects.Call) []analysis.RelatedInformation {
	var rel []analysis.RelatedInformation
	add := func(pos, end token.Pos, message string) {
		if pos.IsValid() && !slices.ContainsFunc(rel, func(r analysis.RelatedInformation) bool { return r.Pos == pos }) {
			rel = append(rel, analysis.RelatedInformation{Pos: pos, End: end, Message: message})
		}
	}
	for inner := call; inner != nil; inner = inner.Inner {
		for _, o := range inner.Requests {
			if o.Kind == deadline.Unbounded {
				pos, end := c.span(o.Pos)
				add(pos, end, o.Why+" sets no deadline")
			}
		}
		pos, end := c.span(position(inner))
		add(pos, end, "the call of "+inner.Via)
	}
	return rel
}

// span is the extent of the call expression or literal that SSA knows by one
// position inside it.
func (c *calls) span(pos token.Pos) (start, end token.Pos) {
	if n := c.node(pos); n != nil {
		return n.Pos(), n.End()
	}
	return pos, pos
}

func (c *calls) node(pos token.Pos) ast.Node {
	cur, ok := c.cursor(pos)
	if !ok {
		return nil
	}
	return cur.Node()
}

// cursor finds the call expression, composite literal, go or defer statement or
// declared name to which SSA gives the position.
func (c *calls) cursor(pos token.Pos) (inspector.Cursor, bool) {
	if !pos.IsValid() {
		return inspector.Cursor{}, false
	}
	cur, ok := c.root.FindByPos(pos, pos)
	if !ok {
		return cur, false
	}
	if id, ok := cur.Node().(*ast.Ident); ok && c.pass.TypesInfo.Defs[id] != nil {
		return cur, true
	}
	for cur := range cur.Enclosing((*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.GoStmt)(nil), (*ast.DeferStmt)(nil)) {
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			if n.Lparen == pos {
				return cur, true
			}
		case *ast.CompositeLit:
			if n.Lbrace == pos {
				return cur, true
			}
		case *ast.GoStmt:
			if n.Go == pos {
				call, _ := cur.FindNode(n.Call)
				return call, true
			}
		case *ast.DeferStmt:
			if n.Defer == pos {
				call, _ := cur.FindNode(n.Call)
				return call, true
			}
		}
	}
	return cur, false
}
