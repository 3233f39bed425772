package mesh

import (
	"fmt"
	"slices"
	"strconv"

	"go.yaml.in/yaml/v4" // the YAML organisation's own: no requirements, and nodes that know their lines
)

// A node is a value of a file.
type node struct {
	*yaml.Node
	file string
}

// missing reports whether there is no value, or null.
func (n node) missing() bool { return n.Node == nil || n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// maxSteps bounds the ways through aliases, which may lead back to themselves.
const maxSteps = 50

// real follows aliases.
func (n node) real() node {
	for range maxSteps {
		if n.Node == nil || n.Kind != yaml.AliasNode {
			return n
		}
		n.Node = n.Alias
	}
	return node{file: n.file}
}

// get is the value of a key, which may have several spellings. It is missing in what is no
// mapping.
func (n node) get(keys ...string) node { return n.lookup(keys, make(map[*yaml.Node]bool)) }

// lookup looks at each mapping once: they may be merged with each other, and themselves.
func (n node) lookup(keys []string, seen map[*yaml.Node]bool) node {
	none := node{file: n.file}
	if n.Node == nil || n.Kind != yaml.MappingNode || seen[n.Node] {
		return none
	}
	seen[n.Node] = true
	var merged []node
	for i := 0; i+1 < len(n.Content); i += 2 {
		value := node{n.Content[i+1], n.file}.real()
		if slices.Contains(keys, n.Content[i].Value) {
			return value
		}
		if n.Content[i].Tag == "!!merge" {
			merged = append(append(merged, value), value.list()...)
		}
	}
	for _, m := range merged {
		if found := m.lookup(keys, seen); !found.missing() {
			return found
		}
	}
	return none
}

// list are the values of a sequence; there are none in what is something else.
func (n node) list() (list []node) {
	if n.Node == nil || n.Kind != yaml.SequenceNode {
		return nil
	}
	for _, c := range n.Content {
		list = append(list, node{c, n.file}.real())
	}
	return list
}

// text is the value of a scalar, or empty.
func (n node) text() string {
	if n.missing() || n.Kind != yaml.ScalarNode {
		return ""
	}
	return n.Value
}

// where is the place of the value.
func (n node) where() string {
	if n.Node == nil || n.Line == 0 {
		return n.file
	}
	return n.file + ":" + strconv.Itoa(n.Line)
}

// wrong is an error at the value.
func (n node) wrong(format string, args ...any) error {
	return fmt.Errorf("%s: %s", n.where(), fmt.Sprintf(format, args...))
}

// maxRetries bounds what is taken for a number of retries.
const maxRetries = 1_000_000

// retries reads a number of retries, which is one less than that of attempts.
func (n node) retries(name string) (int, error) {
	v, err := strconv.Atoi(n.text())
	if err != nil || v < 0 || v > maxRetries {
		return 0, n.wrong("%s is %q: write a whole number, 0 for no retry", name, n.text())
	}
	return v, nil
}

// hosts reads a list of hosts.
func (n node) hosts(name string) (list []pattern, err error) {
	if !n.missing() && n.Kind != yaml.SequenceNode {
		return nil, n.wrong("%s is no list: write each host behind a -", name)
	}
	for _, h := range n.list() {
		p, err := parsePattern(h.text())
		if err != nil {
			return nil, h.wrong("%s: %v", name, err)
		}
		list = append(list, p)
	}
	return list, nil
}
