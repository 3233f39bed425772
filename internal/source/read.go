package source

import (
	"os"

	"golang.org/x/tools/go/analysis"
)

// Read returns the content of a file of the package. Not every driver has a function for that:
// Bazel's nogo has none.
func Read(pass *analysis.Pass, name string) ([]byte, error) {
	if pass.ReadFile != nil {
		return pass.ReadFile(name)
	}
	return os.ReadFile(name)
}
