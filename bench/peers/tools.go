package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A peer is a tool that looks at Go code, and how it is asked in a comparison.
type peer struct {
	// name is the tool, or the linter of golangci-lint.
	name string
	// checks are those that are about what reslint is about; empty is all.
	checks []string
	// args makes the command that looks at packages.
	args func(bins map[string]string) []string
	// read reads what it prints.
	read func(stdout []byte) ([]report, error)
}

// A report is what a tool says of one line.
type report struct {
	check, file string
	line        int
	// places are other lines that belong to it; only reslint has them.
	places []place
}

// A place is a line of a file.
type place struct {
	file string
	line int
}

// counts reports whether a report is of the checks that are compared.
func (p peer) counts(r report) bool { return len(p.checks) == 0 || slices.Contains(p.checks, r.check) }

// peers are what is compared, reslint last.
var peers = []peer{
	{
		name:   "go vet",
		checks: []string{"lostcancel", "httpresponse"},
		args: func(map[string]string) []string {
			return []string{"go", "vet", fmt.Sprintf("-printf.funcs=Peers%d", unseen()), "-json"}
		},
		read: readVet,
	},
	{
		name:   "staticcheck",
		checks: []string{"SA1004", "SA1012", "SA1015", "SA5003"},
		args: func(bins map[string]string) []string {
			return []string{bins["staticcheck"], "-tests=false", "-f=json", "-checks=all"}
		},
		read: readStaticcheck,
	},
	linter("noctx"),
	linter("bodyclose"),
	linter("contextcheck"),
	linter("gosec", "G112", "G114"),
	{
		name: "nilaway",
		args: func(bins map[string]string) []string {
			return []string{bins["nilaway"], "-json", "-test=false", "-pretty-print=false"}
		},
		read: readVet,
	},
	{
		name: "reslint",
		args: func(bins map[string]string) []string {
			return []string{bins["reslint"], fmt.Sprintf("-timeout=%ds", unseen()), "-json"}
		},
		read: readReslint,
	},
}

// unseen is a number that no run had before: a flag of go vet with it makes the run a cold one.
func unseen() int64 { return time.Now().UnixMilli() % 1_000_000_000 }

// linter is a linter that golangci-lint runs.
func linter(name string, checks ...string) peer {
	return peer{
		name: name, checks: checks,
		args: func(bins map[string]string) []string {
			return []string{bins["golangci-lint"], "run", "--no-config", "--default=none", "--enable=" + name, "--tests=false",
				"--output.json.path=stdout", "--show-stats=false", "--max-issues-per-linter=0", "--max-same-issues=0",
				"--issues-exit-code=0", "--allow-parallel-runners", "--timeout=1h"}
		},
		read: readGolangci,
	}
}

// readVet reads the JSON of go vet, and of programs that are made like it: objects by package and analyser.
func readVet(out []byte) (all []report, err error) {
	var text bytes.Buffer
	for line := range bytes.Lines(out) {
		if !bytes.HasPrefix(line, []byte("#")) {
			text.Write(line)
		}
	}
	dec := json.NewDecoder(&text)
	for {
		var packages map[string]map[string]json.RawMessage
		if err := dec.Decode(&packages); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		for _, analyzers := range packages {
			for name, raw := range analyzers {
				var found []struct{ Posn string }
				if json.Unmarshal(raw, &found) != nil {
					continue // an error in its place
				}
				for _, f := range found {
					r := report{check: name}
					if r.file, r.line, err = position(f.Posn); err != nil {
						return nil, err
					}
					all = append(all, r)
				}
			}
		}
	}
}

// position reads file:line:column.
func position(posn string) (file string, line int, err error) {
	parts := strings.Split(posn, ":")
	if len(parts) < 3 {
		return "", 0, fmt.Errorf("no position: %q", posn)
	}
	n := len(parts)
	line, err = strconv.Atoi(parts[n-2])
	return strings.Join(parts[:n-2], ":"), line, err
}

func readStaticcheck(out []byte) (all []report, err error) {
	dec := json.NewDecoder(bytes.NewReader(out))
	for {
		var found struct {
			Code     string
			Location struct {
				File string
				Line int
			}
		}
		if err := dec.Decode(&found); errors.Is(err, io.EOF) {
			return all, nil
		} else if err != nil {
			return nil, err
		}
		all = append(all, report{check: found.Code, file: found.Location.File, line: found.Location.Line})
	}
}

func readGolangci(out []byte) (all []report, err error) {
	var found struct {
		Issues []struct {
			FromLinter, Text string
			Pos              struct {
				Filename string
				Line     int
			}
		}
	}
	if err := json.NewDecoder(bytes.NewReader(out)).Decode(&found); err != nil {
		return nil, err
	}
	for _, i := range found.Issues {
		check := i.FromLinter
		if name, _, ok := strings.Cut(i.Text, ":"); ok && check == "gosec" {
			check = name // G114: …
		}
		all = append(all, report{check: check, file: i.Pos.Filename, line: i.Pos.Line})
	}
	return all, nil
}

func readReslint(out []byte) (all []report, err error) {
	type at struct {
		Start struct {
			File string
			Line int
		}
	}
	var found []struct {
		Rule string
		at
		Related []at
	}
	if err := json.Unmarshal(out, &found); err != nil {
		return nil, err
	}
	for _, f := range found {
		r := report{check: f.Rule, file: f.Start.File, line: f.Start.Line}
		for _, p := range f.Related {
			r.places = append(r.places, place{p.Start.File, p.Start.Line})
		}
		all = append(all, r)
	}
	return all, nil
}
