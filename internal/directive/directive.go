// Package directive reads the comments by which people answer reslint:
//
//	//reslint:ignore RULE[,RULE...] reason
//
// suppresses the findings of a rule, or of a whole family, on its own line, on
// the line below it, or in the declaration below it. golangci-lint's //nolint
// is understood, too, so that a team that moves between the drivers does not
// have to write each answer twice. Other directives teach it an API of one's own:
// see Mark.
package directive

import (
	"go/ast"
	"go/token"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/edit"
)

// Analyzer reports nothing. Its result is the *Index of the package.
var Analyzer = &analysis.Analyzer{
	Name:       "directive",
	Doc:        "read the //reslint: and //nolint comments of a package",
	ResultType: reflect.TypeFor[*Index](),
	Run:        func(pass *analysis.Pass) (any, error) { return newIndex(pass.Fset, pass.Files), nil },
}

// A Directive is a comment that suppresses findings.
type Directive struct {
	Pos, End token.Pos
	// Rules are the IDs and families it names. A //nolint without names has
	// none, and means all.
	Rules  []string
	Reason string

	nolint   bool
	from, to int // lines
}

// Nolint reports whether d is golangci-lint's comment, whose names may be those
// of other linters.
func (d *Directive) Nolint() bool { return d.nolint }

// A Problem is a comment that does not do what its author meant.
type Problem struct {
	analysis.Diagnostic
	// Hint is set where the comment may be meant as it is.
	Hint bool
}

// An Index holds the directives of a package.
type Index struct {
	// All lists the directives in the order of the source.
	All []*Directive
	// Marks is what is said of functions and methods, by their names.
	Marks map[*ast.Ident]*Mark
	// Problems lists the comments that can't be obeyed.
	Problems []Problem

	fset   *token.FileSet
	byFile map[*token.File][]*Directive
}

func newIndex(fset *token.FileSet, files []*ast.File) *Index {
	x := &Index{fset: fset, byFile: make(map[*token.File][]*Directive), Marks: make(map[*ast.Ident]*Mark)}
	for _, file := range files {
		x.addFile(file)
	}
	return x
}

func (x *Index) addFile(file *ast.File) {
	var places *places // made for the first directive: most files have none
	var names map[*ast.Comment]*ast.Ident
	for _, group := range file.Comments {
		for _, c := range group.List {
			if dir, ok := ast.ParseDirective(c.Slash, c.Text); ok && dir.Tool == "reslint" && markVerbs[dir.Name] != nil {
				if names == nil {
					names = marked(file)
				}
				x.mark(c, dir, names[c])
				continue
			}
			d, err := parse(c)
			switch {
			case err != nil:
				x.problem(c, err.Error(), false)
			case d != nil:
				if places == nil {
					places = newPlaces(x.fset, file)
				}
				d.from, d.to = places.scope(d, group)
				x.All = append(x.All, d)
				tokens := x.fset.File(c.Pos())
				x.byFile[tokens] = append(x.byFile[tokens], d)
			case meant(c):
				x.misspelt(c)
			}
		}
	}
}

func (x *Index) problem(c *ast.Comment, message string, hint bool, fixes ...analysis.SuggestedFix) {
	x.Problems = append(x.Problems, Problem{
		Diagnostic: analysis.Diagnostic{Pos: c.Pos(), End: c.End(), Message: message, SuggestedFixes: fixes},
		Hint:       hint,
	})
}

func (x *Index) misspelt(c *ast.Comment) {
	text := strings.TrimSpace(strings.TrimPrefix(c.Text, "//"))
	_, rest, _ := strings.Cut(text, ":")
	x.problem(c, "a mere comment, not a directive: those have no space before or after reslint:", true,
		edit.Fix("Remove the space", edit.ReplaceWithString(c, "//reslint:"+strings.TrimSpace(rest))))
}

// Matching returns the directives that suppress a finding of the rule with the
// given ID at pos.
func (x *Index) Matching(id string, pos token.Pos) []*Directive {
	tokens := x.fset.File(pos)
	list := x.byFile[tokens]
	if len(list) == 0 {
		return nil
	}
	line := tokens.PositionFor(pos, false).Line
	var matching []*Directive
	for _, d := range list {
		if d.from <= line && line <= d.to && d.names(id) {
			matching = append(matching, d)
		}
	}
	return matching
}

func (d *Directive) names(id string) bool {
	if d.nolint && (len(d.Rules) == 0 || slices.Contains(d.Rules, "reslint")) {
		return true
	}
	return slices.ContainsFunc(d.Rules, func(name string) bool { return Covers(name, id) })
}

// Covers reports whether name is the rule ID itself or its family.
func Covers(name, id string) bool {
	family, _, _ := strings.Cut(id, "/")
	return name == id || name == family
}
