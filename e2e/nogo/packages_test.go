package nogo

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
)

// A listed package is what the go command knows of one.
type listed struct {
	ImportPath string
	Dir        string
	Export     string
	Standard   bool
	GoFiles    []string
	Imports    []string
	ImportMap  map[string]string
	Module     *struct{ Main bool }
}

// list are the packages of a module and what they import, dependencies first.
func list(t *testing.T, dir string) (all []*listed) {
	t.Helper()
	dec := json.NewDecoder(strings.NewReader(run(t, dir, "go", "list", "-export", "-deps", "-json=ImportPath,Dir,Export,Standard,GoFiles,Imports,ImportMap,Module", "./...")))
	for {
		p := new(listed)
		if err := dec.Decode(p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// A look is what nogo made of the packages of a module.
type look struct {
	findings []string
	facts    map[string][]byte // by import path
}

// lookAt runs nogo on each package of a module but those of the standard library.
func lookAt(t *testing.T, nogo, dir string) *look {
	t.Helper()
	all := list(t, dir)
	l := &look{facts: make(map[string][]byte)}
	byPath, done := make(map[string]*listed), make(map[string]chan bool)
	for _, p := range all {
		byPath[p.ImportPath], done[p.ImportPath] = p, make(chan bool)
	}
	facts := t.TempDir()
	factsOf := func(path string) string {
		return filepath.Join(facts, strings.ReplaceAll(path, "/", "!")+".facts")
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	processes := make(chan bool, runtime.GOMAXPROCS(0))
	for _, p := range all {
		wg.Go(func() {
			defer close(done[p.ImportPath])
			if p.Standard {
				return
			}
			for _, path := range p.Imports {
				if d := done[path]; d != nil {
					<-d
				}
			}
			processes <- true
			defer func() { <-processes }()
			findings, err := lookAtOne(nogo, p, byPath, factsOf)
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				t.Errorf("%s: %v", p.ImportPath, err)
			}
			l.findings = append(l.findings, findings...)
			l.facts[p.ImportPath], _ = os.ReadFile(factsOf(p.ImportPath))
		})
	}
	wg.Wait()
	for i, f := range l.findings {
		l.findings[i] = strings.TrimPrefix(f, dir+string(filepath.Separator))
	}
	slices.Sort(l.findings)
	return l
}

// violation is the exit status of a nogo that found something. (rules_go v0.65.0, constants.go)
const violation = 3

var (
	findingLine = regexp.MustCompile(`(?m)^(.*\.go:\d+:\d+: .*) \(\w+\)$`)
	otherLine   = regexp.MustCompile(`^nogo: errors found by nogo during build-time code analysis:$`)
)

// lookAtOne runs nogo on one package as rules_go does (v0.65.0, nogo.go: runNogo): import paths are those
// of direct imports, those of other modules are asked for their facts only.
func lookAtOne(nogo string, p *listed, byPath map[string]*listed, factsOf func(string) string) (findings []string, err error) {
	var config strings.Builder
	args := []string{"-p", p.ImportPath, "-go_version", strings.TrimPrefix(runtime.Version(), "go"), "-x", factsOf(p.ImportPath)}
	for _, path := range p.Imports {
		imported := byPath[path]
		if imported == nil {
			continue // unsafe
		}
		fmt.Fprintf(&config, "packagefile %s=%s\n", imported.ImportPath, imported.Export)
		if !imported.Standard {
			args = append(args, "-fact", imported.ImportPath+"="+factsOf(imported.ImportPath))
		}
	}
	importcfg := factsOf(p.ImportPath) + ".importcfg"
	if err := os.WriteFile(importcfg, []byte(config.String()), 0o666); err != nil {
		return nil, err
	}
	if p.Module == nil || !p.Module.Main {
		args = append(args, "-facts_only")
	}
	args = append(args, "-importcfg", importcfg)
	for _, name := range p.GoFiles {
		args = append(args, filepath.Join(p.Dir, name))
	}
	cmd := exec.Command(nogo, args...)
	cmd.Dir = filepath.Dir(importcfg) // no folder of the module
	out, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != violation) {
		return nil, fmt.Errorf("%w\n%s", err, out)
	}
	for line := range bytes.Lines(out) {
		text := strings.TrimSuffix(string(line), "\n")
		switch m := findingLine.FindStringSubmatch(text); {
		case m != nil:
			findings = append(findings, m[1])
		case !otherLine.MatchString(text):
			return nil, fmt.Errorf("nogo says %q", text)
		}
	}
	return findings, nil
}
