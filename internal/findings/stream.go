package findings

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/rule"
)

// A Failure is what kept a package from being looked at.
type Failure struct {
	// Package is an import path, or empty where the whole run is concerned.
	Package string
	Message string
}

func (f Failure) String() string {
	if f.Package == "" {
		return f.Message
	}
	return "# " + f.Package + "\n" + f.Message
}

// arrangeFailures sorts by package and drops what was said twice.
func arrangeFailures(list []Failure) []Failure {
	slices.SortStableFunc(list, func(a, b Failure) int { return cmp.Compare(a.Package, b.Package) })
	return slices.Compact(list)
}

// The stream of `go vet -json` is a sequence of JSON objects. Each maps a
// package's ID to the names of analysers, and these to a list of diagnostics
// or to an error.
type (
	unit       = map[string]map[string]json.RawMessage
	jsonFault  struct{ Error string }
	diagnostic struct {
		Category, Posn, End, Message string
		Related                      []struct{ Posn, End, Message string }
		Fixes                        []struct {
			Message string
			Edits   []struct {
				Filename   string
				Start, End int
				New        string
			}
		} `json:"suggested_fixes"`
	}
)

// A stream is what was read of one run of the engine.
type stream struct {
	findings []Finding
	failures []Failure
	units    int             // objects read
	seen     map[string]bool // packages that said something
}

// readStream reads the output of `go vet -json` to its end. What was read
// before an error is kept.
func readStream(r io.Reader) (*stream, error) {
	s := &stream{seen: make(map[string]bool)}
	dec := json.NewDecoder(r)
	for {
		var u unit
		err := dec.Decode(&u)
		if errors.Is(err, io.EOF) {
			return s, nil
		}
		if err != nil {
			return s, fmt.Errorf("reading the answer of go vet: %w", err)
		}
		s.units++
		for id, results := range u {
			if err := s.add(importPath(id), results); err != nil {
				return s, fmt.Errorf("reading the answer of go vet for %s: %w", id, err)
			}
		}
	}
}

// add takes the results of one package.
func (s *stream) add(pkg string, results map[string]json.RawMessage) error {
	s.seen[pkg] = true
	var causes, effects []Failure
	for analyzer, raw := range results {
		if bytes.HasPrefix(raw, []byte("[")) {
			if err := s.addDiagnostics(pkg, analyzer, raw); err != nil {
				return err
			}
			continue
		}
		var fault jsonFault
		if err := json.Unmarshal(raw, &fault); err != nil {
			return err
		}
		if strings.HasPrefix(fault.Error, "failed prerequisites: ") {
			effects = append(effects, Failure{pkg, fault.Error})
		} else {
			causes = append(causes, Failure{pkg, fault.Error})
		}
	}
	// A failed analyser takes down those that require it. They only repeat it.
	if len(causes) == 0 {
		causes = effects
	}
	s.failures = append(s.failures, causes...)
	return nil
}

func (s *stream) addDiagnostics(pkg, analyzer string, raw json.RawMessage) error {
	var list []diagnostic
	if err := json.Unmarshal(raw, &list); err != nil {
		return err
	}
	for _, d := range list {
		f := d.finding(pkg, analyzer)
		if f.Rule == rule.Trouble {
			s.failures = append(s.failures, Failure{pkg, f.Message})
		} else {
			s.findings = append(s.findings, f)
		}
	}
	return nil
}

// finding translates a diagnostic. One without a category takes its
// analyser's name as its rule.
func (d diagnostic) finding(pkg, analyzer string) Finding {
	f := Finding{
		Package: pkg,
		Rule:    d.Category,
		Start:   parsePosition(d.Posn),
		End:     parsePosition(d.End),
		Message: strings.TrimSuffix(d.Message, " ("+d.Category+")"),
	}
	if f.Rule == "" {
		f.Rule = analyzer
	}
	if r := rule.Lookup(f.Rule); r != nil {
		f.URL = r.URL()
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, Related{parsePosition(r.Posn), parsePosition(r.End), r.Message})
	}
	for _, x := range d.Fixes {
		fix := Fix{Message: x.Message}
		for _, e := range x.Edits {
			fix.Edits = append(fix.Edits, Edit{File: e.Filename, Start: e.Start, End: e.End, New: e.New})
		}
		f.Fixes = append(f.Fixes, fix)
	}
	return f
}

// importPath cuts the variant off a package's ID: p [p.test] is p.
func importPath(id string) string {
	path, _, _ := strings.Cut(id, " [")
	return path
}
