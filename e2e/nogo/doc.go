// Package nogo runs reslint as Bazel does: in rules_go's own nogo, built from rules_go's source
// with the analysers and the settings of examples/nogo. Each package is looked at in a process of its own, on
// another machine perhaps, with nothing but its files, the export data of what it imports and the
// facts of what it imports. There are none of the standard library.
//
// What is not run is Bazel itself.
package nogo

// What nogo is made of, so that go.mod requires it.
import (
	_ "github.com/aymanbagabas/go-udiff"
	_ "github.com/bazelbuild/rules_go/go/runfiles"
	_ "golang.org/x/tools/go/gcexportdata"

	_ "github.com/reslint/reslint"
)
