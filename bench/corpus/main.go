// Corpus runs reslint on checkouts of public repositories and measures it
// against findings that people have judged: how many are right, for each rule,
// and whether the fixes leave code that builds, vets and needs no second run.
// README.md tells how to use it.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// An options value holds the command line.
type options struct {
	reslint, checkouts, work    string
	repos, judgements, unjudged string
	only                        string
	min                         float64
	sample                      int
	step                        time.Duration
	tests, look                 bool
	json                        bool
	golden                      string
	update                      bool
	table                       string
	passOn                      []string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
	case err != nil:
		fmt.Fprintln(os.Stderr, "corpus:", err)
		os.Exit(2)
	case !ok:
		os.Exit(1)
	}
}

// run does what the command line asks and reports whether reslint passed. An
// error means that it could not be measured.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) (bool, error) {
	opts, err := parse(args, stderr)
	if err != nil {
		return false, err
	}
	if opts.table != "" {
		return true, writeLabels(opts)
	}
	repos, err := readRepos(opts.repos)
	if err != nil {
		return false, err
	}
	if repos, err = choose(repos, opts.only); err != nil {
		return false, err
	}
	judgements, err := readJudgements(opts.judgements)
	if err != nil {
		return false, err
	}
	var results []result
	for _, r := range repos {
		fmt.Fprintf(stderr, "%s: ", r.Name)
		res := examine(ctx, opts, r)
		if err := ctx.Err(); err != nil {
			return false, fmt.Errorf("%s: %w", r.Name, err)
		}
		fmt.Fprintln(stderr, res)
		results = append(results, res)
	}
	sum := summarise(results, judgements, opts.min)
	if opts.golden != "" {
		diff, err := checkGolden(opts, results)
		if err != nil {
			return false, err
		}
		sum.Golden = &diff
		sum.Passed = sum.Passed && (opts.update || len(diff.New)+len(diff.Gone) == 0)
	}
	if opts.unjudged != "" {
		if err := writeUnjudged(opts.unjudged, sum, opts.sample); err != nil {
			return false, err
		}
	}
	if opts.json {
		return sum.Passed, printJSON(stdout, sum)
	}
	return sum.Passed, printText(stdout, sum)
}

// parse reads the command line.
func parse(args []string, stderr io.Writer) (options, error) {
	var o options
	flags := flag.NewFlagSet("corpus", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.reslint, "reslint", "", "the reslint `binary` to measure")
	flags.StringVar(&o.checkouts, "checkouts", "", "the `folder` that holds a checkout OWNER+NAME of each repository; only read")
	flags.StringVar(&o.work, "work", "", "the `folder` for the copies (default reslint-corpus in the user's cache folder)")
	flags.StringVar(&o.repos, "repos", "bench/corpus/repos.tsv", "the `file` that lists the repositories")
	flags.StringVar(&o.judgements, "judgements", "bench/corpus/judgements.tsv", "the `file` of judged findings")
	flags.StringVar(&o.unjudged, "unjudged", "", "write the findings that nobody has judged to this `file`")
	flags.IntVar(&o.sample, "sample", 40, "write at most `n` unjudged findings of a rule, picked at random but always the same; 0 is all")
	flags.StringVar(&o.only, "only", "", "comma-separated `names` of the repositories to run, as listed; default all")
	flags.Float64Var(&o.min, "min", 0.9, "the least `precision` of each rule")
	flags.DurationVar(&o.step, "step", 30*time.Minute, "the longest that one command may take")
	flags.BoolVar(&o.tests, "unit", false, "also run the own tests of the packages that the fixes change")
	flags.BoolVar(&o.look, "look", false, "apply no fixes: only look what is found")
	flags.StringVar(&o.golden, "golden", "", "compare the findings with those in this `file`")
	flags.BoolVar(&o.update, "update", false, "write the file that -golden names")
	flags.StringVar(&o.table, "table", "", "run nothing, and write the table of the judgements into this `file`, between its marks")
	flags.BoolVar(&o.json, "json", false, "print the summary as JSON")
	if err := flags.Parse(args); err != nil {
		return o, err
	}
	o.passOn = flags.Args()
	switch {
	case o.table != "":
		return o, nil
	case o.reslint == "" || o.checkouts == "" && o.only != standard:
		return o, errors.New("-reslint and -checkouts are needed (-h explains)")
	case o.update && o.golden == "":
		return o, errors.New("-update needs -golden, the file to write")
	case o.golden != "" && len(o.passOn) > 0:
		return o, fmt.Errorf("-golden is about the findings of reslint as it comes, without %s", strings.Join(o.passOn, " "))
	}
	return o, o.resolve()
}

// resolve makes the paths absolute, as the commands run in other folders, and
// creates the folder for the copies.
func (o *options) resolve() error {
	if o.work == "" {
		cache, err := os.UserCacheDir()
		if err != nil {
			return fmt.Errorf("%w; name a folder with -work", err)
		}
		o.work = filepath.Join(cache, "reslint-corpus")
	}
	if err := os.MkdirAll(o.work, 0o777); err != nil {
		return err
	}
	for _, p := range []*string{&o.reslint, &o.checkouts, &o.work} {
		if *p == "" {
			continue // no checkout is needed
		}
		abs, err := filepath.Abs(*p)
		if err != nil {
			return err
		}
		// The go command prints real paths, and they are compared with these.
		if *p, err = filepath.EvalSymlinks(abs); err != nil {
			return err
		}
	}
	return nil
}

// choose returns the repositories that names lists.
func choose(repos []repo, names string) ([]repo, error) {
	if names == "" {
		return repos, nil
	}
	var chosen []repo
	for name := range strings.SplitSeq(names, ",") {
		i := slices.IndexFunc(repos, func(r repo) bool { return r.Name == name })
		if i < 0 {
			return nil, fmt.Errorf("-only: no repository %q is listed", name)
		}
		chosen = append(chosen, repos[i])
	}
	return chosen, nil
}
