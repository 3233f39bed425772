package effects

import (
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/destination"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/mesh"
)

// meshed is the way of a call that a proxy tries again on its way, by the settings, or nil. Of
// several hosts the one that is tried most counts.
func (s *stack) meshed(call *ssa.Call) []Reach {
	if !mesh.Known() {
		return nil
	}
	if s.hosts == nil {
		s.hosts = destination.New(s.cs.pass.Pkg, s.funcs)
	}
	var worst layers.Layer
	for _, h := range s.hosts.Of(&call.Call) {
		if n, where := mesh.Attempts(h.Name, h.Encrypted); n > max(1, worst.Attempts) {
			worst = layers.Layer{Kind: layers.Mesh, Name: strings.ToLower(h.Name) + " (" + where + ")", Attempts: n}
		}
	}
	if worst.Attempts == 0 {
		return nil
	}
	return []Reach{{Chain: layers.Chain{Layers: []layers.Layer{worst}, Ends: shortName(deadline.Called(&call.Call))}}}
}
