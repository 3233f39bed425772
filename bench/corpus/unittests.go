package main

import (
	"context"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// test runs the repository's own tests of the packages that the fixes changed.
// What fails without the fixes, too, for want of a network or a database, proves
// nothing.
func (e *examination) test(ctx context.Context) error {
	var packages []string
	for _, name := range e.res.Changed {
		dir := "./" + path.Dir(filepath.ToSlash(name))
		if strings.HasSuffix(name, ".go") && !slices.Contains(packages, dir) {
			packages = append(packages, dir)
		}
	}
	failed, err := e.failing(ctx, e.root, packages)
	if err != nil || len(failed) == 0 {
		e.res.Tested = len(packages)
		return err
	}
	without, err := e.failing(ctx, filepath.Join(e.opts.checkouts, e.repo.dir()), packages)
	if err != nil {
		return err
	}
	if more := missing(failed, without); len(more) > 0 {
		return &fault{failedTest, strings.Join(more, "\n")}
	}
	e.res.Tested = len(packages) - len(failed)
	return nil
}

// failing are the packages whose tests fail in a copy.
func (e *examination) failing(ctx context.Context, dir string, packages []string) ([]string, error) {
	ctx, cancel := context.WithTimeout(ctx, e.opts.step)
	defer cancel()
	out, err := execute(ctx, command{dir: dir, flags: e.repo.Flags, name: "go", args: append([]string{"test"}, packages...)})
	if err != nil {
		return nil, err
	}
	var failed []string
	for line := range strings.Lines(out.stdout) {
		if fields := strings.Fields(line); len(fields) > 1 && fields[0] == "FAIL" {
			failed = append(failed, fields[1])
		}
	}
	return failed, nil
}
