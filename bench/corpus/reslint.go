package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// findings runs reslint as a vet tool and returns what it reports.
func (e *examination) findings(ctx context.Context) ([]finding, error) {
	out, err := e.reslint(ctx, "-json")
	if err != nil {
		return nil, err
	}
	dec := json.NewDecoder(strings.NewReader(out.stdout))
	var list []finding
	for {
		var unit map[string]map[string]json.RawMessage // package, analyser
		if err := dec.Decode(&unit); errors.Is(err, io.EOF) {
			return list, nil
		} else if err != nil {
			return nil, &fault{failure, fmt.Sprintf("its JSON can't be read: %v", err)}
		}
		for pkg, analysers := range unit {
			for name, raw := range analysers {
				some, err := e.decode(raw)
				if err != nil {
					return nil, &fault{crash, fmt.Sprintf("%s in %s: %v", name, pkg, err)}
				}
				list = append(list, some...)
			}
		}
	}
}

// decode reads what one analyser says about one package: its findings or, if
// it failed, an object with an error.
func (e *examination) decode(raw json.RawMessage) ([]finding, error) {
	var failed struct{ Error string }
	if json.Unmarshal(raw, &failed) == nil {
		return nil, errors.New(failed.Error)
	}
	var diagnostics []struct {
		Category, Posn, Message string
		Fixes                   []json.RawMessage `json:"suggested_fixes"`
	}
	if err := json.Unmarshal(raw, &diagnostics); err != nil {
		return nil, err
	}
	var list []finding
	for _, d := range diagnostics {
		f := finding{Rule: d.Category, Message: d.Message, Fixes: len(d.Fixes)}
		f.File, f.Line, f.Column = splitPosition(d.Posn)
		if rel, err := filepath.Rel(e.root, f.File); err == nil {
			f.File = filepath.ToSlash(rel)
		}
		list = append(list, f)
	}
	return list, nil
}

var positionParts = regexp.MustCompile(`^(.*?)(?::(\d+))?(?::(\d+))?$`)

// splitPosition reads file:line:column, where the latter two may lack.
func splitPosition(s string) (file string, line, column int) {
	m := positionParts.FindStringSubmatch(s)
	line, _ = strconv.Atoi(m[2])
	column, _ = strconv.Atoi(m[3])
	return m[1], line, column
}

// applyFixes runs reslint with -fix.
func (e *examination) applyFixes(ctx context.Context) error {
	_, err := e.reslint(ctx, "-fix")
	return err
}

var crashed = regexp.MustCompile(`(?m)^(panic: |fatal error: |goroutine \d+ \[)`)

// reslint runs the tool with a mode and the user's own flags.
func (e *examination) reslint(ctx context.Context, mode string) (output, error) {
	args := append([]string{"vet", mode, "-vettool=" + e.opts.reslint}, e.opts.passOn...)
	out, err := e.execute(ctx, "go", append(args, e.repo.Packages...)...)
	switch {
	case err != nil:
		return out, err
	case crashed.MatchString(out.stderr):
		return out, &fault{crash, head(out.stderr)}
	case out.code != 0:
		return out, &fault{failure, fmt.Sprintf("exit status %d: %s", out.code, head(out.stderr))}
	}
	return out, nil
}
