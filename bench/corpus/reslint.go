package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
)

// findings runs reslint and returns what it reports.
func (e *examination) findings(ctx context.Context) ([]finding, error) {
	out, err := e.reslint(ctx, "-json")
	if err != nil {
		return nil, err
	}
	type place struct {
		Start struct {
			File         string
			Line, Column int
		}
		Message string
	}
	var reported []struct {
		Rule string
		place
		Related []place
		Fixes   []json.RawMessage
	}
	if err := json.Unmarshal([]byte(out.stdout), &reported); err != nil {
		return nil, &fault{failure, fmt.Sprintf("its JSON can't be read: %v", err)}
	}
	var list []finding
	for _, r := range reported {
		f := finding{
			Repository: e.repo.Name,
			Rule:       r.Rule,
			File:       filepath.ToSlash(r.Start.File),
			Line:       r.Start.Line,
			Column:     r.Start.Column,
			Message:    r.Message,
			Fixes:      len(r.Fixes),
		}
		for _, p := range r.Related {
			f.Related = append(f.Related, fmt.Sprintf("%s:%d: %s", filepath.ToSlash(p.Start.File), p.Start.Line, p.Message))
		}
		list = append(list, f)
	}
	return list, nil
}

// applyFixes runs reslint with -fix.
func (e *examination) applyFixes(ctx context.Context) error {
	_, err := e.reslint(ctx, "-fix")
	return err
}

// crashed finds what the Go runtime prints at a panic, and what reslint makes of
// one in an analyser.
var crashed = regexp.MustCompile(`(?m)^(panic: |fatal error: |goroutine \d+ \[|.*internal error)`)

// reslint runs the tool with a mode and the user's own flags.
func (e *examination) reslint(ctx context.Context, mode string) (output, error) {
	const clean, found = 0, 1 // exit statuses
	args := slices.Concat([]string{mode}, e.opts.passOn, e.repo.Packages)
	out, err := e.execute(ctx, e.opts.reslint, args...)
	switch {
	case err != nil:
		return out, err
	case crashed.MatchString(out.stderr):
		return out, &fault{crash, head(out.stderr)}
	case out.code != clean && out.code != found:
		return out, &fault{failure, fmt.Sprintf("exit status %d\n%s", out.code, head(out.stderr))}
	}
	return out, nil
}
