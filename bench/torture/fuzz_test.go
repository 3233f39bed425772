package torture

import (
	"bytes"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"golang.org/x/tools/go/packages"
)

// FuzzSuite takes a program, makes some changes in one of its files, and analyses what still type-checks.
func FuzzSuite(f *testing.F) {
	all, err := programs()
	if err != nil {
		f.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := range all {
		data := make([]byte, 24)
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		f.Add(uint16(n), data)
	}
	w := theWorld(f) // in time: the go command ends a worker whose input takes longer than 10 s
	f.Fuzz(func(t *testing.T, n uint16, data []byte) {
		if len(data) > 64 {
			t.Skip("more changes than a reader could follow")
		}
		torment(t, w, all[int(n)%len(all)], &dice{data})
	})
}

// torment mutates a program, and analyses it.
func torment(t *testing.T, w *world, p program, d *dice) (analysed bool) {
	p = slices.Clone(p)
	pkgs, _, ok := w.check(p)
	defer func() { w.forgetAll(pkgs) }()
	if !ok {
		t.Fatalf("%s does not type-check as it is", p[len(p)-1].path)
	}
	i := d.pick(len(p))
	u := &p[i]
	k := d.pick(len(u.files))
	name := u.files[k]
	text := mutated(w, name, pkgs[i], d)
	dir := t.TempDir()
	mutant, extra := filepath.Join(dir, filepath.Base(name)), filepath.Join(dir, "torture_helpers.go")
	u.files = append(slices.Clone(u.files), extra)
	u.files[k] = mutant
	write(t, extra, []byte("package "+pkgs[i].Name+helpers))

	for range 4 {
		write(t, mutant, text)
		pkgs, v, ok := w.check(p)
		if ok {
			lookAt(t, w, pkgs, v, text)
			w.forgetAll(pkgs)
			return true
		}
		again := repaired(pkgs, v, mutant)
		w.forgetAll(pkgs)
		if again == nil {
			return false
		}
		text = again
	}
	return false
}

// lookAt analyses the mutant.
func lookAt(t *testing.T, w *world, pkgs []*packages.Package, v view, text []byte) {
	views := make(map[*packages.Package]view)
	for _, p := range pkgs {
		views[p] = v
	}
	graph, err := analyse(pkgs)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	w.checkFixes(t, graph, views)
}

// mutated is the text of a file after some changes.
func mutated(w *world, name string, p *packages.Package, d *dice) []byte {
	var file *ast.File
	for _, f := range p.Syntax {
		if w.fset.File(f.FileStart).Name() == name {
			file = f
		}
	}
	file.Comments = nil
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			n.Doc = nil
		case *ast.GenDecl:
			n.Doc = nil
		case *ast.Field:
			n.Doc, n.Comment = nil, nil
		case *ast.ValueSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.TypeSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.ImportSpec:
			n.Doc, n.Comment = nil, nil
		case *ast.File:
			n.Doc = nil
		}
		return true
	})
	m := &mutant{dice: d, fset: w.fset, file: file, info: p.TypesInfo}
	for d.more() {
		m.mutate()
	}
	return formatted(file)
}

func formatted(file *ast.File) []byte {
	var b bytes.Buffer
	if err := format.Node(&b, token.NewFileSet(), file); err != nil {
		return nil
	}
	text, err := format.Source(b.Bytes())
	if err != nil {
		return b.Bytes()
	}
	return text
}

// repaired is the text of a mutant after a round of repairs, or nil if nothing can be done.
func repaired(pkgs []*packages.Package, v view, name string) []byte {
	file, err := parser.ParseFile(v.fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	defer v.forget([]*ast.File{file})
	for _, p := range pkgs {
		for i, f := range p.Syntax {
			if v.fset.File(f.FileStart).Name() != name {
				continue
			}
			files := slices.Clone(p.Syntax)
			files[i] = file
			if _, errs := v.check(p.PkgPath, files); !repair(file, errs) {
				return nil
			}
			return formatted(file)
		}
	}
	return nil
}

func (w *world) forgetAll(pkgs []*packages.Package) {
	for _, p := range pkgs {
		w.forget(p.Syntax)
	}
}

func write(t *testing.T, name string, text []byte) {
	t.Helper()
	if err := os.WriteFile(name, text, 0o666); err != nil {
		t.Fatal(err)
	}
}

var (
	mutants = flag.Int("mutants", 0, "how `many` random mutants TestMutants makes")
	seed    = flag.Uint64("seed", 1, "what the random mutants of TestMutants are made from")
)

// TestMutants makes random mutants, without the cost of being guided by coverage, and tells how many of them
// type-checked: those that don't try nothing.
func TestMutants(t *testing.T) {
	if *mutants == 0 {
		t.Skip("-mutants is not set")
	}
	all, err := programs()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(*seed, *seed))
	analysed := 0
	for n := range *mutants {
		data := make([]byte, 4+random.IntN(40))
		for i := range data {
			data[i] = byte(random.Uint32())
		}
		p := random.IntN(len(all))
		t.Run(fmt.Sprintf("%d,%x", p, data), func(t *testing.T) {
			if torment(t, theWorld(t), all[p], &dice{data}) {
				analysed++
			}
		})
		if n%100 == 99 {
			fmt.Fprintf(os.Stderr, "%d mutants, %d analysed\n", n+1, analysed)
		}
	}
	t.Logf("%d mutants of %d programs, %d analysed", *mutants, len(all), analysed)
}
