package main

import (
	"context"
	"errors"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/rule"
)

// A result is what one repository showed.
type result struct {
	Name     string
	Kind     string
	Commit   string
	Skipped  bool // it does not build without reslint, either
	Ran      bool // reslint came to the end of its first run
	Findings []finding
	Fixable  int      // findings that offer a fix
	Changed  []string // files that the fixes changed
	Tested   int      // packages changed by the fixes whose own tests pass
	Seconds  float64  // the first run of reslint
	Fault    *fault   // nil if all went well
}

// A fault is what must not happen to any repository. It ends its examination.
type fault struct {
	Kind   string // one of those below
	Detail string
}

func (f *fault) Error() string { return f.Kind + ": " + f.Detail }

// The kinds of faults. All but the last are faults of reslint.
const (
	crash         = "crash"
	brokenFix     = "a fix does not build"
	unvetted      = "a fix does not vet"
	failedTest    = "a fix breaks a test"
	unformatted   = "a fix is not gofmt-clean"
	notIdempotent = "a second -fix changes more"
	outlived      = "findings outlive their fixes"
	failure       = "reslint failed"
	notMeasured   = "not measured"
)

// String sums the result up.
func (r result) String() string {
	switch {
	case r.Skipped:
		return "left out, it does not build"
	case r.Fault != nil:
		return r.Fault.Kind
	}
	tested := ""
	if r.Tested > 0 {
		tested = fmt.Sprintf(", tests of %d packages pass", r.Tested)
	}
	return fmt.Sprintf("findings %d, fixable %d, files changed %d%s, %.0f s",
		len(r.Findings), r.Fixable, len(r.Changed), tested, r.Seconds)
}

// examine measures reslint on one repository.
func examine(ctx context.Context, opts options, r repo) result {
	res := result{Name: r.Name, Kind: r.Kind, Commit: r.Commit, Skipped: !r.Builds}
	if res.Skipped {
		return res
	}
	e := examination{opts: opts, repo: r, root: filepath.Join(opts.work, r.dir()), res: &res}
	examine := e.run
	if r.Name == standard {
		examine = e.runStandard
	}
	if err := examine(ctx); err != nil && !errors.As(err, &res.Fault) {
		res.Fault = &fault{notMeasured, err.Error()}
	}
	return res
}

// An examination is the work on the copy of one repository.
type examination struct {
	opts options
	repo repo
	root string // of the copy
	res  *result
}

// run copies the repository, runs reslint, applies the fixes, and looks at
// what they left.
func (e *examination) run(ctx context.Context) error {
	if err := copyTree(ctx, filepath.Join(e.opts.checkouts, e.repo.dir()), e.root, e.repo.Commit); err != nil {
		return err
	}
	if err := e.look(ctx); err != nil || e.res.Fixable == 0 || e.opts.look {
		return err
	}
	return e.checkFixes(ctx)
}

// look runs reslint for the first time, and keeps what it finds.
func (e *examination) look(ctx context.Context) error {
	start := time.Now()
	findings, err := e.findings(ctx)
	if err != nil {
		return err
	}
	e.res.Ran = true
	e.res.Seconds = time.Since(start).Seconds()
	identify(e.root, findings)
	for _, f := range findings {
		if f.Fixes > 0 {
			e.res.Fixable++
		}
	}
	e.res.Findings = findings
	return nil
}

// checkFixes applies the fixes twice. Code that does build, vet and stand
// formatted before has to do so afterwards.
func (e *examination) checkFixes(ctx context.Context) error {
	complaints, err := e.vet(ctx)
	if err != nil {
		return err
	}
	if e.res.Changed, err = e.fix(ctx); err != nil {
		return err
	}
	if err := e.build(ctx); err != nil {
		return err
	}
	after, err := e.vet(ctx)
	if err != nil {
		return err
	}
	if more := missing(after, complaints); len(more) > 0 {
		return &fault{unvetted, strings.Join(more, "\n")}
	}
	if e.opts.tests {
		if err := e.test(ctx); err != nil {
			return err
		}
	}
	if name := e.unformatted(); name != "" {
		return &fault{unformatted, name}
	}
	again, err := e.fix(ctx)
	if err != nil {
		return err
	}
	if len(again) > 0 {
		return &fault{notIdempotent, strings.Join(again, "\n")}
	}
	return e.checkGone(ctx)
}

