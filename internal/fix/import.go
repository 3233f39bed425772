package fix

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"
)

// AddImport returns the name by which code at the given place of file refers to
// the package with the import path, and the edits that make it so: none if the
// file imports the package already under a name that means it there. Equal
// imports for two fixes of one file are equal edits, so that drivers merge them.
//
// x/tools has the like in an internal package; astutil.AddNamedImport rewrites
// the syntax tree, from which no edits can be had.
func AddImport(pass *analysis.Pass, file *ast.File, at token.Pos, importPath string) (name string, edits []analysis.TextEdit) {
	scope := pass.TypesInfo.Scopes[file]
	if inner := scope.Innermost(at); inner != nil {
		scope = inner
	}
	for _, spec := range file.Imports {
		if specPath(spec) != importPath {
			continue
		}
		pkg := pass.TypesInfo.PkgNameOf(spec)
		if pkg == nil || pkg.Name() == "." || pkg.Name() == "_" {
			continue
		}
		if _, obj := scope.LookupParent(pkg.Name(), at); obj == pkg {
			return pkg.Name(), nil
		}
	}
	usual := packageName(pass.Pkg, importPath)
	name = usual
	for n := 2; taken(scope, name, at); n++ {
		name = usual + strconv.Itoa(n)
	}
	spec := strconv.Quote(importPath)
	if name != usual {
		spec = name + " " + spec
	}
	return name, []analysis.TextEdit{importEdit(pass.Fset, file, importPath, spec)}
}

// taken reports whether name means something at the place already.
func taken(scope *types.Scope, name string, at token.Pos) bool {
	_, obj := scope.LookupParent(name, at)
	return obj != nil
}

var majorVersion = regexp.MustCompile(`^v[0-9]+$`)

// packageName returns the name of the package with the import path: the one it
// has if pkg reaches it, else the one that custom gives it.
func packageName(pkg *types.Package, importPath string) string {
	for _, imp := range pkg.Imports() {
		if imp.Path() == importPath {
			return imp.Name()
		}
	}
	name := path.Base(importPath)
	if majorVersion.MatchString(name) {
		name = path.Base(path.Dir(importPath))
	}
	return name
}

// importEdit returns the edit that adds an import spec: into the group of
// imports of its kind, sorted; else as a group of its own; else, where imports
// are not grouped, as a declaration of its own.
func importEdit(fset *token.FileSet, file *ast.File, importPath, spec string) analysis.TextEdit {
	decl, last := importDecls(file)
	switch {
	case last == nil:
		return insert(lineEnd(fset, file, file.Name.End()), "\n\nimport "+spec)
	case decl == nil:
		return insert(lineEnd(fset, file, last.End()), "\nimport "+spec)
	case len(decl.Specs) == 0:
		return insert(decl.Lparen+1, "\n\t"+spec+"\n")
	}
	group := groupFor(fset, decl, importPath)
	if group == nil {
		if isStd(importPath) {
			return insert(start(decl.Specs[0].(*ast.ImportSpec)), spec+"\n\n\t")
		}
		return insert(lineEnd(fset, file, decl.Specs[len(decl.Specs)-1].End()), "\n\n\t"+spec)
	}
	name, _, _ := strings.Cut(spec, strconv.Quote(importPath))
	for _, s := range group {
		named := ""
		if s.Name != nil {
			named = s.Name.Name + " "
		}
		if cmp.Or(cmp.Compare(specPath(s), importPath), cmp.Compare(named, name)) > 0 {
			return insert(start(s), spec+"\n\t")
		}
	}
	return insert(lineEnd(fset, file, group[len(group)-1].End()), "\n\t"+spec)
}

// importDecls returns the first grouped import declaration and the last one of
// any form. The import of "C" belongs to the comment above it and is neither.
func importDecls(file *ast.File) (grouped, last *ast.GenDecl) {
	for _, d := range file.Decls {
		decl, ok := d.(*ast.GenDecl)
		if !ok || decl.Tok != token.IMPORT {
			break
		}
		if len(decl.Specs) == 1 && specPath(decl.Specs[0].(*ast.ImportSpec)) == "C" {
			continue
		}
		if grouped == nil && decl.Lparen.IsValid() {
			grouped = decl
		}
		last = decl
	}
	return grouped, last
}

// groupFor returns the group (the run of lines without a blank one) of decl
// that has imports most like the path: of the standard library or not, and
// with most of the path in common. Nil means that there is no like group.
func groupFor(fset *token.FileSet, decl *ast.GenDecl, importPath string) []*ast.ImportSpec {
	var best []*ast.ImportSpec
	score := -1
	for _, group := range groups(fset, decl) {
		for _, s := range group {
			p := specPath(s)
			if isStd(p) != isStd(importPath) {
				continue
			}
			if common := commonElements(p, importPath); common > score {
				best, score = group, common
			}
		}
	}
	return best
}

func groups(fset *token.FileSet, decl *ast.GenDecl) [][]*ast.ImportSpec {
	var all [][]*ast.ImportSpec
	lastLine := -1
	for _, s := range decl.Specs {
		spec := s.(*ast.ImportSpec)
		if fset.Position(start(spec)).Line > lastLine+1 || len(all) == 0 {
			all = append(all, nil)
		}
		all[len(all)-1] = append(all[len(all)-1], spec)
		lastLine = fset.Position(spec.End()).Line
	}
	return all
}

func commonElements(a, b string) int {
	as, bs := strings.Split(a, "/"), strings.Split(b, "/")
	n := 0
	for n < min(len(as), len(bs)) && as[n] == bs[n] {
		n++
	}
	return n
}

// isStd reports whether the path looks like one of the standard library: its
// first element is no host name.
func isStd(importPath string) bool {
	first, _, _ := strings.Cut(importPath, "/")
	return !strings.Contains(first, ".")
}

// start is where a spec begins, with its comment.
func start(spec *ast.ImportSpec) token.Pos {
	if spec.Doc != nil {
		return spec.Doc.Pos()
	}
	return spec.Pos()
}

func specPath(spec *ast.ImportSpec) string {
	p, err := strconv.Unquote(spec.Path.Value)
	if err != nil {
		return "" // the parser has reported it
	}
	return p
}

// lineEnd is the end of the line of pos: behind its comment. Code that is to be
// mended follows package clause and imports, so theirs is never the last line.
func lineEnd(fset *token.FileSet, file *ast.File, pos token.Pos) token.Pos {
	f := fset.File(pos)
	if line := f.PositionFor(pos, false).Line; line < f.LineCount() {
		return f.LineStart(line+1) - 1
	}
	return file.FileEnd
}
