package report

import (
	"fmt"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/layers"
)

// LayersRule is the rule whose findings are the layers of retries.
const LayersRule = "layering/layers"

// Layers makes the tree of the layers that the engine has written into the messages of its
// findings.
func Layers(list []findings.Finding) (layers.Forest, error) {
	var chains []layers.Chain
	for _, f := range list {
		if f.Rule != LayersRule {
			continue // a directive that is wrong, say: not of this report
		}
		c, err := layers.Parse(f.Message)
		if err != nil {
			return nil, fmt.Errorf("internal error, please report it: %s: %w", f.Start, err)
		}
		chains = append(chains, c)
	}
	forest := layers.Plant(chains)
	forest.Shorten()
	return forest, nil
}
