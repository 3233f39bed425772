package retryloop

import (
	"bytes"
	"go/ast"
	"go/token"
	"go/types"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/ast/astutil"
	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

// A repair is the edit of a loop that mends as many of its faults as need no
// decision of a person: waits are cut where they grow, drawn at random, and end
// with the context, and so does a loop that nothing else ends.
type repair struct {
	*finder
	fn    *ssa.Function
	retry *loops.Retry
	file  *ast.File
	src   []byte
	loop  ast.Stmt // the for statement
	waits []*pause

	edits []analysis.TextEdit
	done  []string
}

// A pause is a wait of the loop as it stands in the source.
type pause struct {
	*loops.Wait
	loops.Schedule
	// arg is the duration, an argument of call, and text what it is to become.
	call *ast.CallExpr
	arg  ast.Expr
	text string
	cut  bool // by the text, or where its variable grows
}

// mend offers the edit that repairs what can be repaired of a loop's faults.
func (f *finder) mend(fn *ssa.Function, r *loops.Retry, faults []lack) []analysis.SuggestedFix {
	m := repair{finder: f, fn: fn, retry: r, file: source.File(f.pass.Files, r.Op.Pos())}
	if m.file == nil {
		return nil
	}
	if m.loop = loopAround(m.file, r.Op.Pos()); m.loop == nil {
		return nil
	}
	file := f.pass.Fset.File(r.Op.Pos())
	var err error
	if m.src, err = source.Read(f.pass, file.Name()); err != nil || len(m.src) != file.Size() {
		return nil // not the text that was analysed
	}
	m.waits = m.pauses()
	var fixes []analysis.SuggestedFix
	if message := m.first(faults); message != "" {
		fixes = append(fixes, fix.New(f.pass, message, m.edits...))
	} else if !f.rep.Settings.Runtime || r.Attempts == 0 {
		// Drivers apply what comes first, be it an alternative. It is asked for, and
		// has the loop's own number of attempts, or it is not offered.
		return nil
	}
	return append(fixes, m.alternatives()...)
}

// first makes the edits of the first fix, which needs no decision, and says what they
// do. It returns "" if there is none.
func (m *repair) first(faults []lack) (message string) {
	has := func(rules ...*rule.Rule) bool {
		return slices.ContainsFunc(faults, func(l lack) bool { return slices.Contains(rules, l.rule) })
	}
	if has(noBackoff) {
		// A hot loop that ends with the context is as hot as before, and no longer
		// looks like it.
		return ""
	}
	// The order is that of the edits of one duration, from the inside out.
	if has(noCap) {
		m.capWaits()
	}
	if has(constantBackoff, noJitter) {
		m.jitter()
	}
	listens := has(deafSleep) && m.listen()
	if !listens {
		for _, p := range m.waits {
			m.replaceDuration(p)
		}
	}
	if has(unbounded) && !listens {
		m.endWithContext()
	}
	if len(m.done) == 0 {
		return ""
	}
	message = list(m.done)
	return strings.ToUpper(message[:1]) + message[1:]
}

// list joins what a fix does: "a", "a, and b", "a, b, and c".
func list(parts []string) string {
	last := len(parts) - 1
	if last == 0 {
		return parts[0]
	}
	return strings.Join(parts[:last], ", ") + ", and " + parts[last]
}

// pauses finds the waits of the loop in the source. It returns nil if one of them
// is not found there: to mend some of them mends nothing.
func (m *repair) pauses() []*pause {
	var all []*pause
	for _, w := range m.retry.Waits {
		if w.By == nil || !m.retry.Contains(w.By) {
			return nil
		}
		call := source.Call(m.pass.Files, w.By.Pos())
		if call == nil {
			return nil
		}
		p := &pause{Wait: w, Schedule: m.retry.Schedule(w), call: call}
		for _, arg := range call.Args {
			if types.TypeString(m.pass.TypesInfo.TypeOf(arg), nil) == "time.Duration" {
				if p.arg != nil {
					return nil // one of two
				}
				p.arg = arg
			}
		}
		if p.arg == nil {
			return nil
		}
		p.text = m.text(p.arg)
		all = append(all, p)
	}
	return all
}

// replaceDuration makes the edit of a wait's duration.
func (m *repair) replaceDuration(p *pause) {
	if p.text != m.text(p.arg) {
		m.replace(p.arg, p.text)
	}
}

func (m *repair) replace(old ast.Node, text string) {
	m.edit(old.Pos(), old.End(), text)
}

func (m *repair) insert(at token.Pos, text string) {
	m.edit(at, at, text)
}

func (m *repair) edit(from, to token.Pos, text string) {
	m.edits = append(m.edits, analysis.TextEdit{Pos: from, End: to, NewText: []byte(text)})
}

// remove removes the lines of a statement.
func (m *repair) remove(stmt ast.Stmt) {
	file := m.pass.Fset.File(stmt.Pos())
	first, last := file.Line(stmt.Pos()), file.Line(stmt.End())
	m.edit(file.LineStart(first), file.LineStart(last+1), "")
}

// use returns the name of a package at a place, and sees to it that it is imported.
func (m *repair) use(at token.Pos, path string) string {
	name, edits := fix.AddImport(m.pass, m.file, at, path)
	for _, e := range edits {
		if !slices.ContainsFunc(m.edits, func(other analysis.TextEdit) bool { return other.Pos == e.Pos && bytes.Equal(other.NewText, e.NewText) }) {
			m.edits = append(m.edits, e)
		}
	}
	return name
}

// text is the source text of a part of the file.
func (m *repair) text(n ast.Node) string {
	file := m.pass.Fset.File(n.Pos())
	return string(m.src[file.Offset(n.Pos()):file.Offset(n.End())])
}

// indent is what stands before a statement: gofmt puts nothing but tabs there.
func (m *repair) indent(at token.Pos) string {
	return strings.Repeat("\t", m.pass.Fset.Position(at).Column-1)
}

// speaks reports whether the file's language has what came with the version.
func (m *repair) speaks(v string) bool {
	has := m.pass.TypesInfo.FileVersions[m.file]
	return has == "" || version.Compare(has, v) >= 0
}

// means reports whether a name means, at a place, what it does where nothing else
// is called so: a builtin function.
func (m *repair) means(name string, at token.Pos) bool {
	scope := m.pass.Pkg.Scope().Innermost(at)
	if scope == nil {
		return false
	}
	_, obj := scope.LookupParent(name, at)
	return obj == types.Universe.Lookup(name)
}

// loopAround is the innermost loop of the source around a position, or nil.
func loopAround(file *ast.File, pos token.Pos) ast.Stmt {
	path, _ := astutil.PathEnclosingInterval(file, pos, pos)
	for _, n := range path {
		switch n := n.(type) {
		case *ast.ForStmt, *ast.RangeStmt:
			return n.(ast.Stmt)
		case *ast.FuncLit:
			return nil
		}
	}
	return nil
}

// body is the block that a loop repeats.
func body(loop ast.Stmt) *ast.BlockStmt {
	switch loop := loop.(type) {
	case *ast.ForStmt:
		return loop.Body
	case *ast.RangeStmt:
		return loop.Body
	}
	return nil
}
