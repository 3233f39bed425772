package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// A finding is what reslint reported at one place.
type finding struct {
	Repository  string
	Rule        string
	Fingerprint string
	File        string // relative to the repository, with slashes
	Function    string // the function or variable that encloses it
	Line        int
	Column      int
	Message     string
	Related     []string // the places that prove it: file:line: message
	Fixes       int      // how many it offers
	Verdict     string   // of the judgement, if there is one
	Source      string   `json:"-"` // the lines around it: theirs, so never kept
}

// place names where a finding stands, without the line number, which moves.
func (f finding) place() string { return f.File + ":" + f.Function }

// identify gives each finding in the tree at root its function, its source and
// its fingerprint, which outlives edits elsewhere in the file: it is made of
// the file's name, the function, the rule and the line's text, and of an
// ordinal where these are the same for several findings.
func identify(root string, findings []finding) {
	slices.SortFunc(findings, func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(a.File, b.File), cmp.Compare(a.Line, b.Line),
			cmp.Compare(a.Column, b.Column), cmp.Compare(a.Rule, b.Rule))
	})
	var src source
	seen := make(map[string]int)
	for i := range findings {
		f := &findings[i]
		if src.name != f.File {
			src = readSource(root, f.File)
		}
		f.Function = src.enclosing(f.Line)
		f.Source = src.around(f.Line)
		key := strings.Join([]string{f.File, f.Function, f.Rule, src.line(f.Line)}, "\x00")
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%d", key, seen[key]))
		seen[key]++
		f.Fingerprint = hex.EncodeToString(sum[:8])
	}
}

// A source is a file as far as findings need it. A file that can't be read or
// parsed has no lines or no functions.
type source struct {
	name  string
	lines []string
	decls []decl
}

// A decl is a function or a package-level variable with the lines it covers.
type decl struct {
	name       string
	begin, end int
}

func readSource(root, name string) source {
	src := source{name: name}
	text, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(name)))
	if err != nil {
		return src
	}
	src.lines = strings.Split(string(text), "\n")
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, text, parser.SkipObjectResolution)
	if err != nil {
		return src
	}
	add := func(name string, n ast.Node) {
		begin := fset.PositionFor(n.Pos(), false).Line
		end := fset.PositionFor(n.End(), false).Line
		src.decls = append(src.decls, decl{name, begin, end})
	}
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			add(funcName(d), d)
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if v, ok := s.(*ast.ValueSpec); ok {
					add(v.Names[0].Name, v)
				}
			}
		}
	}
	return src
}

// funcName is the function's name, as in F, T.F or (*T).F.
func funcName(d *ast.FuncDecl) string {
	if d.Recv == nil || len(d.Recv.List) == 0 {
		return d.Name.Name
	}
	recv := types.ExprString(d.Recv.List[0].Type)
	if strings.HasPrefix(recv, "*") {
		recv = "(" + recv + ")"
	}
	return recv + "." + d.Name.Name
}

// enclosing returns the name of the declaration that covers the line.
func (s source) enclosing(line int) string {
	for _, d := range s.decls {
		if d.begin <= line && line <= d.end {
			return d.name
		}
	}
	return ""
}

// line returns the text of a line with its spacing normalised.
func (s source) line(n int) string {
	if n < 1 || n > len(s.lines) {
		return ""
	}
	return strings.Join(strings.Fields(s.lines[n-1]), " ")
}

// around returns a few lines before and after the line, numbered.
func (s source) around(line int) string {
	const before, after = 4, 8
	var b strings.Builder
	for n := max(1, line-before); n <= min(len(s.lines), line+after); n++ {
		mark := " "
		if n == line {
			mark = ">"
		}
		fmt.Fprintf(&b, "%s%5d  %s\n", mark, n, s.lines[n-1])
	}
	return b.String()
}
