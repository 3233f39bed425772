package mend

import (
	"bytes"
	"cmp"
	"context"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"

	"golang.org/x/tools/go/ast/astutil"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/fix"
)

// rewrite makes the edits, which don't overlap, removes the imports that
// nothing uses any more, and formats the file.
func rewrite(src *source, edits []findings.Edit, names map[string]string) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", apply(src.content, edits), parser.ParseComments)
	if err != nil {
		return nil, err
	}
	for _, spec := range orphans(src.syntax, file, names) {
		path, _ := strconv.Unquote(spec.Path.Value) // it was parsed
		name := ""
		if spec.Name != nil {
			name = spec.Name.Name
		}
		astutil.DeleteNamedImport(fset, file, name, path)
	}
	var buf bytes.Buffer
	if err := format.Node(&buf, fset, file); err != nil {
		return nil, err
	}
	if returns(src.content) {
		return withReturns(buf.Bytes()), nil
	}
	return buf.Bytes(), nil
}

// returns reports whether each line of a text ends in a carriage return and a line feed.
func returns(text []byte) bool {
	lines := bytes.Count(text, []byte("\n"))
	return lines > 0 && lines == bytes.Count(text, []byte("\r\n"))
}

func withReturns(text []byte) []byte {
	return bytes.ReplaceAll(withoutReturns(text), []byte("\n"), []byte("\r\n"))
}

func withoutReturns(text []byte) []byte {
	return bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))
}

// apply makes the edits. Insertions at one place keep their order.
func apply(content []byte, edits []findings.Edit) []byte {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b findings.Edit) int {
		return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End))
	})
	var out []byte
	last := 0
	for _, e := range edits {
		out = append(out, content[last:e.Start]...)
		out = append(out, e.New...)
		last = e.End
	}
	return append(out, content[last:]...)
}

// orphans returns the imports that before used, and that after still has but
// does not use.
func orphans(before, after *ast.File, names map[string]string) []*ast.ImportSpec {
	var list []*ast.ImportSpec
	for _, spec := range after.Imports {
		if uses(before, spec, names) && !uses(after, spec, names) {
			list = append(list, spec)
		}
	}
	return list
}

// uses reports whether f uses a package under the name that spec gives it. A
// file that does not import the package does not use it.
func uses(f *ast.File, spec *ast.ImportSpec, names map[string]string) bool {
	path, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return false
	}
	for _, own := range f.Imports {
		if own.Path.Value != spec.Path.Value {
			continue
		}
		if name, ok := names[path]; ok && own.Name == nil {
			// UsesImport guesses a package's name from its path.
			own.Name = ast.NewIdent(name)
			defer func() { own.Name = nil }()
		}
	}
	return astutil.UsesImport(f, path)
}

// A Rewriter makes the edits of fixes in the text of a file. It remembers the names of
// packages, and is not for use by several goroutines at once.
type Rewriter struct {
	engine *findings.Engine
	names  map[string]string // of imported packages, by path
}

// NewRewriter returns a Rewriter that asks the engine's go command for the names of packages.
func NewRewriter(engine *findings.Engine) *Rewriter {
	return &Rewriter{engine, make(map[string]string)}
}

// Rewrite makes the edits, which must not overlap, and removes the imports that they leave
// without a use. A file that was formatted is so afterwards; in another one, nothing is changed that the
// edits do not touch. Rewrite fails where the file does not parse, before or
// afterwards, and where it must not be changed: a generated file, or one with //line comments.
func (r *Rewriter) Rewrite(ctx context.Context, content []byte, edits []findings.Edit) ([]byte, error) {
	src, err := parse(content)
	if err != nil {
		return nil, err
	}
	names, err := r.importNames(ctx, src)
	if err != nil {
		return nil, err
	}
	if formatted, err := format.Source(content); err != nil || !bytes.Equal(formatted, withoutReturns(content)) {
		if after, ok := leaveForm(src, edits, names); ok {
			return after, nil
		}
	}
	return rewrite(src, edits, names)
}

// leaveForm makes the edits without formatting the file. It is not ok where an import has to go that can't be
// cut out.
func leaveForm(src *source, edits []findings.Edit, names map[string]string) ([]byte, bool) {
	content := apply(src.content, edits)
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", content, parser.ParseComments)
	if err != nil {
		return nil, false
	}
	var cuts []findings.Edit
	for _, spec := range orphans(src.syntax, file, names) {
		cut, ok := fix.DeleteImport(fset, file, content, spec)
		if !ok {
			return nil, false
		}
		offset := fset.File(file.FileStart).Offset
		e := findings.Edit{Start: offset(cut.Pos), End: offset(cut.End)}
		if slices.ContainsFunc(cuts, e.Overlaps) {
			return nil, false
		}
		cuts = append(cuts, e)
	}
	content = apply(content, cuts)
	if returns(src.content) {
		content = withReturns(content)
	}
	return content, true
}

// importNames finds the names of the packages that the file imports, where
// they are not the last element of the path.
func (r *Rewriter) importNames(ctx context.Context, src *source) (map[string]string, error) {
	var ask []string
	for _, spec := range src.syntax.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil || spec.Name != nil || astutil.UsesImport(src.syntax, path) {
			continue
		}
		if _, ok := r.names[path]; !ok {
			ask = append(ask, path)
		}
	}
	if len(ask) == 0 {
		return r.names, nil
	}
	packages, err := r.engine.List(ctx, ask)
	if err != nil {
		return nil, err
	}
	for _, p := range packages {
		r.names[p.ImportPath] = p.Name
	}
	return r.names, nil
}
