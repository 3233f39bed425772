package reslint_test

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"path"
	"strings"
	"testing"
)

// layers is the order of the house, from the top down: a package imports only
// from layers below its own, and those on one layer do not know each other.
var layers = [][]string{
	{"cmd/", "plugin", "bench/"},
	{"internal/lsp"},
	{"", "internal/report", "internal/mend", "internal/baseline", "internal/revision"},
	{"internal/findings", "analyzers/"},
	{"internal/effects", "internal/fix", "internal/ruletest"},
	{"internal/retrypolicy", "internal/spawns", "internal/standin"},
	{"internal/destination", "internal/loops"},
	{"internal/rule", "internal/deadline"},
	{"internal/config", "internal/directive", "internal/knowledge", "internal/layers", "internal/mesh", "internal/serviceconfig", "internal/source", "internal/ssabuild"},
	{"internal/ablation"},
}

const module = "github.com/reslint/reslint"

func layer(pkg string) int {
	name := strings.TrimPrefix(strings.TrimPrefix(pkg, module), "/")
	for i, names := range layers {
		for _, l := range names {
			if name == l || strings.HasSuffix(l, "/") && strings.HasPrefix(name, l) {
				return i
			}
		}
	}
	return -1
}

// TestImports keeps the directions of docs/architecture.md: imports run
// downwards only, and no family imports another.
func TestImports(t *testing.T) {
	out, err := exec.Command("go", "list", "-json=ImportPath,Imports", "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(out)))
	for {
		var pkg struct {
			ImportPath string
			Imports    []string
		}
		if err := dec.Decode(&pkg); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatal(err)
		}
		from := layer(pkg.ImportPath)
		if from < 0 {
			t.Errorf("%s stands on no layer: add it to layers and to docs/architecture.md", pkg.ImportPath)
		}
		for _, imp := range pkg.Imports {
			if !strings.HasPrefix(imp, module) {
				continue
			}
			if to := layer(imp); to <= from && path.Dir(imp) != pkg.ImportPath {
				t.Errorf("%s imports %s, which is not below it", pkg.ImportPath, imp)
			}
		}
	}
}
