// Package layers is what is known of retries that stand inside retries, as plain data: a
// chain of layers, each of which repeats all that is below it.
package layers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A Kind says what repeats.
type Kind string

// The kinds of layers.
const (
	// Loop is a loop in the program, or a function that calls itself.
	Loop Kind = "loop"
	// Library is a function of a retry library, or of the program, that is given
	// what it repeats.
	Library Kind = "library"
	// Client is a client, transport or interceptor that repeats by itself what is sent
	// through it.
	Client Kind = "client"
	// Queue is a work queue that puts back what failed.
	Queue Kind = "queue"
	// Mesh is a proxy between the program and what it calls.
	Mesh Kind = "mesh"
)

// Endless is the number of attempts of a layer that goes on until it succeeds.
const Endless = -1

// A Layer is one place where a failed operation is repeated.
type Layer struct {
	Kind Kind
	// Name is the function that the layer stands in, or what is known to repeat:
	// "(*repo.Client).Get".
	Name string
	// Place is the file, line and column, after the path of the package: "shop/repo/client.go:33:12".
	// It is empty where the program has none: for a proxy.
	Place string
	// Attempts is how often the operation is tried at most, the first time included.
	// It is 0 if nobody can know, and Endless if nothing limits it.
	Attempts int
	// Default is set where the number is that of a library whose settings are not seen.
	Default bool
	// Heeds is the library, as an import path, that marks what a layer has given up, so that its other
	// layers do not repeat that; or empty. It is not in the text of a chain.
	Heeds string
}

// Heed reports whether layers do not repeat what layers inside of them have given up: then these
// multiply nothing.
func Heed(outer, inner []Layer) bool {
	return slices.ContainsFunc(outer, func(o Layer) bool {
		return o.Heeds != "" && slices.ContainsFunc(inner, func(i Layer) bool { return i.Heeds == o.Heeds })
	})
}

// Times is the number of attempts as text: 3, n or ∞.
func (l Layer) Times() string {
	switch l.Attempts {
	case 0:
		return "n"
	case Endless:
		return "∞"
	}
	return strconv.Itoa(l.Attempts)
}

// A Chain is the layers that a call runs through, the outermost first, and what is
// called in the end. It is comparable by its text.
type Chain struct {
	Layers []Layer
	// Ends is the call that leaves the machine, as text: "(*http.Client).Do"; empty if
	// nobody can know.
	Ends string
}

// Calls is the largest number of calls that one call of the chain can lead to, as far as it
// is known: the product of the known numbers of attempts. Known is false if one of
// them is not, or has no limit.
func (c Chain) Calls() (product int, known bool) {
	product, known = 1, true
	for _, l := range c.Layers {
		if l.Attempts <= 0 {
			known = false
			continue
		}
		product *= l.Attempts
	}
	return product, known
}

// String is the chain as one line of text, which Parse reads:
//
//	3 × loop (*api.Handler).Serve [shop/api/handler.go:20:8] > 3 × client retryablehttp [shop/repo/client.go:33:12] > (*http.Client).Do
//
// A number that a library has by default has a ~ before it.
func (c Chain) String() string {
	parts := make([]string, 0, len(c.Layers)+1)
	for _, l := range c.Layers {
		part := fmt.Sprintf("%s × %s %s", l.Times(), l.Kind, l.Name)
		if l.Default {
			part = "~" + part
		}
		if l.Place != "" {
			part += " [" + l.Place + "]"
		}
		parts = append(parts, part)
	}
	return strings.Join(append(parts, c.Ends), " > ")
}

// Parse reads the text of a chain.
func Parse(text string) (Chain, error) {
	parts := strings.Split(text, " > ")
	c := Chain{Ends: parts[len(parts)-1]}
	for _, part := range parts[:len(parts)-1] {
		l, err := parseLayer(part)
		if err != nil {
			return Chain{}, fmt.Errorf("chain of layers %q: %w", text, err)
		}
		c.Layers = append(c.Layers, l)
	}
	return c, nil
}

func parseLayer(text string) (l Layer, err error) {
	rest := text
	if rest, l.Default = strings.CutPrefix(rest, "~"); rest == "" {
		return l, fmt.Errorf("an empty layer")
	}
	times, rest, ok := strings.Cut(rest, " × ")
	if !ok {
		return l, fmt.Errorf("%q has no number of attempts", text)
	}
	switch times {
	case "n":
	case "∞":
		l.Attempts = Endless
	default:
		if l.Attempts, err = strconv.Atoi(times); err != nil || l.Attempts < 1 {
			return l, fmt.Errorf("%q is no number of attempts", times)
		}
	}
	kind, rest, ok := strings.Cut(rest, " ")
	if l.Kind = Kind(kind); !ok {
		return l, fmt.Errorf("%q has no name", text)
	}
	switch l.Kind {
	case Loop, Library, Client, Queue, Mesh:
	default:
		return l, fmt.Errorf("unknown kind of layer %q", kind)
	}
	if before, place, ok := strings.Cut(rest, " ["); ok {
		rest = before
		if l.Place, ok = strings.CutSuffix(place, "]"); !ok {
			return l, fmt.Errorf("%q: the place has no end", text)
		}
	}
	l.Name = rest
	return l, nil
}
