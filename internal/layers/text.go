package layers

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A line of the text form: up to three columns.
type line struct{ name, place, count string }

// WriteText writes the forest for a terminal.
func (f Forest) WriteText(w io.Writer) error {
	if len(f) == 0 {
		_, err := io.WriteString(w, "Nothing retries here, as far as reslint can see.\n")
		return err
	}
	var b strings.Builder
	for i, n := range f {
		if i > 0 {
			b.WriteByte('\n')
		}
		var lines []line
		lines = n.lines(lines, "", "")
		align(&b, lines)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// lines adds the lines of a node. Its own begins with first, and those below it with
// rest.
func (n *Node) lines(lines []line, first, rest string) []line {
	name := n.label()
	switch {
	case n.Again:
		name += " (again: see above)"
	case n.Cut:
		name += " (what is below is left out: the tree is too large)"
	}
	lines = append(lines, line{first + name, n.Place, n.words()})
	bar := "   "
	if len(n.Below) > 0 && len(n.Ends) > 0 {
		bar = "│  "
	}
	for _, end := range n.Ends {
		lines = append(lines, line{rest + bar + called(end), "", forOne(n.Calls)})
	}
	for i, below := range n.Below {
		branch, bar := "├─ ", "│  "
		if i == len(n.Below)-1 {
			branch, bar = "└─ ", "   "
		}
		lines = below.lines(lines, rest+branch, rest+bar)
	}
	return lines
}

// label names a layer where its kind is not told.
func (l Layer) label() string {
	if l.Kind == Mesh {
		return "the mesh, for " + l.Name
	}
	return l.Name
}

// called names the call at the end of a way.
func called(end string) string {
	if end == "" {
		return "a call that is not known"
	}
	return end
}

// forOne says what a product is the number of.
func forOne(p Product) string {
	text := p.String()
	switch {
	case p.Endless:
		return "no limit for one request"
	case p.Unknown:
		before, after, _ := strings.Cut(text, ",")
		return before + " for one request," + after
	}
	return text + " for one request"
}

// align writes lines in columns of equal width.
func align(b *strings.Builder, lines []line) {
	var name, place int
	for _, l := range lines {
		name = max(name, utf8.RuneCountInString(l.name))
		place = max(place, utf8.RuneCountInString(l.place))
	}
	if place > 0 {
		place += 2
	}
	for _, l := range lines {
		fmt.Fprintf(b, "%-*s%-*s%s\n", name+2, l.name, place, l.place, l.count)
	}
}
