package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// toyVariable makes the test binary a toy that has reslint's command line.
const toyVariable = "RESLINT_CORPUS_TOY"

func TestMain(m *testing.M) {
	if os.Getenv(toyVariable) != "" {
		os.Exit(toy(os.Args[1]))
	}
	os.Exit(m.Run())
}

// mends are the replacements of whole functions that the toy offers, by the
// functions' names.
var mends = map[string]string{
	"mendable":    "func mended() {}",
	"unbuildable": "func broken() { undefined() }",
	"unvettable":  "func noted() {\n\treturn\n\tprintln()\n}",
	"unformatted": "func  spaced() {}",
	"stubborn":    "func faulty() {}",
	"again":       "func again() {}\n\nfunc more() {}",
}

// A toyFinding has the form in which reslint prints a finding.
type toyFinding struct {
	Rule    string      `json:"rule"`
	Start   toyPosition `json:"start"`
	Message string      `json:"message"`
	Related []toyPlace  `json:"related"`
	Fixes   []string    `json:"fixes,omitempty"`

	begin, end int // of the function, in bytes
}

type toyPlace struct {
	Start   toyPosition `json:"start"`
	Message string      `json:"message"`
}

type toyPosition struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// toy does with each function in the working folder what its name says, and
// returns the exit status.
func toy(mode string) int {
	list := []toyFinding{}
	err := filepath.WalkDir(".", func(path string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		found, err := toyFindings(path)
		list = append(list, found...)
		return err
	})
	if err == nil && mode == "-json" {
		err = json.NewEncoder(os.Stdout).Encode(list)
	}
	if err == nil && mode == "-fix" {
		err = toyFix(list)
	}
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "toy:", err)
		return 2
	case len(list) > 0:
		return 1
	}
	return 0
}

func toyFindings(path string) ([]toyFinding, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, path, nil, 0)
	if err != nil {
		return nil, err
	}
	var list []toyFinding
	for _, d := range file.Decls {
		f, ok := d.(*ast.FuncDecl)
		if !ok {
			continue
		}
		name, pos := f.Name.Name, fset.Position(f.Pos())
		switch name {
		case "panics":
			panic("as asked")
		case "errs":
			return nil, fmt.Errorf("internal error in %s", path)
		case "garbles":
			fmt.Print("no JSON ")
		}
		start := toyPosition{path, pos.Line, pos.Column}
		found := toyFinding{
			Rule:    "toy/toy",
			Start:   start,
			Related: []toyPlace{{start, "here"}},
			Message: "this is " + name,
			begin:   pos.Offset,
			end:     fset.Position(f.End()).Offset,
		}
		if mend, ok := mends[name]; ok {
			found.Fixes = []string{mend}
			list = append(list, found)
		} else if name == "faulty" {
			list = append(list, found)
		}
	}
	return list, nil
}

// toyFix applies the fixes, from the last to the first.
func toyFix(list []toyFinding) error {
	for _, f := range slices.Backward(list) {
		if len(f.Fixes) == 0 {
			continue
		}
		text, err := os.ReadFile(f.Start.File)
		if err != nil {
			return err
		}
		mended := string(text[:f.begin]) + strings.Join(f.Fixes, "") + string(text[f.end:])
		if err := os.WriteFile(f.Start.File, []byte(mended), 0o666); err != nil {
			return err
		}
	}
	return nil
}
