package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/rule"

	_ "github.com/reslint/reslint" // defines the rules
)

// A source is code of which somebody has said what is wrong with it.
type source interface {
	name() string
	look(ctx context.Context, tool string) (outcome, error)
}

// An outcome is what was found in a source.
type outcome struct {
	// right are the findings on labelled lines, or those judged to be true; other are the rest.
	right, other []string
	cpu          time.Duration
}

// labelled is a folder of packages with comments on the lines to report.
type labelled struct {
	title, dir string
	env        []string
	cold       bool
	// labels are the lines with one, by file.
	labels, maybe map[string][]int
	kind
}

// A kind is a way to label lines.
type kind struct {
	label, maybe *regexp.Regexp
	// near is how far away a finding may stand.
	near int
	// rules is set where the label is about the rule, too: where another one reports the line, it is lost.
	rules bool
	// counts reports whether a finding in a file counts; nil is all.
	counts func(file string, r *rule.Rule) bool
}

var (
	wants = kind{label: regexp.MustCompile("// want [\"`]"), rules: true, counts: tested}
	bads  = kind{label: regexp.MustCompile(`//\s*BAD\s+[a-z,/ -]+?:`), maybe: regexp.MustCompile(`//\s*MAYBE\s`), near: 1}
)

// tested reports whether the cases in a file are about a rule: it is of their family, and on by default or theirs alone.
func tested(file string, r *rule.Rule) bool {
	family, rest, _ := strings.Cut(filepath.ToSlash(file), "/")
	name, _, _ := strings.Cut(rest, "/")
	return r != nil && r.Family() == family && (!r.Doc.NonDefault || r.ID == family+"/"+name)
}

func newLabelled(title, dir string, k kind, cold bool, env ...string) (*labelled, error) {
	l := &labelled{title: title, dir: dir, env: env, cold: cold, labels: make(map[string][]int), maybe: make(map[string][]int), kind: k}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		n := 0
		for line := range strings.Lines(string(text)) {
			n++
			if k.label.MatchString(line) {
				l.labels[rel] = append(l.labels[rel], n)
			}
			if k.maybe != nil && k.maybe.MatchString(line) {
				l.maybe[rel] = append(l.maybe[rel], n)
			}
		}
		return nil
	})
	return l, err
}

func (l *labelled) name() string { return l.title }

func (l *labelled) look(ctx context.Context, tool string) (outcome, error) {
	settings := []string{"-reslint.enable=" + strings.Join(rule.Names(), ",")}
	if l.cold {
		settings = append(settings, "-reslint.timeout="+unseen())
	}
	e := &findings.Engine{Dir: l.dir, Tool: tool, Env: l.env, Settings: settings}
	before := children()
	res, err := e.Run(ctx, []string{"./..."})
	if err != nil {
		return outcome{}, err
	}
	for _, f := range res.Failures {
		return outcome{}, fmt.Errorf("%s", f)
	}
	out := outcome{cpu: children() - before}
	for _, f := range res.Findings {
		file := f.Start.File
		if rel, err := filepath.Rel(l.dir, file); err == nil && filepath.IsAbs(file) {
			file = rel
		}
		labels, maybe := l.at(l.labels[file], f.Start.Line), l.at(l.maybe[file], f.Start.Line)
		switch {
		case l.counts != nil && !l.counts(file, rule.Lookup(f.Rule)):
		case labels > 0 && l.rules:
			out.right = append(out.right, fmt.Sprintf("%s:%d: %s", file, labels, f.Rule))
		case labels > 0:
			out.right = append(out.right, fmt.Sprintf("%s:%d", file, labels))
		case maybe == 0:
			out.other = append(out.other, fmt.Sprintf("%s:%d: %s", file, f.Start.Line, f.Rule))
		}
	}
	slices.Sort(out.right)
	out.right = slices.Compact(out.right)
	return out, nil
}

// at is the labelled line that a finding belongs to, or 0.
func (l *labelled) at(lines []int, line int) int {
	for _, n := range lines {
		if n-l.near <= line && line <= n+l.near {
			return n
		}
	}
	return 0
}

// A corpus is a repository of bench/corpus.
type corpus struct {
	program, checkouts, repo string
	cold                     bool
}

func newCorpus(ctx context.Context, checkouts string, repos []string, cold bool) (all []source, err error) {
	program := filepath.Join(os.TempDir(), fmt.Sprintf("ablation-corpus-%d", os.Getpid()))
	build := exec.CommandContext(ctx, "go", "build", "-o", program, "./bench/corpus")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	for _, repo := range repos {
		all = append(all, &corpus{program, checkouts, repo, cold})
	}
	return all, nil
}

func (c *corpus) name() string { return c.repo }

func (c *corpus) look(ctx context.Context, tool string) (outcome, error) {
	cmd := exec.CommandContext(ctx, c.program, "-look", "-json", "-min", "0", "-reslint", tool, "-checkouts", c.checkouts, "-only", c.repo)
	if c.cold {
		cmd.Args = append(cmd.Args, "--", "-timeout="+unseen())
	}
	cmd.Stderr = os.Stderr
	before := children()
	text, err := cmd.Output()
	if err != nil {
		return outcome{}, fmt.Errorf("bench/corpus: %w\n%s", err, text)
	}
	var sum struct {
		Repositories []struct {
			Fault    *struct{ Kind, Detail string }
			Findings []struct {
				Rule, Fingerprint, File, Function, Verdict string
			}
		}
	}
	if err := json.Unmarshal(text, &sum); err != nil {
		return outcome{}, err
	}
	out := outcome{cpu: children() - before}
	for _, r := range sum.Repositories {
		if r.Fault != nil {
			return outcome{}, fmt.Errorf("%s\n%s", r.Fault.Kind, r.Fault.Detail)
		}
		for _, f := range r.Findings {
			text := fmt.Sprintf("%s: %s: %s %s", f.File, f.Function, f.Rule, f.Fingerprint)
			if f.Verdict == "true" {
				out.right = append(out.right, text)
			} else {
				out.other = append(out.other, text)
			}
		}
	}
	return out, nil
}

// unseen is a duration for fixes that no run had before: it changes no finding, but the keys of the cache.
func unseen() string { return fmt.Sprintf("%ds", time.Now().UnixMilli()%1_000_000_000) }

// children is the CPU time of all processes that have ended.
func children() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
