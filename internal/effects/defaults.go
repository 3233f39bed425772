package effects

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/layers"
)

// defaultLayer is the layer of a function that a library repeats by itself, as often as its
// table says. If the package names a setting of that library's retries, how often it does is
// not known.
func (cs *Conducts) defaultLayer(callee *types.Func) (layers.Layer, bool) {
	claim := knowledge.Func(callee)
	if !claim.Remote() || claim.Tries == 0 {
		return layers.Layer{}, false
	}
	l := layers.Layer{Kind: layers.Client, Name: shortName(callee), Attempts: claim.Tries, Default: true}
	if cs.setsRetries(claim.File()) {
		l.Attempts, l.Default = 0, false
	}
	return l, true
}

// setsRetries reports whether the package names something of a library, known by its table,
// that is called after retries. A field that is set to 0 stays at the default, which is what
// 0 means to all of these libraries.
func (cs *Conducts) setsRetries(table string) bool {
	if cs.settings != nil {
		return cs.settings[table]
	}
	cs.settings = make(map[string]bool)
	zero := cs.zeroed()
	for id, obj := range cs.pass.TypesInfo.Uses {
		if zero[id] || obj.Pkg() == nil || obj.Pkg() == cs.pass.Pkg || !namesRetries(obj.Name()) {
			continue
		}
		if t := knowledge.For(obj.Pkg().Path()); t != nil {
			cs.settings[t.File] = true
		}
	}
	return cs.settings[table]
}

func namesRetries(name string) bool {
	name = strings.ToLower(name)
	return strings.Contains(name, "retry") || strings.Contains(name, "retries")
}

// zeroed are the names of fields that are set to the constant 0.
func (cs *Conducts) zeroed() map[*ast.Ident]bool {
	zero := make(map[*ast.Ident]bool)
	note := func(name, value ast.Expr) {
		v := cs.pass.TypesInfo.Types[value].Value
		if v == nil || v.Kind() != constant.Int || constant.Sign(v) != 0 {
			return
		}
		switch name := name.(type) {
		case *ast.Ident:
			zero[name] = true
		case *ast.SelectorExpr:
			zero[name.Sel] = true
		}
	}
	for _, file := range cs.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				if len(n.Lhs) == len(n.Rhs) {
					for i := range n.Lhs {
						note(n.Lhs[i], n.Rhs[i])
					}
				}
			case *ast.KeyValueExpr:
				note(n.Key, n.Value)
			}
			return true
		})
	}
	return zero
}

// waysOf are the ways of a function that stands behind an interface's method: those of its
// fact, or the layer of its library.
func (cs *Conducts) waysOf(impl *types.Func) []Reach {
	if l, ok := cs.defaultLayer(impl); ok {
		return []Reach{{Chain: layers.Chain{Layers: []layers.Layer{l}, Ends: shortName(impl)}}}
	}
	return cs.Of(impl).Layers
}
