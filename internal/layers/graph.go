package layers

import (
	"fmt"
	"slices"
	"strings"
)

// A graph is a forest in which equal subtrees are one.
type graph struct {
	vertices []vertex
	edges    []edge
}

// A vertex is a layer, or a call at the end.
type vertex struct {
	lines []string
	end   bool
	// worst is the largest product with which it is reached. There may be several.
	worst   Product
	several bool
}

type edge struct{ from, to int }

// graph draws equal subtrees once: several ways may lead to each, and the largest product
// is that of the worst.
func (f Forest) graph() graph {
	var g graph
	known := make(map[string]int)
	vertexOf := func(key string, v vertex) (i int, isNew bool) {
		if i, ok := known[key]; ok {
			old := &g.vertices[i]
			old.several = old.several || old.worst != v.worst
			if v.worst.compare(old.worst) > 0 {
				old.worst = v.worst
			}
			return i, false
		}
		known[key] = len(g.vertices)
		g.vertices = append(g.vertices, v)
		return len(g.vertices) - 1, true
	}
	keys := make(map[*Node]string)
	var draw func(n *Node) int
	draw = func(n *Node) int {
		lines := []string{n.label()}
		if n.Place != "" {
			lines = append(lines, n.Place)
		}
		lines = append(lines, n.words())
		switch {
		case n.Again:
			lines = append(lines, "again")
		case n.Cut:
			lines = append(lines, "what is below is left out")
		}
		i, isNew := vertexOf(n.key(keys), vertex{lines: lines, worst: n.Calls})
		connect := func(to int) {
			if isNew && !slices.Contains(g.edges, edge{i, to}) {
				g.edges = append(g.edges, edge{i, to})
			}
		}
		for _, end := range n.Ends {
			// That two layers call the same function says nothing of whom they call.
			to, _ := vertexOf("end "+end+" of "+n.key(keys), vertex{lines: []string{called(end)}, end: true, worst: n.Calls})
			connect(to)
		}
		for _, below := range n.Below {
			connect(draw(below))
		}
		return i
	}
	for _, n := range f {
		draw(n)
	}
	for i, v := range g.vertices {
		if v.end {
			g.vertices[i].lines = append(v.lines, v.calls())
		}
	}
	return g
}

// calls says the product of an end, which may be the largest of several.
func (v vertex) calls() string {
	text := forOne(v.worst)
	if v.several && !v.worst.Endless && !v.worst.Unknown {
		text = "up to " + text
	}
	return text
}

// key is the same for nodes whose subtrees are equal, but for their products.
func (n *Node) key(known map[*Node]string) string {
	if known[n] == "" {
		parts := []string{fmt.Sprintf("%+v %v %v %q", n.Layer, n.Again, n.Cut, n.Ends)}
		for _, below := range n.Below {
			parts = append(parts, below.key(known))
		}
		known[n] = "(" + strings.Join(parts, " ") + ")"
	}
	return known[n]
}

// A weight says how large a product is, for the eye.
type weight string

// The weights.
const (
	light   weight = "light"
	medium  weight = "medium"
	heavy   weight = "heavy"
	extreme weight = "extreme"
)

// weight is light up to 3 calls, as many as one layer should make.
func (p Product) weight() weight {
	switch {
	case p.Endless || p.Times >= 100:
		return extreme
	case p.Times >= 10:
		return heavy
	case p.Times > 3 || p.Unknown:
		return medium
	}
	return light
}
