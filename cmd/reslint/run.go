package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/rogpeppe/go-internal/diff" // the go command's own diff; git apply and patch take it

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/mend"
	"github.com/reslint/reslint/internal/report"
)

var (
	errInterrupted = errors.New("interrupted; no file is half-written")
	errUnseen      = errors.New("some packages could not be looked at")
)

// A runner does one run of the command.
type runner struct {
	opts   *options
	engine *findings.Engine
}

func newRunner(opts *options) (*runner, error) {
	if opts.dir != "" {
		if err := os.Chdir(opts.dir); err != nil {
			return nil, err
		}
	}
	dir, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(opts, dir)
	if err != nil {
		return nil, err
	}
	return &runner{opts, engine}, nil
}

// newEngine returns the engine that works in a folder as the options say.
func newEngine(opts *options, dir string) (*findings.Engine, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the executable, to name it to go vet: %w", err)
	}
	settings, err := opts.settings()
	if err != nil {
		return nil, err
	}
	return &findings.Engine{
		Dir:      dir,
		Tool:     self,
		Build:    opts.build(),
		Settings: settings,
		Env:      []string{configVar + "=flags"},
	}, nil
}

// run does what the options ask for, and chooses the exit status.
func (r *runner) run(ctx context.Context) (status int, err error) {
	if err := r.opts.places(); err != nil {
		return exitFailure, err
	}
	if err := r.engine.Check(ctx); err != nil {
		return exitFailure, err
	}
	if err := r.keepNew(ctx); err != nil {
		return exitFailure, err
	}
	if r.opts.fix || r.opts.diff {
		return r.mend(ctx)
	}
	stop := r.showProgress()
	res, err := r.engine.Run(ctx, r.opts.patterns)
	stop()
	if err != nil {
		return exitFailure, err
	}
	if r.opts.writeBaseline != "" {
		return r.record(ctx, res)
	}
	if err := r.report(res); err != nil {
		return exitFailure, err
	}
	return r.conclude(res)
}

// mend applies fixes, or prints what they would change.
func (r *runner) mend(ctx context.Context) (status int, err error) {
	stop := r.showProgress()
	defer stop()
	m, err := mend.New(ctx, r.engine, r.opts.patterns)
	if err != nil {
		return exitFailure, err
	}
	act := m.Fix
	if r.opts.diff {
		act = m.Preview
	}
	out, err := act(ctx)
	stop()
	if err != nil {
		return exitFailure, err
	}
	if r.opts.diff {
		err = r.writePatch(out)
	} else {
		err = r.writeMended(out)
	}
	if err != nil {
		return exitFailure, err
	}
	status, err = r.conclude(out.Result)
	if len(out.Unwritten) > 0 {
		return exitFailure, errors.Join(err, errors.New(strings.Join(out.Unwritten, "\n")))
	}
	return status, err
}

// writeMended says what is left, and how much was changed.
func (r *runner) writeMended(out *mend.Outcome) error {
	if err := r.report(out.Result); err != nil {
		return err
	}
	if len(out.Changes) > 0 {
		fmt.Fprintf(os.Stderr, "reslint: changed %s; %s before, %d left\n",
			report.Plural(len(out.Changes), "file"), report.Plural(out.Before, "finding"), len(out.Findings))
	}
	return nil
}

// writePatch prints a patch to standard output, and to standard error the
// findings that it does not repair.
func (r *runner) writePatch(out *mend.Outcome) error {
	for _, c := range out.Changes {
		name := filepath.ToSlash(findings.RelativePath(r.engine.Dir, c.File))
		if _, err := os.Stdout.Write(diff.Diff("a/"+name, c.Old, "b/"+name, c.New)); err != nil {
			return err
		}
	}
	var left []findings.Finding
	for _, f := range out.Findings {
		if len(f.Fixes) == 0 || f.Unfixed != "" {
			left = append(left, f)
		}
	}
	rest := r.reported(&findings.Result{Findings: left, Failures: out.Failures})
	rest.Color = report.WantColor(os.Stderr)
	return report.Forms[0].Write(os.Stderr, rest)
}

// conclude says what could not be looked at, and chooses the exit status.
func (r *runner) conclude(res *findings.Result) (status int, err error) {
	if notes := strings.TrimSpace(res.Notes); notes != "" {
		fmt.Fprintln(os.Stderr, notes)
	}
	for _, f := range res.Failures {
		fmt.Fprintln(os.Stderr, f)
	}
	switch {
	case len(res.Failures) > 0:
		return exitFailure, errUnseen
	}
	warning := r.opts.warning(r.engine.Dir)
	for _, f := range res.Findings {
		if !warning(f) {
			return exitFindings, nil
		}
	}
	return exitClean, nil
}
