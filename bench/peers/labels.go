package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	_ "github.com/reslint/reslint" // defines the rules
	"github.com/reslint/reslint/internal/rule"
)

// families are those of reslint, in the order of its table.
var families = []string{"timeout", "retryloop", "fallback", "fanout", "layering"}

// A set is code of which somebody has said what is wrong with it.
type set struct {
	name, dir string
	patterns  []string
	// labels are the lines with a fault.
	labels []label
	// right are the files in which nothing is wrong, but for the lines in maybe.
	right map[string]bool
	maybe map[place]bool
	// own is set for the cases of reslint's own rules, a folder a family.
	own bool
	// near is how many lines away from a label a report may stand.
	near int
}

// A label is a line with a fault.
type label struct {
	family string
	place
	// where it is made: places that reslint names in its proof.
	where []place
}

var (
	want  = regexp.MustCompile("// want [\"`]")
	bad   = regexp.MustCompile(`//\s*BAD\s+([a-z]+)[a-z,/ -]*:`)
	maybe = regexp.MustCompile(`//\s*MAYBE\s`)
)

// ownCases copies the cases of the rules to tmp, as modules of a workspace: tools want modules.
func ownCases(testdata, tmp string) (*set, error) {
	s := &set{name: "testdata/src", dir: tmp, own: true, right: make(map[string]bool), maybe: make(map[place]bool)}
	work := "go 1.26.0\n\nuse (\n"
	for _, family := range families {
		if err := os.CopyFS(filepath.Join(tmp, family), os.DirFS(filepath.Join(testdata, family))); err != nil {
			return nil, err
		}
		if err := os.WriteFile(filepath.Join(tmp, family, "go.mod"), []byte("module "+family+"\n\ngo 1.26.0\n"), 0o666); err != nil {
			return nil, err
		}
		work += "\t./" + family + "\n"
		s.patterns = append(s.patterns, "./"+family+"/...")
	}
	if err := os.WriteFile(filepath.Join(tmp, "go.work"), []byte(work+")\n"), 0o666); err != nil {
		return nil, err
	}
	err := goFiles(tmp, func(name, text string) {
		rel, _ := filepath.Rel(tmp, name)
		parts := strings.Split(filepath.ToSlash(rel), "/")
		family := parts[0]
		if r := rule.Lookup(family + "/" + parts[1]); r != nil && r.Doc.NonDefault || parts[2] == "strict" {
			return // nobody is asked for what is off by default
		}
		s.right[name] = parts[2] == "good"
		for n, line := range numbered(text) {
			if want.MatchString(line) {
				s.labels = append(s.labels, label{family: family, place: place{name, n}})
			}
		}
	})
	return s, err
}

// realCases are those of a module in which comments say what is BAD.
func realCases(dir string) (*set, error) {
	s := &set{name: "real faults", dir: dir, patterns: []string{"./..."}, near: 1, right: make(map[string]bool), maybe: make(map[place]bool)}
	faulty := make(map[string]bool) // case folders
	root := func(name string) string {
		rel, _ := filepath.Rel(dir, name)
		first, _, _ := strings.Cut(filepath.ToSlash(rel), "/")
		return first
	}
	var files []string
	err := goFiles(dir, func(name, text string) {
		files = append(files, name)
		for n, line := range numbered(text) {
			if maybe.MatchString(line) {
				s.maybe[place{name, n}] = true
			}
			if m := bad.FindStringSubmatch(line); m != nil {
				family := m[1]
				if family == "retrylib" {
					family = "retryloop"
				}
				s.labels = append(s.labels, label{family: family, place: place{name, n}})
				faulty[root(name)] = true
			}
		}
	})
	for _, name := range files {
		s.right[name] = !faulty[root(name)]
	}
	return s, err
}

func goFiles(dir string, visit func(name, text string)) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err == nil {
			visit(name, string(text))
		}
		return err
	})
}

// numbered are the lines of a text, with their numbers.
func numbered(text string) func(yield func(int, string) bool) {
	return func(yield func(int, string) bool) {
		n := 0
		for line := range strings.Lines(text) {
			if n++; !yield(n, line) {
				return
			}
		}
	}
}
