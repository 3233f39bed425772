package fix

import "go/types"

// RuntimePath is the package of the runtime.
const RuntimePath = "github.com/reslint/reslint/resilience"

// HasRuntime reports whether a package may import the runtime: it does so already, or the
// settings say that its module requires it.
func HasRuntime(pkg *types.Package, setting bool) bool {
	if setting {
		return true
	}
	for _, p := range pkg.Imports() {
		if p.Path() == RuntimePath {
			return true
		}
	}
	return false
}
