package rule

import (
	"go/ast"
	"go/token"
	"strings"
)

// IsTest reports whether a file is test code: a _test.go file, or one that
// imports testing, as helpers for the tests of other packages do. What tests do
// says nothing of the program, and may hang as it likes: the test has a timeout.
func IsTest(fset *token.FileSet, file *ast.File) bool {
	if strings.HasSuffix(fset.File(file.FileStart).Name(), "_test.go") {
		return true
	}
	for _, imp := range file.Imports {
		if imp.Path.Value == `"testing"` {
			return true
		}
	}
	return false
}
