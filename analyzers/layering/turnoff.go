package layering

import (
	"fmt"
	"go/ast"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/retrypolicy"
	"github.com/reslint/reslint/internal/source"
)

// turnOff offers to turn off one of the layers of a chain, as far as the package says how
// often they try: the outermost first, which is the one that the finding stands at.
func turnOff(pass *analysis.Pass, places []*effects.Place, r effects.Reach) (fixes []analysis.SuggestedFix) {
	for i, l := range r.Layers {
		at := slices.IndexFunc(places, func(p *effects.Place) bool { return p.Layer == l })
		if at < 0 {
			continue
		}
		t := turner{pass, places[at]}
		edits := t.edits()
		if len(edits) == 0 {
			continue
		}
		message := "Make one attempt here: the layer below retries"
		if i > 0 {
			message = fmt.Sprintf("Make one attempt in %s: the layer above retries", l.Name)
		}
		if places[at].Made != nil {
			message = fmt.Sprintf("Let the client of %s make one attempt: the layer above retries", l.Name)
		}
		fixes = append(fixes, fix.New(pass, message, edits...))
	}
	return fixes
}

// A turner turns a place that retries into one that makes a single attempt.
type turner struct {
	pass  *analysis.Pass
	place *effects.Place
}

func (t turner) edits() []analysis.TextEdit {
	if t.place.Made != nil {
		return t.client(t.place.Made)
	}
	if h := t.place.Helper; h != nil {
		return t.helper(h)
	}
	claim := t.place.Set.By.Claim
	if claim == nil || claim.Policy == nil || claim.Policy.Off == nil {
		return nil
	}
	return t.library(t.place.Set.By, claim.Policy.Off)
}

// helper gives the program's own helper another number, where that is an argument.
func (t turner) helper(h *effects.Repeats) []analysis.TextEdit {
	call := source.Call(t.pass.Files, t.place.Call.Pos())
	if call == nil || h.Count == 0 {
		return nil
	}
	i := h.Count - 1
	if t.place.Call.Call.Signature().Recv() != nil {
		i--
	}
	if i < 0 || i >= len(call.Args) || t.pass.TypesInfo.Types[call.Args[i]].Value == nil {
		return nil
	}
	return []analysis.TextEdit{edit.ReplaceWithString(call.Args[i], strconv.Itoa(1-h.Plus))}
}

// library tells a library in its own terms.
func (t turner) library(by retrypolicy.By, off *knowledge.Edit) []analysis.TextEdit {
	switch node := by.Node(t.pass.Files).(type) {
	case nil:
	case *ast.CallExpr:
		switch {
		case off.Field != "":
			return t.field(node, off)
		case off.Append:
			return t.appended(node, by, off)
		case off.Arg >= 0 && off.Arg < len(node.Args):
			return []analysis.TextEdit{edit.ReplaceWithString(node.Args[off.Arg], off.Text)}
		}
	case *ast.CompositeLit:
		if e, ok := fix.SetField(t.pass.Fset, node, fix.Field{Name: off.Field, Value: off.Text}); ok && off.Field != "" {
			return []analysis.TextEdit{e}
		}
	default: // the value that a field is set to
		if off.Field != "" {
			return []analysis.TextEdit{edit.ReplaceWithString(node, off.Text)}
		}
	}
	return nil
}

// field sets a field of what a constructor has made, in a statement behind it.
func (t turner) field(call *ast.CallExpr, off *knowledge.Edit) []analysis.TextEdit {
	path := source.Path(t.pass.Files, call.Lparen)
	i := slices.Index(path, ast.Node(call))
	if i < 0 || i+2 >= len(path) {
		return nil
	}
	assign, ok := path[i+1].(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 {
		return nil
	}
	if _, ok := path[i+2].(*ast.BlockStmt); !ok {
		return nil
	}
	switch assign.Lhs[0].(type) {
	case *ast.Ident, *ast.SelectorExpr:
	default:
		return nil
	}
	var name strings.Builder
	writeExpr(&name, assign.Lhs[0])
	if name.String() == "_" || name.Len() == 0 {
		return nil
	}
	indent := strings.Repeat("\t", t.pass.Fset.Position(assign.Pos()).Column-1)
	text := fmt.Sprintf("\n%s%s.%s = %s", indent, name.String(), off.Field, off.Text)
	return []analysis.TextEdit{{Pos: assign.End(), End: assign.End(), NewText: []byte(text)}}
}

// writeExpr writes a name, or a field of one.
func writeExpr(b *strings.Builder, e ast.Expr) {
	switch e := e.(type) {
	case *ast.Ident:
		b.WriteString(e.Name)
	case *ast.SelectorExpr:
		writeExpr(b, e.X)
		if b.Len() > 0 {
			b.WriteString("." + e.Sel.Name)
		}
	}
}

// appended adds an option to a call, which goes before those that it has.
func (t turner) appended(call *ast.CallExpr, by retrypolicy.By, off *knowledge.Edit) []analysis.TextEdit {
	if len(call.Args) == 0 || call.Ellipsis.IsValid() {
		return nil
	}
	callee := t.place.Call.Call.StaticCallee()
	if callee == nil || by.At != retrypolicy.Site(t.place.Call) {
		return nil
	}
	if o := callee.Origin(); o != nil {
		callee = o
	}
	last := call.Args[len(call.Args)-1].End()
	file := source.File(t.pass.Files, last)
	if file == nil {
		return nil
	}
	name, edits := fix.AddImport(t.pass, file, last, callee.Object().Pkg().Path())
	text := ", " + strings.ReplaceAll(off.Text, "$pkg", name)
	return append(edits, analysis.TextEdit{Pos: last, End: last, NewText: []byte(text)})
}
