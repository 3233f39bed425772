package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/report"
)

var errInterrupted = errors.New("interrupted; nothing was left half-written")

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
	self, err := os.Executable()
	if err != nil {
		return nil, fmt.Errorf("finding the executable, to name it to go vet: %w", err)
	}
	return &runner{opts, &findings.Engine{
		Dir:      dir,
		Tool:     self,
		Build:    opts.build(),
		Settings: opts.settings(),
	}}, nil
}

func (r *runner) run(ctx context.Context) (status int, err error) {
	if err := r.engine.Check(ctx); err != nil {
		return exitFailure, err
	}
	if r.opts.fix || r.opts.diff {
		return exitFailure, errors.New("-fix and -diff are not there yet")
	}
	stop := r.showProgress()
	res, err := r.engine.Run(ctx, r.opts.patterns)
	stop()
	if err != nil {
		return exitFailure, err
	}
	return r.print(res)
}

// print says what was found and what could not be looked at, and chooses the
// exit status.
func (r *runner) print(res *findings.Result) (status int, err error) {
	list := findings.Relative(r.engine.Dir, res.Findings)
	if r.opts.json {
		err = report.JSON(os.Stdout, list)
	} else {
		text := report.Text{Dir: r.engine.Dir, Color: report.WantColor(os.Stdout)}
		err = text.Write(os.Stdout, list)
	}
	if err != nil {
		return exitFailure, err
	}
	if notes := strings.TrimSpace(res.Notes); notes != "" {
		fmt.Fprintln(os.Stderr, notes)
	}
	for _, f := range res.Failures {
		fmt.Fprintln(os.Stderr, f)
	}
	switch {
	case len(res.Failures) > 0:
		return exitFailure, errors.New("some packages could not be looked at")
	case len(list) > 0:
		return exitFindings, nil
	}
	return exitClean, nil
}
