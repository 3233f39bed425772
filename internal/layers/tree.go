package layers

import (
	"cmp"
	"slices"
	"strings"
)

// A Node is a layer on one way from a root of the forest.
type Node struct {
	Layer
	// Calls is how many calls one request has become here: the product of all layers
	// from the root to this one.
	Calls Product
	// Ends are the calls that leave the machine right below this layer. One that
	// nobody can know is empty.
	Ends []string
	// Below are the layers that stand inside this one, those with the largest products
	// first.
	Below []*Node
	// Again is set where the way has come back to a layer that is above already. It is
	// not followed a second time.
	Again bool
	// Cut is set where the forest has become too large to be read, and what is below has
	// been left out.
	Cut bool
}

// Worst is the largest product at the ends of the ways through the node.
func (n *Node) Worst() Product {
	worst := n.Calls
	for i, below := range n.Below {
		if p := below.Worst(); i == 0 && len(n.Ends) == 0 || p.compare(worst) > 0 {
			worst = p
		}
	}
	return worst
}

// A Forest is all that chains say together: a tree for each layer that no other one
// repeats.
type Forest []*Node

// maxNodes bounds a forest. Nobody reads one that is larger, and ways that part and join
// again and again would make one of any size.
const maxNodes = 20000

// An occurrence is the layer at an index of a chain. Behind the last one stands the call
// that the chain ends with.
type occurrence struct {
	chain *Chain
	i     int
}

func (o occurrence) layer() Layer { return o.chain.Layers[o.i] }

// An identity says which layers are the same one, whatever is known of their attempts.
type identity struct {
	Kind  Kind
	Name  string
	Place string
}

func (l Layer) identity() identity { return identity{l.Kind, l.Name, l.Place} }

// fixed reports whether the layer repeats the same operation wherever it is reached from,
// so that what one chain has below it is below it in all. A loop does; what a library, a
// client or a proxy repeats, the caller decides.
func (l Layer) fixed() bool { return l.Place != "" && (l.Kind == Loop || l.Kind == Queue) }

// A planter makes a forest of chains.
type planter struct {
	chains []*Chain
	// at are the occurrences of the fixed layers.
	at map[identity][]occurrence
	// shown are the chains whose first layer stands in the forest.
	shown map[*Chain]bool
	nodes int
}

// Plant makes the forest of chains. It is the same for the same chains in any order.
func Plant(chains []Chain) Forest {
	p := &planter{at: make(map[identity][]occurrence), shown: make(map[*Chain]bool)}
	p.take(chains)
	below := make(map[identity]bool)
	for _, c := range p.chains {
		for i, l := range c.Layers {
			if l.fixed() {
				p.at[l.identity()] = append(p.at[l.identity()], occurrence{c, i})
				// A function that calls itself is not below another layer for that.
				below[l.identity()] = below[l.identity()] || i > 0 && c.Layers[0].identity() != l.identity()
			}
		}
	}
	var roots []occurrence
	for _, c := range p.chains {
		if !below[c.Layers[0].identity()] {
			roots = append(roots, occurrence{c, 0})
		}
	}
	forest := Forest(p.grow(roots, one, nil))
	for _, c := range p.chains { // layers that are all below each other
		if !p.shown[c] {
			forest = append(forest, p.grow([]occurrence{{c, 0}}, one, nil)...)
		}
	}
	sortNodes(forest)
	return forest
}

// take keeps the chains that say something of their own, sorted.
func (p *planter) take(chains []Chain) {
	texts := make([]string, 0, len(chains))
	byText := make(map[string]*Chain)
	for _, c := range chains {
		if text := c.String(); len(c.Layers) > 0 && byText[text] == nil {
			byText[text] = &c
			texts = append(texts, text)
		}
	}
	slices.Sort(texts)
	// A chain that another one ends with is told there. One without an end is told by
	// any that goes the same way.
	told := make(map[string]bool)
	for _, text := range texts {
		c := byText[text]
		for i := range c.Layers {
			part := Chain{Layers: c.Layers[i:], Ends: c.Ends}
			if i > 0 {
				told[part.String()] = true
			}
			for j := i + 1; j <= len(c.Layers); j++ {
				if j < len(c.Layers) || c.Ends != "" {
					told[Chain{Layers: c.Layers[i:j]}.String()] = true
				}
			}
		}
	}
	for _, text := range texts {
		if !told[text] {
			p.chains = append(p.chains, byText[text])
		}
	}
}

// grow makes the nodes of layers that stand side by side.
func (p *planter) grow(from []occurrence, calls Product, path []identity) []*Node {
	groups := make(map[Layer][]occurrence)
	var order []Layer
	for _, o := range from {
		if l := o.layer(); groups[l] == nil {
			order = append(order, l)
		}
		groups[o.layer()] = append(groups[o.layer()], o)
	}
	var nodes []*Node
	for _, l := range order {
		p.nodes++
		n := &Node{Layer: l, Calls: calls.by(l)}
		nodes = append(nodes, n)
		here := groups[l]
		if l.fixed() {
			here = p.at[l.identity()]
			n.Again = slices.Contains(path, l.identity())
		}
		for _, o := range here {
			p.shown[o.chain] = p.shown[o.chain] || o.i == 0
		}
		if n.Cut = p.nodes > maxNodes; n.Again || n.Cut {
			continue
		}
		p.fill(n, here, append(slices.Clip(path), l.identity()))
	}
	sortNodes(nodes)
	return nodes
}

// fill adds what is below a node that stands for some occurrences.
func (p *planter) fill(n *Node, here []occurrence, path []identity) {
	var next []occurrence
	for _, o := range here {
		switch {
		case o.i+1 < len(o.chain.Layers):
			next = append(next, occurrence{o.chain, o.i + 1})
		case !slices.Contains(n.Ends, o.chain.Ends):
			n.Ends = append(n.Ends, o.chain.Ends)
		}
	}
	n.Below = p.grow(next, n.Calls, path)
	slices.Sort(n.Ends)
	if len(n.Ends) > 0 && n.Ends[0] == "" && (len(n.Ends) > 1 || len(n.Below) > 0) {
		n.Ends = n.Ends[1:] // somebody knows more
	}
}

func sortNodes(nodes []*Node) {
	worst := make(map[*Node]Product, len(nodes))
	for _, n := range nodes {
		worst[n] = n.Worst()
	}
	slices.SortStableFunc(nodes, func(a, b *Node) int {
		return cmp.Or(
			worst[b].compare(worst[a]),
			strings.Compare(a.Name, b.Name),
			strings.Compare(a.Place, b.Place),
			strings.Compare(string(a.Kind), string(b.Kind)),
			cmp.Compare(b.Attempts, a.Attempts))
	})
}

// Worst is the largest product of the forest.
func (f Forest) Worst() Product {
	var worst Product
	for _, n := range f {
		if p := n.Worst(); p.compare(worst) > 0 {
			worst = p
		}
	}
	return worst
}
