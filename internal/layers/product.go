package layers

import (
	"cmp"
	"fmt"
	"math"
)

// A Product is how many calls one request can become, as far as it is known.
type Product struct {
	// Times is the product of the numbers that are known.
	Times int `json:"times"`
	// Unknown is set if a layer is in it whose number nobody can know.
	Unknown bool `json:"unknown,omitempty"`
	// Endless is set if a layer is in it that goes on until it succeeds.
	Endless bool `json:"endless,omitempty"`
}

// one is the product of no layers.
var one = Product{Times: 1}

// by is the product with one more layer.
func (p Product) by(l Layer) Product {
	switch {
	case l.Attempts == Endless:
		p.Endless = true
	case l.Attempts <= 0:
		p.Unknown = true
	case p.Times > math.MaxInt/l.Attempts:
		p.Times = math.MaxInt
	default:
		p.Times *= l.Attempts
	}
	return p
}

// compare orders by what is worst: no limit at all, then the number.
func (p Product) compare(q Product) int {
	worth := func(b bool) int {
		if b {
			return 1
		}
		return 0
	}
	return cmp.Or(
		cmp.Compare(worth(p.Endless), worth(q.Endless)),
		cmp.Compare(p.Times, q.Times),
		cmp.Compare(worth(p.Unknown), worth(q.Unknown)))
}

// String says it in words: "27 calls", "at least 9 calls, n is not known", "no limit".
func (p Product) String() string {
	switch {
	case p.Endless:
		return "no limit"
	case p.Unknown && p.Times == 1:
		return "n calls, n is not known"
	case p.Unknown:
		return "at least " + plural(p.Times, "call") + ", n is not known"
	}
	return plural(p.Times, "call")
}

// words is the number of attempts of a layer, in words.
func (l Layer) words() string {
	text := "n attempts"
	switch {
	case l.Attempts == Endless:
		text = "no limit"
	case l.Attempts > 0:
		text = plural(l.Attempts, "attempt")
	}
	if l.Default {
		text += " by default"
	}
	return text
}

func plural(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
