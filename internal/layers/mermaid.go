package layers

import (
	"fmt"
	"io"
	"strings"
)

// mermaidText keeps a text from being read as Mermaid's or HTML's own.
var mermaidText = strings.NewReplacer(
	"#", "#35;", "&", "#38;", "<", "#60;", ">", "#62;", `"`, "#34;", "`", "#96;", "\\", "#92;", "%", "#37;", "\r", " ", "\n", " ")

// WriteMermaid writes the forest as a flow chart, which GitHub and others draw in Markdown.
func (f Forest) WriteMermaid(w io.Writer) error {
	g := f.graph()
	var b strings.Builder
	b.WriteString("flowchart TD\n")
	if len(g.vertices) == 0 {
		b.WriteString("\tn0[\"nothing retries\"]\n")
	}
	for i, v := range g.vertices {
		open, end := "[", "]"
		if v.end {
			open, end = "([", "])"
		}
		lines := make([]string, len(v.lines))
		for j, l := range v.lines {
			lines[j] = mermaidText.Replace(l)
		}
		fmt.Fprintf(&b, "\tn%d%s\"%s\"%s:::%s\n", i, open, strings.Join(lines, "<br/>"), end, v.worst.weight())
	}
	for _, e := range g.edges {
		fmt.Fprintf(&b, "\tn%d --> n%d\n", e.from, e.to)
	}
	for _, c := range colors {
		fmt.Fprintf(&b, "\tclassDef %s fill:%s,stroke:%s,color:%s\n", c.weight, c.fill, c.line, ink)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// ink is the color of text on the others.
const ink = "#1b1f24"

// colors of the weights, for graphs. They differ in lightness, too, for those who do not
// see their hues.
var colors = []struct {
	weight     weight
	fill, line string
}{
	{light, "#f3f5f7", "#8a94a0"},
	{medium, "#fdecc8", "#b7791f"},
	{heavy, "#fbc9a5", "#c2410c"},
	{extreme, "#f5a3a3", "#a11212"},
}
