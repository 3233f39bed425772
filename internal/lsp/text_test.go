package lsp

import (
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
)

func TestText(t *testing.T) {
	const content = "ab\r\né𝄞x\n\nend"
	for _, tt := range []struct {
		encoding protocol.PositionEncodingKind
		offset   int
		want     protocol.Position
	}{
		{protocol.PositionEncodingKindUTF16, 0, protocol.Position{}},
		{protocol.PositionEncodingKindUTF16, 2, protocol.Position{Line: 0, Character: 2}},
		{protocol.PositionEncodingKindUTF16, 4, protocol.Position{Line: 1}},
		{protocol.PositionEncodingKindUTF16, 6, protocol.Position{Line: 1, Character: 1}},
		{protocol.PositionEncodingKindUTF16, 10, protocol.Position{Line: 1, Character: 3}},
		{protocol.PositionEncodingKindUTF8, 10, protocol.Position{Line: 1, Character: 6}},
		{protocol.PositionEncodingKindUTF16, 12, protocol.Position{Line: 2}},
		{protocol.PositionEncodingKindUTF16, len(content), protocol.Position{Line: 3, Character: 3}},
	} {
		text := newText(content, tt.encoding)
		if got := text.position(tt.offset); got != tt.want {
			t.Errorf("%s: position(%d) = %v, want %v", tt.encoding, tt.offset, got, tt.want)
		}
		if got := text.offset(tt.want); got != tt.offset {
			t.Errorf("%s: offset(%v) = %d, want %d", tt.encoding, tt.want, got, tt.offset)
		}
	}
	text := newText(content, protocol.PositionEncodingKindUTF16)
	for _, tt := range []struct {
		at   protocol.Position
		want int
	}{
		{protocol.Position{Line: 0, Character: 99}, 2}, // the end of the line, before its \r
		{protocol.Position{Line: 1, Character: 2}, 6},  // within 𝄞
		{protocol.Position{Line: 99}, len(content)},    // behind the end
		{protocol.Position{Line: 3, Character: 99}, len(content)},
	} {
		if got := text.offset(tt.at); got != tt.want {
			t.Errorf("offset(%v) = %d, want %d", tt.at, got, tt.want)
		}
	}
	for _, tt := range []struct{ line, column, want int }{{1, 1, 0}, {2, 3, 6}, {2, 99, 11}, {4, 0, 13}, {9, 1, len(content)}} {
		if got := text.at(tt.line, tt.column); got != tt.want {
			t.Errorf("at(%d, %d) = %d, want %d", tt.line, tt.column, got, tt.want)
		}
	}
}

func TestWord(t *testing.T) {
	const content = "\ttime.Sleep(é + x)\n<-time.After(d)\n)\n"
	text := newText(content, protocol.PositionEncodingKindUTF8)
	for _, tt := range []struct {
		offset int
		want   string
	}{{11, "time.Sleep"}, {7, "time.Sleep"}, {12, "é"}, {15, "+ x"}, {20, "<-time.After"}, {36, ")"}, {len(content), ""}} {
		start, end := text.word(tt.offset)
		if got := content[start:end]; got != tt.want {
			t.Errorf("at %d stands %q, want %q", tt.offset, got, tt.want)
		}
	}
}

// Whatever a client sends, offsets stay in the text and on whole characters, and what is
// sent back means the same.
func FuzzText(f *testing.F) {
	f.Add("a\nb", uint32(1), uint32(0), true)
	f.Add("é𝄞\r\n", uint32(0), uint32(2), false)
	f.Add("\r", uint32(1), uint32(0), false)
	f.Fuzz(func(t *testing.T, content string, line, character uint32, wide bool) {
		if !utf8.ValidString(content) {
			t.Skip("JSON holds no such text")
		}
		encoding := protocol.PositionEncodingKindUTF8
		if wide {
			encoding = protocol.PositionEncodingKindUTF16
		}
		text := newText(content, encoding)
		offset := text.offset(protocol.Position{Line: line, Character: character})
		if offset < 0 || offset > len(content) || offset < len(content) && !utf8.RuneStart(content[offset]) {
			t.Fatalf("offset %d of %q", offset, content)
		}
		if again := text.offset(text.position(offset)); again != offset {
			t.Fatalf("%d became %d in %q", offset, again, content)
		}
	})
}
