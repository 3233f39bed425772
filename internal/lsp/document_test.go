package lsp

import (
	"testing"

	"go.lsp.dev/protocol"
)

func TestNow(t *testing.T) {
	// The part is "MIDDLE" in "before MIDDLE after", from 7 to 13.
	for _, tt := range []struct {
		name       string
		start, end int
		text       string
		want       string // what is at the place afterwards; "" if nobody can say
	}{
		{"before it", 0, 6, "a longer beginning", "MIDDLE"},
		{"right before it", 7, 7, "x", "MIDDLE"},
		{"behind it", 14, 19, "", "MIDDLE"},
		{"right behind it", 13, 13, "x", "MIDDLE"},
		{"in it", 9, 9, "x", ""},
		{"over its beginning", 5, 8, "x", ""},
		{"over its end", 12, 15, "x", ""},
		{"around it", 0, 19, "x", ""},
		{"itself", 7, 13, "MIDDLE", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := &document{text: newText("before MIDDLE after", protocol.PositionEncodingKindUTF8)}
			d.replace(tt.start, tt.end, tt.text)
			start, end, ok := d.now(0, 7, 13)
			got := ""
			if ok {
				got = d.text.content[start:end]
			}
			if got != tt.want {
				t.Errorf("at the place is %q, want %q", got, tt.want)
			}
		})
	}
	t.Run("an insertion where something was inserted", func(t *testing.T) {
		d := &document{text: newText("ab", protocol.PositionEncodingKindUTF8)}
		d.replace(1, 1, "x")
		if _, _, ok := d.now(0, 1, 1); ok {
			t.Error("nobody can say which of the two comes first")
		}
	})
	t.Run("too long ago", func(t *testing.T) {
		d := &document{text: newText("", protocol.PositionEncodingKindUTF8)}
		for range maxChanges + 1 {
			d.replace(0, 0, "x")
		}
		if _, _, ok := d.now(0, 0, 0); ok || len(d.changes) > maxChanges {
			t.Errorf("ok with %d changes", len(d.changes))
		}
		if s, _, ok := d.now(d.seq-1, 5, 6); !ok || s != 6 {
			t.Errorf("a late place is %d, %v", s, ok)
		}
		d.forget(d.seq)
		if s, _, ok := d.now(d.seq, 5, 6); !ok || s != 5 || len(d.changes) > 0 {
			t.Errorf("without changes, a place is %d, %v", s, ok)
		}
		if _, _, ok := d.now(d.seq-1, 5, 6); ok {
			t.Error("a forgotten change is known")
		}
	})
}

func TestChange(t *testing.T) {
	d := &document{text: newText("one\ntwo\n", protocol.PositionEncodingKindUTF16)}
	d.change([]protocol.TextDocumentContentChangeEvent{
		&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: protocol.Position{Line: 1}, End: protocol.Position{Line: 1, Character: 3}}, Text: "zwei"},
		&protocol.TextDocumentContentChangePartial{Range: protocol.Range{Start: protocol.Position{Line: 1, Character: 4}, End: protocol.Position{Line: 0, Character: 3}}, Text: " "}, // from the end to the beginning
	})
	if got := d.text.content; got != "one \n" {
		t.Errorf("the text is %q", got)
	}
	// Of a whole text, only what is different counts as changed.
	d.change([]protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: "one more\n"}})
	if c := d.changes[len(d.changes)-1]; d.text.content != "one more\n" || c.start != 4 || c.end != 4 || c.size != 4 {
		t.Errorf("the text is %q, the change %+v", d.text.content, c)
	}
}

func FuzzChange(f *testing.F) {
	f.Add("package p", "package q\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		d := &document{text: newText(before, protocol.PositionEncodingKindUTF16)}
		d.change([]protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: after}})
		if d.text.content != after {
			t.Fatalf("%q became %q, not %q", before, d.text.content, after)
		}
		for i := range before {
			if at, _, ok := d.now(0, i, i+1); ok && after[at] != before[i] {
				t.Fatalf("byte %d of %q is said to be %d of %q", i, before, at, after)
			}
		}
	})
}
