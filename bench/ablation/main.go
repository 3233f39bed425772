// Ablation measures what each mechanism of the engine adds: it builds reslint without it, and runs that on
// what is known to be right and wrong.
//
//	go run ./bench/ablation [-cases DIR] [-checkouts DIR -only NAME,NAME] [-mechanisms NAME,NAME] [-time] [-write]
//
// It always looks at the cases of the rules in testdata/src, whose want comments are the labels. DIR of -cases is a module in which
// `// BAD family: what` stands on the lines to report, and `// MAYBE` on those where a report is right but not asked for.
// With -checkouts, the repositories of bench/corpus are looked at, too, and what their judged findings become is told.
// -write puts the table into bench/ablation/README.md.
//
// A finding is lost if a labelled line is reported with all mechanisms, and no longer without this one (in testdata/src: by the
// same rule). Another one came if it stands on no labelled line, and is not reported with all. With -time, the CPU seconds of all processes are told, with everything compiled
// and nothing analysed; without it, the go command's cache may answer what it knows from an earlier run.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/ablation"
)

// options are the command line.
type options struct {
	cases, checkouts, only, mechanisms string
	time, write                        bool
}

func main() {
	var o options
	flag.StringVar(&o.cases, "cases", "", "a `folder` with a module of labelled cases")
	flag.StringVar(&o.checkouts, "checkouts", "", "the `folder` with the checkouts of bench/corpus")
	flag.StringVar(&o.only, "only", "dexidp/dex", "comma-separated `names` of repositories")
	flag.StringVar(&o.mechanisms, "mechanisms", "", "comma-separated `names` of mechanisms (default all)")
	flag.BoolVar(&o.time, "time", false, "also tell the CPU time: on a quiet machine")
	flag.BoolVar(&o.write, "write", false, "write bench/ablation/README.md")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, o); err != nil {
		fmt.Fprintln(os.Stderr, "ablation:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, o options) error {
	mechanisms := ablation.All
	if o.mechanisms != "" {
		mechanisms = nil
		for name := range strings.SplitSeq(o.mechanisms, ",") {
			m := ablation.Mechanism(strings.TrimSpace(name))
			if !slices.Contains(ablation.All, m) {
				return fmt.Errorf("there is no mechanism %q", m)
			}
			mechanisms = append(mechanisms, m)
		}
	}
	sources, err := sources(ctx, o)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "ablation-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	if o.time {
		// The first run compiles what all others find compiled, and is not counted.
		if _, err := measure(ctx, tmp, "", sources); err != nil {
			return err
		}
	}
	whole, err := measure(ctx, tmp, "", sources)
	if err != nil {
		return err
	}
	t := table{sources: sources, whole: whole, timed: o.time}
	for _, m := range mechanisms {
		fmt.Fprintf(os.Stderr, "without %s\n", m)
		found, err := measure(ctx, tmp, m, sources)
		if err != nil {
			return err
		}
		t.rows = append(t.rows, row{m, found})
		if o.write { // after each: the whole takes long
			if err := os.WriteFile("bench/ablation/README.md", []byte(t.markdown()), 0o666); err != nil {
				return err
			}
		}
	}
	if !o.write {
		fmt.Print(t.markdown())
	}
	return nil
}

// measure builds reslint without a mechanism, and runs it on all sources.
func measure(ctx context.Context, dir string, m ablation.Mechanism, sources []source) ([]outcome, error) {
	tool := filepath.Join(dir, "reslint")
	build := exec.CommandContext(ctx, "go", "build", without(m), "-o", tool, "./cmd/reslint")
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return nil, fmt.Errorf("go build: %w", err)
	}
	var all []outcome
	for _, s := range sources {
		res, err := s.look(ctx, tool)
		if err != nil {
			return nil, fmt.Errorf("%s without %q: %w", s.name(), m, err)
		}
		all = append(all, res)
	}
	return all, nil
}

// without is the flag of go build that takes a mechanism out.
func without(m ablation.Mechanism) string {
	return "-ldflags=-X github.com/reslint/reslint/internal/ablation.off=" + string(m)
}

// sources are what the command line names.
func sources(ctx context.Context, o options) ([]source, error) {
	if _, err := os.Stat("testdata/src"); err != nil {
		return nil, errors.New("this is not the top of the repository")
	}
	top, err := os.Getwd()
	if err != nil {
		return nil, err
	}
	own, err := newLabelled("testdata/src", filepath.Join(top, "testdata/src"), wants, o.time,
		"GO111MODULE=off", "GOWORK=off", "GOPATH="+filepath.Join(top, "testdata"))
	if err != nil {
		return nil, err
	}
	all := []source{own}
	if o.cases != "" {
		dir, err := filepath.Abs(o.cases)
		if err != nil {
			return nil, err
		}
		real, err := newLabelled("real faults", dir, bads, o.time)
		if err != nil {
			return nil, err
		}
		all = append(all, real)
	}
	if o.checkouts != "" {
		corpus, err := newCorpus(ctx, o.checkouts, strings.Split(o.only, ","), o.time)
		if err != nil {
			return nil, err
		}
		all = append(all, corpus...)
	}
	return all, nil
}
