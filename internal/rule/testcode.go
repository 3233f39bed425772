package rule

import (
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"
)

// testLibraries are packages that only tests have a use for.
var testLibraries = []string{
	"testing",
	"net/http/httptest",
	"github.com/google/gofuzz",
	"github.com/onsi/ginkgo",
	"github.com/onsi/gomega",
	"github.com/stretchr/testify",
	"sigs.k8s.io/randfill",
}

// IsTest reports whether a file is test code: a _test.go file, or one that
// imports what only tests have a use for, as helpers for the tests of other
// packages do. What tests do says nothing of the program, and may hang as it
// likes: the test has a timeout.
func IsTest(fset *token.FileSet, file *ast.File) bool {
	if strings.HasSuffix(fset.File(file.FileStart).Name(), "_test.go") {
		return true
	}
	return slices.ContainsFunc(file.Imports, func(imp *ast.ImportSpec) bool {
		path, err := strconv.Unquote(imp.Path.Value)
		return err == nil && slices.ContainsFunc(testLibraries, func(lib string) bool {
			return path == lib || strings.HasPrefix(path, lib+"/")
		})
	})
}
