package main

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// The toy analyser reports what a comment in the source asks for, so that a
// script can pose any case to the driver, one per line:
//
//	code // toy: old => new
//
// is a finding at "old" in the code, with a fix; it is gone once the code no
// longer holds "old". A fix of several edits has them separated by ";", fixes
// that are alternatives are separated by "|", findings by "&". A left side
// alone is a finding without a fix. The edit `import "path"` adds an import.
// The words panic, error and sleep make the analyser do that; what follows the
// word strict counts only with that setting. A comment
//
//	code // layers: TEXT
//
// is a finding of the rule that reslint layers makes its tree of.
var toy = &analysis.Analyzer{
	Name:     "toy",
	Doc:      "report what a comment asks for",
	Requires: rule.Requires,
	Run: func(pass *analysis.Pass) (any, error) {
		for _, file := range pass.Files {
			for _, group := range file.Comments {
				for _, c := range group.List {
					if _, script, ok := strings.Cut(c.Text, "// toy: "); ok {
						if err := toyLine(pass, file, c, script); err != nil {
							return nil, err
						}
					}
					if _, chain, ok := strings.Cut(c.Text, "// layers: "); ok {
						rule.NewReporter(pass).Report(rule.Lookup(report.LayersRule), analysis.Diagnostic{Pos: c.Pos(), Message: chain})
					}
				}
			}
		}
		return nil, nil
	},
}

func toyLine(pass *analysis.Pass, file *ast.File, c *ast.Comment, script string) error {
	switch script {
	case "panic":
		panic("a toy breaks")
	case "error":
		return errors.New("the toy does not like this package")
	case "sleep":
		// The script that interrupts looks for the process.
		pid := strconv.Itoa(os.Getpid())
		if err := os.WriteFile(os.Getenv("TOY_PID"), []byte(pid), 0o666); err != nil {
			return err
		}
		time.Sleep(time.Minute)
	}
	script, strict := strings.CutPrefix(script, "strict ")
	if strict && !pass.ResultOf[rule.SettingsAnalyzer].(*rule.Settings).Strict {
		return nil
	}
	for part := range strings.SplitSeq(script, " & ") {
		if err := toyFinding(pass, file, c, part); err != nil {
			return err
		}
	}
	return nil
}

// toyFinding reports one finding, unless the code is mended.
func toyFinding(pass *analysis.Pass, file *ast.File, c *ast.Comment, part string) error {
	code, start, err := codeBefore(pass, c)
	if err != nil {
		return err
	}
	var d analysis.Diagnostic
	for alternative := range strings.SplitSeq(part, " | ") {
		fix := analysis.SuggestedFix{Message: alternative}
		for edit := range strings.SplitSeq(alternative, "; ") {
			if path, ok := strings.CutPrefix(edit, "import "); ok {
				fix.TextEdits = append(fix.TextEdits, addImport(file, path)...)
				continue
			}
			old, repl, ok := strings.Cut(edit, " => ")
			i := strings.Index(code, old)
			if i < 0 {
				return nil
			}
			pos, end := start+token.Pos(i), start+token.Pos(i+len(old))
			if d.Pos == token.NoPos {
				d = analysis.Diagnostic{Pos: pos, End: end, Category: "toy/old", Message: fmt.Sprintf("%s is old (toy/old)", old)}
			}
			if ok {
				fix.TextEdits = append(fix.TextEdits, analysis.TextEdit{Pos: pos, End: end, NewText: []byte(repl)})
			}
		}
		if len(fix.TextEdits) > 0 {
			d.SuggestedFixes = append(d.SuggestedFixes, fix)
		}
	}
	d.Related = []analysis.RelatedInformation{{Pos: file.Name.Pos(), Message: "because of this package"}}
	pass.Report(d)
	return nil
}

// addImport imports a quoted path, unless the file does.
func addImport(file *ast.File, path string) []analysis.TextEdit {
	if slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool { return s.Path.Value == path }) {
		return nil
	}
	at := file.Name.End()
	return []analysis.TextEdit{{Pos: at, End: at, NewText: []byte("\n\nimport " + path)}}
}

// codeBefore returns the source of c's line before c, and where it begins.
func codeBefore(pass *analysis.Pass, c *ast.Comment) (string, token.Pos, error) {
	file := pass.Fset.File(c.Pos())
	data, err := os.ReadFile(file.Name())
	if err != nil {
		return "", token.NoPos, err
	}
	start := file.LineStart(file.PositionFor(c.Pos(), false).Line)
	return string(data[file.Offset(start):file.Offset(c.Pos())]), start, nil
}
