package directive

import (
	"go/ast"
	"go/token"
)

// places knows what stands on the lines of a file: what a directive refers to.
type places struct {
	tokens *token.File
	code   map[int]bool     // lines on which code begins or ends
	decls  map[int]int      // line on which a declaration begins → line on which it ends
	nodes  map[position]int // place at which anything begins → line on which the longest ends
}

type position struct{ line, column int }

func newPlaces(fset *token.FileSet, file *ast.File) *places {
	p := &places{
		tokens: fset.File(file.FileStart),
		code:   make(map[int]bool),
		decls:  make(map[int]int),
		nodes:  make(map[position]int),
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case nil, *ast.CommentGroup:
			return false
		case *ast.File:
			p.add(n, n.Package, n.FileEnd)
		default:
			p.add(n, n.Pos(), n.End())
		}
		return true
	})
	return p
}

func (p *places) add(n ast.Node, pos, end token.Pos) {
	start, last := p.tokens.PositionFor(pos, false), p.line(end)
	p.code[start.Line] = true
	if _, ok := n.(*ast.File); !ok {
		p.code[last] = true
	}
	at := position{start.Line, start.Column}
	p.nodes[at] = max(p.nodes[at], last)
	switch n.(type) {
	case *ast.File, ast.Decl, ast.Spec:
		p.decls[start.Line] = max(p.decls[start.Line], last)
	}
}

func (p *places) line(pos token.Pos) int { return p.tokens.PositionFor(pos, false).Line }

// scope returns the lines that d, a comment of the group, speaks of.
func (p *places) scope(d *Directive, group *ast.CommentGroup) (from, to int) {
	if d.nolint {
		return p.nolintScope(group)
	}
	if line := p.line(d.Pos); p.code[line] {
		return line, line
	}
	below := p.line(group.End()) + 1
	return below, max(below, p.decls[below])
}

// nolintScope is golangci-lint's: the lines of the comments, and what begins
// below them in the same column.
func (p *places) nolintScope(group *ast.CommentGroup) (from, to int) {
	start := p.tokens.PositionFor(group.Pos(), false)
	last := p.line(group.End())
	return start.Line, max(last, p.nodes[position{last + 1, start.Column}])
}
