package rule

import (
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// testLibraries are packages that only tests have a use for.
var testLibraries = []string{
	"testing",
	"github.com/google/gofuzz",
	"github.com/onsi/ginkgo",
	"github.com/onsi/gomega",
	"github.com/stretchr/testify",
	"sigs.k8s.io/randfill",
}

// testNames are what files, folders and packages of test code have in their names.
var testNames = []string{"test", "mock", "fake", "stub", "e2e", "fixture"}

// IsTest reports whether a file is test code: a _test.go file, or one that
// imports what only tests have a use for, as helpers for the tests of other
// packages do. What tests do says nothing of the program, and may hang as it
// likes: the test has a timeout.
//
// Package httptest alone proves nothing: programs record answers with it, too. It
// needs a name that speaks of tests.
func IsTest(fset *token.FileSet, file *ast.File) bool {
	name := fset.File(file.FileStart).Name()
	if strings.HasSuffix(name, "_test.go") {
		return true
	}
	return slices.ContainsFunc(file.Imports, func(imp *ast.ImportSpec) bool {
		path, err := strconv.Unquote(imp.Path.Value)
		return err == nil && (slices.ContainsFunc(testLibraries, func(lib string) bool {
			return path == lib || strings.HasPrefix(path, lib+"/")
		}) || path == "net/http/httptest" && speaksOfTests(name, file.Name.Name))
	})
}

// speaksOfTests reports whether the name of a file, of its folder or of its package does.
func speaksOfTests(name, pkg string) bool {
	dir, base := filepath.Split(name)
	words := strings.ToLower(pkg + " " + base + " " + filepath.Base(dir))
	return slices.ContainsFunc(testNames, func(word string) bool { return strings.Contains(words, word) })
}
