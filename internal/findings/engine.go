package findings

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/version"
	"io"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"
)

// MinGo is the oldest go command whose vet stream is known to be complete.
// Older ones mix it with their messages, so that findings would be lost.
const MinGo = "go1.26"

// An Engine runs the analysers over packages, through the go command: its
// build cache makes a second run on an unchanged tree as fast as go vet's.
type Engine struct {
	// Dir is the directory that patterns and messages are relative to.
	Dir string
	// Tool is the absolute path of the vet tool.
	Tool string
	// Build are the flags that choose what is built: -tags, -mod, -modfile.
	Build []string
	// Settings are the tool's own flags. They are part of the cache's key, so
	// a setting that reached the tool in another way would leave stale findings.
	Settings []string
	// Env is added to the environment; it is not part of the cache's key.
	Env []string
	// Overlay, if not empty, names a file in the form of the go command's -overlay: unsaved
	// buffers that stand for files.
	Overlay string
	// Keep, if set, chooses among the findings of a run: those that are new, say.
	Keep func([]Finding) []Finding

	tmp string // where the go command is to put its work; empty: as usual
}

// A Result is the outcome of a run.
type Result struct {
	// Findings are sorted by file, line, column and rule.
	Findings []Finding
	// Failures tell which packages could not be looked at, and why.
	Failures []Failure
	// Notes is what the go command said besides, such as which modules it
	// downloads.
	Notes string
}

// Check reports whether the go command is there, and of an age that serves.
func (e *Engine) Check(ctx context.Context) error {
	if _, err := exec.LookPath("go"); err != nil {
		return fmt.Errorf("reslint works through the go command: %w\n\tinstall Go %s or later and put its bin directory on PATH: https://go.dev/dl",
			err, strings.TrimPrefix(MinGo, "go"))
	}
	stdout, stderr, err := e.goCommand(ctx, nil, "env", "GOVERSION", "GOTMPDIR")
	if err != nil {
		return fmt.Errorf("go env: %w\n%s", err, stderr)
	}
	v, tmp, _ := strings.Cut(string(stdout), "\n")
	e.tmp = strings.TrimSpace(tmp)
	// A development version is not valid and passes: it is newer than any.
	if version.IsValid(v) && version.Compare(v, MinGo) < 0 {
		return fmt.Errorf("the go command on PATH is %s: reslint needs %s or later (set GOTOOLCHAIN=%s.0, or install it)", v, MinGo, MinGo)
	}
	return nil
}

// Run looks at the packages that the patterns name. A package that cannot be
// looked at is a Failure and does not hide the findings of the others. The
// error is that of the run as a whole.
func (e *Engine) Run(ctx context.Context, patterns []string) (*Result, error) {
	res, err := e.run(ctx, patterns)
	if err == nil && e.Keep != nil {
		res.Findings = e.Keep(res.Findings)
	}
	return res, err
}

func (e *Engine) run(ctx context.Context, patterns []string) (*Result, error) {
	res, loaded, err := e.vet(ctx, patterns)
	if err != nil || loaded {
		return res, err
	}
	// The go command stops at the first package that it can't load. Leave out
	// those, and run the others.
	good, bad, err := e.list(ctx, patterns)
	if err != nil {
		return nil, err
	}
	if len(good) == 0 || len(bad) == 0 {
		return res, nil
	}
	res, _, err = e.vet(ctx, good)
	if err != nil {
		return nil, err
	}
	res.Failures = arrangeFailures(append(bad, res.Failures...))
	return res, nil
}

// vet runs go vet once. It tells whether the go command came as far as
// looking at packages.
func (e *Engine) vet(ctx context.Context, patterns []string) (res *Result, loaded bool, err error) {
	// -trimpath, perhaps set in GOFLAGS, would let the cache answer with the
	// paths of another checkout.
	// The tool's flags are the key of its answers in the cache: with -json last,
	// they are what a plain go vet with the same settings passes on.
	args := slices.Concat([]string{"vet", "-vettool=" + e.Tool, "-trimpath=false"},
		e.build(), e.Settings, []string{"-json", "--"}, patterns)
	// A go vet that is stopped leaves its work directory behind.
	tmp, err := os.MkdirTemp(e.tmp, "reslint-")
	if err != nil {
		return nil, false, err
	}
	defer os.RemoveAll(tmp)
	stdout, stderr, runErr := e.goCommand(ctx, []string{"GOTMPDIR=" + tmp}, args...)
	var exit *exec.ExitError
	if runErr != nil && !errors.As(runErr, &exit) {
		return nil, false, runErr
	}
	s, err := readStream(bytes.NewReader(stdout))
	if err != nil {
		return nil, false, fmt.Errorf("%w\n%s", err, stderr)
	}
	if runErr == nil {
		return &Result{Findings: arrange(s.findings), Failures: arrangeFailures(s.failures), Notes: string(stderr)}, true, nil
	}
	res, loaded = s.failed(string(stderr), runErr)
	return res, loaded, nil
}

