package layers

import (
	"fmt"
	"io"
	"strings"
)

// dotText keeps a text from being read as DOT's own.
var dotText = strings.NewReplacer("&", "&amp;", `\`, `\\`, `"`, `\"`, "\r", " ", "\n", " ", "\x00", " ")

// WriteDot writes the forest for Graphviz.
func (f Forest) WriteDot(w io.Writer) error {
	g := f.graph()
	paint := make(map[weight]string)
	for _, c := range colors {
		paint[c.weight] = fmt.Sprintf("fillcolor=%q, color=%q", c.fill, c.line)
	}
	var b strings.Builder
	fmt.Fprintf(&b, "digraph layers {\n\trankdir=TB\n\tnode [shape=box, style=\"rounded,filled\", fontname=\"sans-serif\", fontcolor=%q]\n", ink)
	for i, v := range g.vertices {
		lines := make([]string, len(v.lines))
		for j, l := range v.lines {
			lines[j] = dotText.Replace(l)
		}
		shape := ""
		if v.end {
			shape = ", shape=ellipse, style=filled"
		}
		fmt.Fprintf(&b, "\tn%d [label=\"%s\", %s%s]\n", i, strings.Join(lines, `\n`), paint[v.worst.weight()], shape)
	}
	for _, e := range g.edges {
		fmt.Fprintf(&b, "\tn%d -> n%d\n", e.from, e.to)
	}
	b.WriteString("}\n")
	_, err := io.WriteString(w, b.String())
	return err
}