// checkGone looks whether each finding with a fix is gone, or says less, and nothing
// came for it. Without it, fixes that are never applied would pass all else.
func (e *examination) checkGone(ctx context.Context) error {
	after, err := e.findings(ctx)
	if err != nil {
		return err
	}
	identify(e.root, after)
	before := make(map[string]bool)
	var mended []finding
	for _, f := range e.res.Findings {
		before[f.Fingerprint] = true
		if f.Fixes > 0 {
			mended = append(mended, f)
		}
	}
	var list []string
	for _, f := range after {
		if f.Fixes == 0 && before[f.Fingerprint] {
			continue
		}
		less := slices.IndexFunc(mended, func(was finding) bool {
			return was.place() == f.place() && rule.Shrunk(was.Message, f.Message)
		})
		if less >= 0 && f.Fixes == 0 {
			mended = slices.Delete(mended, less, less+1)
			continue
		}
		list = append(list, fmt.Sprintf("%s:%d: %s (%s)", f.File, f.Line, f.Message, f.Rule))
	}
	if len(list) == 0 || len(after) <= len(e.res.Findings)-e.res.Fixable {
		return nil
	}
	return &fault{outlived, head(strings.Join(list, "\n"))}
}

// fix applies the fixes and returns the files that they changed.
func (e *examination) fix(ctx context.Context) ([]string, error) {
	before, err := takeSnapshot(e.root)
	if err != nil {
		return nil, err
	}
	if err := e.applyFixes(ctx); err != nil {
		return nil, err
	}
	after, err := takeSnapshot(e.root)
	return before.changed(after), err
}

func (e *examination) build(ctx context.Context) error {
	out, err := e.execute(ctx, "go", append([]string{"build"}, e.repo.Packages...)...)
	if err == nil && out.code != 0 {
		err = &fault{brokenFix, head(out.text())}
	}
	return err
}

var position = regexp.MustCompile(`:\d+(:\d+)?: `)

// vet returns the complaints of plain go vet, without line numbers, which a fix
// moves. Some repositories have complaints of their own.
func (e *examination) vet(ctx context.Context) ([]string, error) {
	out, err := e.execute(ctx, "go", append([]string{"vet"}, e.repo.Packages...)...)
	if err != nil {
		return nil, err
	}
	var complaints []string
	for line := range strings.Lines(out.text()) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			complaints = append(complaints, position.ReplaceAllString(line, ": "))
		}
	}
	return complaints, nil
}

// execute runs a program in the copy, no longer than the user allows.
func (e *examination) execute(ctx context.Context, name string, args ...string) (output, error) {
	ctx, cancel := context.WithTimeout(ctx, e.opts.step)
	defer cancel()
	return execute(ctx, command{dir: e.root, flags: e.repo.Flags, name: name, args: args})
}

// unformatted returns a file that gofmt would change since the fixes.
func (e *examination) unformatted() string {
	checkout := filepath.Join(e.opts.checkouts, e.repo.dir())
	for _, name := range e.res.Changed {
		if isFormatted(filepath.Join(checkout, name)) && !isFormatted(filepath.Join(e.root, name)) {
			return name
		}
	}
	return ""
}

func isFormatted(name string) bool {
	text, err := os.ReadFile(name)
	if err != nil {
		return false
	}
	clean, err := format.Source(text)
	return err == nil && string(clean) == string(text)
}

// missing returns the elements of list that known lacks.
func missing(list, known []string) []string {
	have := make(map[string]bool)
	for _, s := range known {
		have[s] = true
	}
	var more []string
	for _, s := range list {
		if !have[s] {
			more = append(more, s)
		}
	}
	return more
}

// head returns the first lines of a long text.
func head(text string) string {
	lines := strings.Split(strings.TrimSpace(text), "\n")
	if most := 30; len(lines) > most {
		lines = append(lines[:most], fmt.Sprintf("… and %d lines more", len(lines)-most))
	}
	return strings.Join(lines, "\n")
}
