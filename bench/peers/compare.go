package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// options are the flags of compare.
type options struct {
	cases, checkouts, repos, only string
	binaries                      map[string]*string
	memory                        int64
	limit                         time.Duration
	own, write                    bool
}

// compare asks all peers about code of which it is known what is wrong with it.
func compare(args []string) error {
	o := options{binaries: make(map[string]*string)}
	fs := flag.NewFlagSet("peers compare", flag.ExitOnError)
	for name, pkg := range packages {
		o.binaries[name] = fs.String(name, "", "the "+name+" `binary` (default: "+pkg+" is built)")
	}
	fs.BoolVar(&o.own, "own", true, "look at the cases in testdata/src")
	fs.StringVar(&o.cases, "cases", "", "a `folder` with a module of labelled cases")
	fs.StringVar(&o.checkouts, "checkouts", "", "the `folder` with the checkouts of bench/corpus")
	fs.StringVar(&o.repos, "repos", "dexidp/dex,slack-go/slack,cloudflare/cloudflared", "comma-separated `names` of the repositories to look at, single modules")
	fs.StringVar(&o.only, "only", "", "comma-separated `names` of the peers to ask (default all; reslint is always)")
	fs.Int64Var(&o.memory, "memory", 6<<10, "the most `MB` that a process may take")
	fs.DurationVar(&o.limit, "limit", 30*time.Minute, "the longest `time` that a peer may take")
	fs.BoolVar(&o.write, "write", false, "write the tables into docs/comparison.md")
	if err := fs.Parse(args); err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "peers-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if tmp, err = filepath.EvalSymlinks(tmp); err != nil {
		return err
	}
	bins, err := o.build(tmp)
	if err != nil {
		return err
	}
	var sets []*set
	if o.own {
		own, err := ownCases("testdata/src", filepath.Join(tmp, "cases"))
		if err != nil {
			return err
		}
		sets = append(sets, own)
	}
	if o.cases != "" {
		dir, err := filepath.Abs(o.cases)
		if err != nil {
			return err
		}
		real, err := realCases(dir)
		if err != nil {
			return err
		}
		sets = append(sets, real)
	}
	var text strings.Builder
	for _, s := range sets {
		lines, err := o.askAll(s, bins)
		if err != nil {
			return err
		}
		text.WriteString(markdown(s, lines))
	}
	if o.checkouts != "" {
		var repos []*set
		var lines [][]line
		for _, name := range strings.Split(o.repos, ",") {
			repo, err := repository(bins["corpus"], o.checkouts, name, bins["reslint"], filepath.Join(tmp, "work"))
			if err != nil {
				return err
			}
			l, err := o.askAll(repo, bins)
			if err != nil {
				return err
			}
			repos, lines = append(repos, repo), append(lines, l)
		}
		text.WriteString(across(repos, lines))
	}
	if o.write {
		return replace("docs/comparison.md", text.String())
	}
	fmt.Print(text.String())
	return nil
}

// askAll asks each of the peers about a set.
func (o options) askAll(s *set, bins map[string]string) ([]line, error) {
	var lines []line
	for i := len(peers) - 1; i >= 0; i-- { // reslint first: it tells where a fault is made
		p := peers[i]
		if o.only != "" && p.name != "reslint" && !strings.Contains(","+o.only+",", ","+p.name+",") {
			continue
		}
		fmt.Fprintf(os.Stderr, "%s on %s\n", p.name, s.name)
		l, err := ask(p, s, bins, o)
		if err != nil {
			return nil, fmt.Errorf("%s on %s: %w", p.name, s.name, err)
		}
		lines = append([]line{l}, lines...)
	}
	return lines, nil
}

// packages are what the binaries are built of.
var packages = map[string]string{
	"reslint":       "./cmd/reslint",
	"corpus":        "./bench/corpus",
	"staticcheck":   "honnef.co/go/tools/cmd/staticcheck@v0.8.2",
	"golangci-lint": "github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0",
	"nilaway":       "go.uber.org/nilaway/cmd/nilaway@v0.0.0-20260918162853-acb8859b9031",
}

// build builds what is not given.
func (o options) build(tmp string) (map[string]string, error) {
	bins := make(map[string]string)
	for name, pkg := range packages {
		if *o.binaries[name] != "" {
			bins[name] = *o.binaries[name]
			continue
		}
		bins[name] = filepath.Join(tmp, "bin", name)
		cmd := exec.Command("go", "install", pkg)
		cmd.Env = append(cmd.Environ(), "GOBIN="+filepath.Join(tmp, "bin"))
		if out, err := cmd.CombinedOutput(); err != nil {
			return nil, fmt.Errorf("go install %s: %w\n%s", pkg, err, out)
		}
	}
	return bins, nil
}

