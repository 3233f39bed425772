package lsp

import (
	"sort"
	"strings"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

// A text is the content of a file, and where its lines begin.
type text struct {
	content  string
	starts   []int
	encoding protocol.PositionEncodingKind // of the columns that the client counts
}

func newText(content string, encoding protocol.PositionEncodingKind) *text {
	t := &text{content: content, starts: []int{0}, encoding: encoding}
	for i := range len(content) {
		if content[i] == '\n' {
			t.starts = append(t.starts, i+1)
		}
	}
	return t
}

// line is a line without its end, counted from 0.
func (t *text) line(n int) string {
	if n+1 == len(t.starts) {
		return t.content[t.starts[n]:]
	}
	return strings.TrimSuffix(t.content[t.starts[n]:t.starts[n+1]-1], "\r")
}

// position is the client's form of an offset.
func (t *text) position(offset int) protocol.Position {
	offset = min(max(offset, 0), len(t.content))
	line := sort.SearchInts(t.starts, offset+1) - 1
	before := t.content[t.starts[line]:offset]
	return protocol.Position{Line: uint32(line), Character: uint32(t.width(before))}
}

// width is the length of a part of a line as the client counts it.
func (t *text) width(s string) int {
	if t.encoding == protocol.PositionEncodingKindUTF8 {
		return len(s)
	}
	n := 0
	for _, r := range s {
		n += utf16Width(r)
	}
	return n
}

func utf16Width(r rune) int {
	if r >= 0x10000 {
		return 2
	}
	return 1
}

// offset is where a position of the client's is. What lies behind the end of a line, or of the
// text, is the end.
func (t *text) offset(p protocol.Position) int {
	if int(p.Line) >= len(t.starts) {
		return len(t.content)
	}
	line := t.line(int(p.Line))
	start, left := t.starts[p.Line], int(p.Character)
	if t.encoding == protocol.PositionEncodingKindUTF8 {
		at := min(left, len(line))
		for at > 0 && at < len(line) && !utf8.RuneStart(line[at]) {
			at--
		}
		return start + at
	}
	for i, r := range line {
		if left < utf16Width(r) {
			return start + i
		}
		left -= utf16Width(r)
	}
	return start + len(line)
}

// at is the offset of a line and a column in bytes, both counted from 1, as the engine does. A column
// that is not known is the first that holds something.
func (t *text) at(line, column int) int {
	if line < 1 || line > len(t.starts) {
		return len(t.content)
	}
	s := t.line(line - 1)
	if column < 1 {
		column = len(s) - len(strings.TrimLeft(s, " \t")) + 1
	}
	return t.starts[line-1] + min(column-1, len(s))
}

// word is the name, with those before its dots, that a place stands in or right behind; where there is none, all up to the end of the
// next one on the line, as of "<-time.After". A finding without a length would have nothing to point at.
func (t *text) word(offset int) (start, end int) {
	named := func(i int) bool {
		c := t.content[i]
		return c == '_' || c == '.' || c >= utf8.RuneSelf || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z'
	}
	start, end = offset, offset
	for start > 0 && named(start-1) {
		start--
	}
	for start == offset && end < len(t.content) && !named(end) && t.content[end] != '\n' {
		end++
	}
	for end < len(t.content) && named(end) {
		end++
	}
	return start, end
}

func (t *text) span(start, end int) protocol.Range {
	return protocol.Range{Start: t.position(start), End: t.position(end)}
}