// failed is the result of a run that did not go well for all packages.
func (s *stream) failed(stderr string, err error) (res *Result, loaded bool) {
	res = &Result{Findings: arrange(s.findings), Failures: s.failures}
	loaded = s.units > 0
	for _, f := range splitMessages(stderr) {
		// What an analysed package says is a note of the tool.
		if f.Package != "" && s.seen[f.Package] {
			res.Notes += f.String() + "\n"
		} else {
			res.Failures = append(res.Failures, f)
		}
		loaded = loaded || f.Package != ""
	}
	if len(res.Failures) == 0 {
		res.Failures = []Failure{{Message: "go vet: " + err.Error()}}
	}
	res.Failures = arrangeFailures(res.Failures)
	return res, loaded
}

// splitMessages divides the go command's messages at its headers, "# package".
func splitMessages(text string) []Failure {
	var list []Failure
	pkg := ""
	var lines []string
	flush := func() {
		if f := (Failure{pkg, strings.TrimSpace(strings.Join(lines, "\n"))}); f.Message != "" && !slices.Contains(list, f) {
			list = append(list, f)
		}
		lines = nil
	}
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if id, ok := strings.CutPrefix(line, "# "); ok {
			flush()
			pkg = importPath(strings.Trim(id, "[]"))
			continue
		}
		lines = append(lines, line)
	}
	flush()
	return list
}

// list sorts the packages that the patterns name into those that load and
// those that don't.
func (e *Engine) list(ctx context.Context, patterns []string) (good []string, bad []Failure, err error) {
	packages, err := e.List(ctx, patterns)
	if err != nil {
		return nil, nil, err
	}
	for _, p := range packages {
		if reason := p.reason(); reason != "" {
			bad = append(bad, Failure{p.ImportPath, reason})
		} else {
			good = append(good, p.ImportPath)
		}
	}
	return good, bad, nil
}

// A Package is what `go list` tells of a package.
type Package struct {
	ImportPath string
	Name       string
	Dir        string
	Module     *struct{ Main bool }
	Deps       []string // the packages that it needs, itself not among them

	GoFiles, TestGoFiles, XTestGoFiles []string

	Incomplete bool
	Error      *LoadError
	DepsErrors []*LoadError
}

// A LoadError is why a package could not be loaded.
type LoadError struct{ Pos, Err string }

func (e *LoadError) String() string {
	if e.Pos == "" {
		return e.Err
	}
	return e.Pos + ": " + e.Err
}

// reason tells why p can't be built, or is empty.
func (p *Package) reason() string {
	switch {
	case !p.Incomplete:
		return ""
	case p.Error != nil:
		return p.Error.String()
	case len(p.DepsErrors) > 0:
		return p.DepsErrors[0].String()
	}
	return "the package or one that it imports could not be loaded"
}

// List describes the packages that the patterns name, broken ones too.
func (e *Engine) List(ctx context.Context, patterns []string) ([]*Package, error) {
	args := slices.Concat([]string{"list", "-e",
		"-json=ImportPath,Name,Dir,Module,Deps,GoFiles,TestGoFiles,XTestGoFiles,Incomplete,Error,DepsErrors"},
		e.build(), []string{"--"}, patterns)
	stdout, stderr, err := e.goCommand(ctx, nil, args...)
	if err != nil {
		return nil, fmt.Errorf("go list: %w\n%s", err, stderr)
	}
	var list []*Package
	dec := json.NewDecoder(bytes.NewReader(stdout))
	for {
		p := new(Package)
		err := dec.Decode(p)
		if errors.Is(err, io.EOF) {
			return list, nil
		}
		if err != nil {
			return nil, fmt.Errorf("reading the answer of go list: %w", err)
		}
		list = append(list, p)
	}
}

// OverlayVar names, for the vet tool, the file of Engine.Overlay. The go command gives the
// tool the names of the buffers, and would keep them in its cache.
const OverlayVar = "RESLINT_OVERLAY"

// build are the flags that choose what is built, and of what.
func (e *Engine) build() []string {
	if e.Overlay == "" {
		return e.Build
	}
	return append(slices.Clone(e.Build), "-overlay="+e.Overlay)
}

// goCommand runs the go command to its end. When ctx is done first, the
// command and all that it started are stopped.
func (e *Engine) goCommand(ctx context.Context, env []string, args ...string) (stdout, stderr []byte, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = e.Dir
	cmd.Env = slices.Concat(cmd.Environ(), e.Env, env)
	if e.Overlay != "" {
		cmd.Env = append(cmd.Env, OverlayVar+"="+e.Overlay)
	}
	var outBuf, errBuf bytes.Buffer
	cmd.Stdout, cmd.Stderr = &outBuf, &errBuf
	ownGroup(cmd)
	cmd.WaitDelay = time.Second // what was stopped may hold the pipes
	err = cmd.Run()
	if ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return outBuf.Bytes(), errBuf.Bytes(), err
}
