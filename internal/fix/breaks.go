package fix

import (
	"bytes"
	"go/token"
	"slices"

	"golang.org/x/tools/go/analysis"
)

// breaks are the line breaks that gofmt makes, or takes away, beside the edits and on their lines: a function that stood on one line
// does not fit there any more. was and is are the tokens of the text before and after gofmt, regions where the edits stand before.
func breaks(file *token.File, mended, formatted []byte, was, is []tok, regions []span, edits []*analysis.TextEdit) (more []analysis.TextEdit) {
	for i := 1; i < len(was); i++ {
		gap := span{was[i-1].end, was[i].start}
		old, gofmt := mended[gap.start:gap.end], formatted[is[i-1].end:is[i].start]
		if bytes.Count(old, newline) == bytes.Count(gofmt, newline) || len(bytes.TrimSpace(old)) > 0 || len(bytes.TrimSpace(gofmt)) > 0 {
			continue // the same lines, or a comment
		}
		if slices.ContainsFunc(regions, func(r span) bool { return r.start <= gap.end && gap.start <= r.end }) ||
			!slices.ContainsFunc(regions, func(r span) bool { return sameLine(mended, r, gap) }) {
			continue
		}
		shift := 0 // by the edits before the gap
		for j, r := range regions {
			if r.end > gap.start {
				break
			}
			replaced := 0
			if edits[j].End.IsValid() {
				replaced = int(edits[j].End - edits[j].Pos)
			}
			shift += r.end - r.start - replaced
		}
		more = append(more, analysis.TextEdit{Pos: file.Pos(gap.start - shift), End: file.Pos(gap.end - shift), NewText: bytes.Clone(gofmt)})
	}
	return more
}

var newline = []byte("\n")

// sameLine reports whether nothing but one line lies between two places, in either order.
func sameLine(text []byte, a, b span) bool {
	if a.start > b.start {
		a, b = b, a
	}
	return a.end <= b.start && !bytes.Contains(text[a.end:b.start], newline)
}
