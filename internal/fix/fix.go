// Package fix makes the suggested edits of all rules: edits that add imports
// and fields, durations as source text, and fixes that gofmt has nothing to say
// about. Plain replacements are those of honnef.co/go/tools/analysis/edit.
package fix

import (
	"bytes"
	"cmp"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/source"
)

// New returns a fix that consists of the edits, laid out as gofmt would.
// Editors apply the text of an edit as it is, and how gofmt spaces, say, a
// product depends on what stands around it: 5 * time.Second alone, but
// 5*time.Second as the second argument of a call.
func New(pass *analysis.Pass, message string, edits ...analysis.TextEdit) analysis.SuggestedFix {
	var more []analysis.TextEdit
	byFile := make(map[*token.File][]*analysis.TextEdit)
	edits = slices.Clone(edits)
	for i := range edits {
		file := pass.Fset.File(edits[i].Pos)
		byFile[file] = append(byFile[file], &edits[i])
	}
	for file, edits := range byFile {
		if src, err := source.Read(pass, file.Name()); err == nil {
			more = append(more, layOut(file, src, edits)...)
		}
	}
	return analysis.SuggestedFix{Message: message, TextEdits: append(edits, more...)}
}

// layOut gives the new texts the layout they get when the edited file is
// formatted. It leaves them alone where that is not certain: gofmt then has
// something to do, but the edits stay right. It returns what has to be edited
// besides: a line that has become too long for gofmt is broken.
func layOut(file *token.File, src []byte, edits []*analysis.TextEdit) (more []analysis.TextEdit) {
	if len(src) != file.Size() {
		return nil // not the text that was analysed
	}
	mended, regions, ok := splice(file, src, edits)
	if !ok {
		return nil
	}
	formatted, err := formatFile(mended)
	if err != nil {
		return nil
	}
	was, is := tokens(mended), tokens(formatted)
	if !slices.EqualFunc(was, is, func(a, b tok) bool { return a.text == b.text }) {
		return nil
	}
	more = breaks(file, mended, formatted, was, is, regions, edits)
	for i, e := range edits {
		first, after := within(was, regions[i])
		if first == after {
			continue
		}
		lead := mended[regions[i].start:was[first].start]
		if first > 0 && was[first-1].end == regions[i].start {
			lead = blanks(formatted[is[first-1].end:is[first].start], lead)
		}
		trail := mended[was[after-1].end:regions[i].end]
		if after < len(was) && was[after].start == regions[i].end {
			trail = blanks(formatted[is[after-1].end:is[after].start], trail)
		}
		e.NewText = slices.Concat(lead, formatted[is[first].start:is[after-1].end], trail)
	}
	return more
}

// blanks returns gap, what gofmt puts between two tokens, or old if a comment
// stands there.
func blanks(gap, old []byte) []byte {
	if len(bytes.TrimSpace(gap)) > 0 {
		return old
	}
	return gap
}

// A span is a range of bytes.
type span struct{ start, end int }

// splice applies the edits, which it sorts, and returns where their new texts
// stand in the result.
func splice(file *token.File, src []byte, edits []*analysis.TextEdit) (mended []byte, regions []span, ok bool) {
	slices.SortStableFunc(edits, func(a, b *analysis.TextEdit) int {
		return cmp.Or(cmp.Compare(a.Pos, b.Pos), cmp.Compare(a.End, b.End))
	})
	last := 0
	for _, e := range edits {
		start, end := file.Offset(e.Pos), file.Offset(e.Pos)
		if e.End.IsValid() {
			end = file.Offset(e.End)
		}
		if start < last {
			return nil, nil, false
		}
		mended = append(mended, src[last:start]...)
		regions = append(regions, span{len(mended), len(mended) + len(e.NewText)})
		mended = append(mended, e.NewText...)
		last = end
	}
	return append(mended, src[last:]...), regions, true
}

// formatFile is go/format.Source without the sorting of imports, which would
// change the order of the tokens.
func formatFile(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	conf := printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}
	err = conf.Fprint(&out, fset, file)
	return out.Bytes(), err
}

// A tok is a token of a file: its text and where it stands.
type tok struct {
	span
	text string
}

// tokens returns the tokens of src, without the semicolons that the scanner
// inserts and without comments, which gofmt may move.
func tokens(src []byte) []tok {
	fset := token.NewFileSet()
	file := fset.AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	var list []tok
	for {
		pos, t, lit := s.Scan()
		switch {
		case t == token.EOF:
			return list
		case t == token.SEMICOLON && lit == "\n":
			continue
		case !t.IsLiteral() && !t.IsKeyword():
			lit = t.String()
		}
		start := file.Offset(pos)
		list = append(list, tok{span{start, start + len(lit)}, lit})
	}
}

// within returns the range of the tokens that stand in the region, which is
// empty if one of them reaches out of it.
func within(list []tok, r span) (first, after int) {
	for first < len(list) && list[first].end <= r.start {
		first++
	}
	for after = first; after < len(list) && list[after].start < r.end; after++ {
		if list[after].start < r.start || list[after].end > r.end {
			return first, first
		}
	}
	return first, after
}