// repository is a checkout with judged findings: those that are true are the labels.
func repository(corpus, checkouts, name, reslint, work string) (*set, error) {
	cmd := exec.Command(corpus, "-look", "-json", "-min=0", "-work", work, "-reslint", reslint, "-checkouts", checkouts, "-only", name)
	cmd.Stderr = os.Stderr
	if err := os.MkdirAll(work, 0o777); err != nil {
		return nil, err
	}
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("bench/corpus: %w", err)
	}
	var sum struct {
		Repositories []struct {
			Commit   string
			Findings []struct {
				Rule, File, Verdict string
				Line                int
			}
		}
	}
	if err := json.Unmarshal(out, &sum); err != nil {
		return nil, err
	}
	s := &set{dir: filepath.Join(work, strings.ReplaceAll(name, "/", "+")), patterns: []string{"./..."}}
	for _, r := range sum.Repositories {
		s.name = fmt.Sprintf("%s at %.12s", name, r.Commit)
		for _, f := range r.Findings {
			if f.Verdict == "true" {
				family, _, _ := strings.Cut(f.Rule, "/")
				s.labels = append(s.labels, label{family: family, place: place{filepath.Join(s.dir, filepath.FromSlash(f.File)), f.Line}})
			}
		}
	}
	return s, nil
}

// A line is how a peer did on a set.
type line struct {
	peer    peer
	stopped string         // why it did not come to its end
	found   map[string]int // labels, by family
	alarms  int            // reports in right files
	reports int            // all that count
	usage
}

// ask runs a peer, and holds what it says against the labels.
func ask(p peer, s *set, bins map[string]string, o options) (line, error) {
	l := line{peer: p, found: make(map[string]int)}
	cache, err := os.MkdirTemp("", "peers-cache-")
	if err != nil {
		return l, err
	}
	defer os.RemoveAll(cache)
	ctx, cancel := context.WithTimeout(context.Background(), o.limit)
	defer cancel()
	args := append(p.args(bins), s.patterns...)
	cmd := command(s.dir, args, []string{"STATICCHECK_CACHE=" + cache, "GOLANGCI_LINT_CACHE=" + cache, "GOFLAGS=-buildvcs=false"})
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	start := time.Now()
	l.stopped, err = capped(ctx, cmd, o.memory<<20)
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.Exited() {
		err = nil // that it finds something is no error
	}
	if err != nil && l.stopped == "" {
		return l, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	l.usage = used(cmd, start)
	if l.stopped == "" && bytes.Contains(stderr.Bytes(), []byte("\ngoroutine ")) {
		l.stopped = "crashed"
	}
	if l.stopped != "" {
		return l, nil
	}
	reports, err := p.read(stdout.Bytes())
	if err != nil {
		return l, fmt.Errorf("%w\n%s", err, stderr.Bytes())
	}
	l.score(s, reports)
	return l, nil
}

// score counts. Of reslint it remembers where a fault is made: who reports that place has found it, too.
func (l *line) score(s *set, reports []report) {
	at := make(map[place]bool)
	for _, r := range reports {
		if !l.peer.counts(r) {
			continue
		}
		l.reports++
		pl := place{s.abs(r.file), r.line}
		at[pl] = true
		switch {
		case !s.right[pl.file] || s.maybe[pl]:
		case l.peer.name == "reslint" && !s.owns(pl.file, r.check):
			s.maybe[pl] = true // right twins are right about the fault of their own family
		default:
			l.alarms++
		}
		for i := range s.labels {
			if s.labels[i].is(pl, s.near) {
				for _, other := range r.places {
					s.labels[i].where = append(s.labels[i].where, place{s.abs(other.file), other.line})
				}
			}
		}
	}
	for _, lab := range s.labels {
		found := false
		for pl := range at {
			found = found || lab.is(pl, s.near)
		}
		for _, pl := range lab.where {
			found = found || at[pl]
		}
		if found {
			l.found[lab.family]++
		}
	}
}

// owns reports whether the cases in a file are about a rule. In cases of others all count.
func (s *set) owns(file, rule string) bool {
	family, _, _ := strings.Cut(rule, "/")
	return !s.own || strings.HasPrefix(file, filepath.Join(s.dir, family)+string(filepath.Separator))
}

func (l label) is(p place, near int) bool {
	return l.file == p.file && l.line-near <= p.line && p.line <= l.line+near
}

func (s *set) abs(file string) string {
	if filepath.IsAbs(file) {
		return file
	}
	return filepath.Join(s.dir, file)
}
