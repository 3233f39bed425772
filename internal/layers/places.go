package layers

import (
	"path"
	"strings"
)

// Shorten cuts from the places what all of them begin with: the path of the module, and
// of a folder if all that retries stands there. One folder is always left.
func (f Forest) Shorten() {
	var common []string
	first := true
	f.each(func(n *Node) {
		if n.Place == "" {
			return
		}
		dirs := strings.Split(path.Dir(path.Dir(n.Place)), "/")
		if first {
			common, first = dirs, false
			return
		}
		i := 0
		for i < len(common) && i < len(dirs) && common[i] == dirs[i] {
			i++
		}
		common = common[:i]
	})
	if len(common) == 0 || common[0] == "." {
		return
	}
	prefix := strings.Join(common, "/") + "/"
	f.each(func(n *Node) { n.Place = strings.TrimPrefix(n.Place, prefix) })
}

// each visits all nodes.
func (f Forest) each(visit func(*Node)) {
	for _, n := range f {
		visit(n)
		Forest(n.Below).each(visit)
	}
}
