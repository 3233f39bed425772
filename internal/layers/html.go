package layers

import (
	_ "embed"
	"html/template"
	"io"
	"strings"
)

//go:embed page.html.tmpl
var pageText string

// page escapes all text for where it stands.
var page = template.Must(template.New("page").Parse(pageText))

// A pageNode is a node as the page shows it.
type pageNode struct {
	*Node
	Attempts string
	Ends     []pageEnd
	Below    []pageNode
	// Worst is what the largest of the ways below comes to.
	Worst       string
	WorstWeight weight
	// Open is set for what is unfolded from the beginning.
	Open bool
	// Leaf is set where nothing can be unfolded.
	Leaf bool
}

// A pageEnd is a call at the end of a way.
type pageEnd struct {
	Name   string
	Calls  string
	Weight weight
}

// openWays is up to how many nodes a tree may have to be shown unfolded.
const openWays = 40

// WriteHTML writes the forest as a page that stands alone: one file, which asks nobody for
// anything. The title says of what it is.
func (f Forest) WriteHTML(w io.Writer, title string) error {
	layers, n := make(map[identity]bool), 0
	f.each(func(node *Node) {
		layers[node.identity()] = true
		n++
	})
	data := struct {
		Title, Worst, Layers, Trees string
		Nodes                       []pageNode
	}{
		Title: title, Worst: f.Worst().String(),
		Layers: plural(len(layers), "layer"), Trees: plural(len(f), "tree"),
		Nodes: f.page(n <= openWays),
	}
	return page.Execute(w, data)
}

func (f Forest) page(open bool) []pageNode {
	var list []pageNode
	for _, n := range f {
		p := pageNode{Node: n, Attempts: n.words(),
			Below: Forest(n.Below).page(open), Open: open, Leaf: len(n.Below)+len(n.Ends) == 0}
		worst := n.Worst()
		p.Worst, p.WorstWeight = worst.String(), worst.weight()
		for _, end := range n.Ends {
			p.Ends = append(p.Ends, pageEnd{called(end), forOne(n.Calls), n.Calls.weight()})
		}
		list = append(list, p)
	}
	return list
}

// Says is what a kind of layer is, in a word or two.
func (k Kind) Says() string {
	switch k {
	case Loop:
		return "loop"
	case Library:
		return "retry function"
	case Client:
		return "client"
	case Queue:
		return "queue"
	case Mesh:
		return "proxy"
	}
	return strings.ToLower(string(k))
}
