// Package source finds the syntax at a position: analyses in SSA form know where something
// stands, and edits need what stands there.
package source

import (
	"go/ast"
	"go/token"

	"golang.org/x/tools/go/ast/astutil"
)

// File is the file that a position stands in, or nil.
func File(files []*ast.File, pos token.Pos) *ast.File {
	for _, f := range files {
		if f.FileStart <= pos && pos < f.FileEnd {
			return f
		}
	}
	return nil
}

// Path are the nodes around a position, from the inside out. There are none if it stands in no
// file.
func Path(files []*ast.File, pos token.Pos) []ast.Node {
	f := File(files, pos)
	if f == nil {
		return nil
	}
	path, _ := astutil.PathEnclosingInterval(f, pos, pos+1)
	return path
}

// Call is the call whose opening parenthesis stands at a position, or nil.
func Call(files []*ast.File, lparen token.Pos) *ast.CallExpr {
	for _, n := range Path(files, lparen) {
		if call, ok := n.(*ast.CallExpr); ok && call.Lparen == lparen {
			return call
		}
	}
	return nil
}
