package main

import (
	"context"
	"fmt"
	"path/filepath"
	"strings"
)

// standard is the name under which the tables list the standard library and
// the Go tools. They are not copied, as they are only themselves where the Go
// command has them, so that their fixes are not applied. Their commit is the
// release of Go, such as go1.26: any of its minor revisions will do, as lines
// that have findings hardly change between them.
const standard = "std"

// runStandard runs reslint on the standard library of the Go command at hand.
func (e *examination) runStandard(ctx context.Context) error {
	e.root = e.opts.work
	out, err := e.execute(ctx, "go", "env", "GOVERSION", "GOROOT")
	if err != nil {
		return err
	}
	version, root, _ := strings.Cut(strings.TrimSpace(out.stdout), "\n")
	if version != e.repo.Commit && !strings.HasPrefix(version, e.repo.Commit+".") {
		return fmt.Errorf("the standard library is that of %s, want %s", version, e.repo.Commit)
	}
	if e.root, err = filepath.EvalSymlinks(filepath.Join(root, "src")); err != nil {
		return err
	}
	return e.look(ctx)
}
