package lsp

import (
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// A document is a file that is open in the editor.
type document struct {
	uri     uri.URI
	file    string
	version int32
	text    *text
	// seq counts the changes since the document was opened.
	seq int
	// changes are the last ones: those since what was found in the document was seen.
	changes []change
}

// A change replaced the bytes from start to end by size others.
type change struct{ seq, start, end, size int }

// maxChanges are kept. Who changes more before the package compiles again has findings to
// look at, but no fixes.
const maxChanges = 10_000

// change takes what the client says that the user did.
func (d *document) change(events []protocol.TextDocumentContentChangeEvent) {
	for _, e := range events {
		switch e := e.(type) {
		case *protocol.TextDocumentContentChangePartial:
			start, end := d.text.offset(e.Range.Start), d.text.offset(e.Range.End)
			if end < start {
				start, end = end, start
			}
			d.replace(start, end, e.Text)
		case *protocol.TextDocumentContentChangeWholeDocument:
			start, end := unchanged(d.text.content, e.Text)
			d.replace(start, len(d.text.content)-end, e.Text[start:len(e.Text)-end])
		}
	}
}

func (d *document) replace(start, end int, s string) {
	old := d.text.content
	d.seq++
	if len(d.changes) == maxChanges {
		d.changes = d.changes[maxChanges/2:]
	}
	d.changes = append(d.changes, change{d.seq, start, end, len(s)})
	// The parts belong to the message and to the text before it, which need not stay.
	d.text = newText(strings.Join([]string{old[:start], s, old[end:]}, ""), d.text.encoding)
}

// unchanged is how much of two texts is the same at their beginning and at their end.
func unchanged(a, b string) (start, end int) {
	most := min(len(a), len(b))
	for start < most && a[start] == b[start] {
		start++
	}
	for end < most-start && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}
	return start, end
}

// now tells where a part of the text is that was at start to end when seq changes had been
// made. It is not ok if something was changed in it, so that it is another one.
func (d *document) now(seq, start, end int) (s, e int, ok bool) {
	if seq < d.seq && (len(d.changes) == 0 || d.changes[0].seq > seq+1) {
		return 0, 0, false // too long ago
	}
	for _, c := range d.changes {
		switch {
		case c.seq <= seq:
		case c.end <= start && (c.start < start || start < end):
			start += c.size - (c.end - c.start)
			end += c.size - (c.end - c.start)
		case c.start < end || c.start == start:
			return 0, 0, false
		}
	}
	return start, end, true
}

// forget drops the changes that findings were seen after.
func (d *document) forget(seq int) {
	i := 0
	for i < len(d.changes) && d.changes[i].seq <= seq {
		i++
	}
	d.changes = append([]change(nil), d.changes[i:]...)
}
