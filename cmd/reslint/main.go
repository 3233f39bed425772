// Reslint finds where one slow or failing dependency becomes an outage.
package main

import (
	"golang.org/x/tools/go/analysis/unitchecker"

	"github.com/reslint/reslint"
)

func main() { unitchecker.Main(reslint.Analyzers()...) }
