package main

import (
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/mesh"
	"github.com/reslint/reslint/internal/rule"
)

// options are what the user asks of the runner.
type options struct {
	fix, diff bool
	outputs   []output

	baseline, writeBaseline string
	newFromRev              string
	warn, error             []string

	tests, strict   bool
	runtime         bool
	enable, disable []string
	timeout, cap    time.Duration
	max             time.Duration
	attempts, limit int
	api, mesh       []string

	config             string
	dir                string
	tags, mod, modfile string

	given    map[string]bool // the flags that were
	configs  []*config.File  // the settings files that were read
	patterns []string
}

// defaults are the choices of a user who makes none.
func defaults() options {
	return options{given: make(map[string]bool), timeout: rule.DefaultTimeout, cap: rule.DefaultCap, max: rule.DefaultMax, attempts: rule.DefaultAttempts, limit: rule.DefaultLimit}
}

// flags returns the flag set that fills o.
func (o *options) flags() *flag.FlagSet {
	fs := flag.NewFlagSet("reslint", flag.ContinueOnError)
	fs.BoolVar(&o.fix, "fix", false, "apply the first fix of each finding, and print what is left")
	fs.BoolVar(&o.diff, "diff", false, "print what -fix would change, as a patch, and change nothing")
	fs.Func("format", "`FORM` in which findings are printed, or FORM=FILE to write them there, too; may be given again: "+formsText(), o.addOutput)
	fs.BoolFunc("json", "the same as -format=json", func(string) error { return o.addOutput("json") })
	fs.StringVar(&o.baseline, "baseline", "", "leave out the findings that are in `file`")
	fs.StringVar(&o.writeBaseline, "write-baseline", "", "write the findings to `file` instead of printing them, and succeed")
	fs.StringVar(&o.newFromRev, "new-from-rev", "", "leave out the findings on lines that are not new since the git `revision`")
	fs.Func("warn", "comma-separated `rules` or families whose findings let the command succeed", names(&o.warn))
	fs.Func("error", "comma-separated `rules` or families whose findings make the command fail, whatever the settings file says", names(&o.error))
	fs.BoolVar(&o.strict, "strict", false, "also report what is unknown or undecided")
	fs.BoolVar(&o.runtime, "runtime", false, "offer fixes that import github.com/reslint/reslint/resilience, in packages that do not yet, too")
	fs.Func("enable", "comma-separated `rules` or families to switch on", names(&o.enable))
	fs.Func("disable", "comma-separated `rules` or families to switch off", names(&o.disable))
	fs.Func("only", "comma-separated `rules` or families to switch on, and all others off", func(s string) error {
		only, err := rule.ParseNames(s)
		if err == nil {
			o.only(only)
		}
		return err
	})
	fs.DurationVar(&o.timeout, "timeout", o.timeout, "the `duration` that fixes insert")
	fs.DurationVar(&o.cap, "cap", o.cap, "the `duration` at which fixes cut waits that grow")
	fs.DurationVar(&o.max, "max", o.max, "the longest `duration` for which a library's default may be the only bound of a call")
	fs.IntVar(&o.attempts, "attempts", o.attempts, "how `many` attempts of one operation are not too many")
	fs.IntVar(&o.limit, "limit", o.limit, "how `many` goroutines fixes let wait for another machine at once")
	o.scope(fs)
	return fs
}

// scope defines the flags that every look at packages takes: at what it looks, and what is
// known from elsewhere.
func (o *options) scope(fs *flag.FlagSet) {
	fs.StringVar(&o.config, "config", "", "the settings `file`, instead of the "+config.Name+" in the folder of a package or above it; off: none")
	fs.BoolVar(&o.tests, "tests", false, "also report in _test.go files")
	fs.Func("api", "`file` that teaches reslint APIs of your own (the README tells how); may be given again", func(s string) error {
		o.api = append(o.api, s)
		return nil
	})
	fs.Func("mesh", "`HOST=ATTEMPTS`, or a file of Istio, of the Kubernetes Gateway API or of Envoy that says how often proxies try again; may be given again", func(s string) error {
		for item := range strings.SplitSeq(s, ",") {
			o.mesh = append(o.mesh, strings.TrimSpace(item))
		}
		return nil
	})
	fs.StringVar(&o.dir, "C", "", "change to `dir` first")
	fs.StringVar(&o.tags, "tags", "", "comma-separated build `tags`, as for go build")
	fs.StringVar(&o.mod, "mod", "", "module download `mode`, as for go build")
	fs.StringVar(&o.modfile, "modfile", "", "`file` to read instead of go.mod, as for go build")
}

// names adds to a list of rules, and refuses unknown ones before any work.
func names(list *[]string) func(string) error {
	return func(s string) error {
		more, err := rule.ParseNames(s)
		*list = append(*list, more...)
		return err
	}
}

func parseOptions(args []string) (*options, error) {
	chosen := defaults()
	o := &chosen
	fs := o.flags()
	fs.SetOutput(io.Discard)
	if err := o.parse(fs, args); errors.Is(err, flag.ErrHelp) {
		usage(os.Stdout)
		os.Exit(exitClean)
	} else if err != nil {
		return nil, err
	}
	if o.timeout <= 0 {
		return nil, fmt.Errorf("-timeout=%s is not a positive duration", o.timeout)
	}
	if o.cap <= 0 {
		return nil, fmt.Errorf("-cap=%s is not a positive duration", o.cap)
	}
	if o.max <= 0 {
		return nil, fmt.Errorf("-max=%s is not a positive duration", o.max)
	}
	if o.attempts < 1 {
		return nil, fmt.Errorf("-attempts=%d is not a positive number", o.attempts)
	}
	if o.limit < 1 {
		return nil, fmt.Errorf("-limit=%d is not a positive number", o.limit)
	}
	return o, o.check()
}

// check refuses what can't be asked for at once.
func (o *options) check() error {
	printed := 0
	for _, out := range o.outputs {
		if out.file == "" {
			printed++
		}
	}
	switch {
	case printed > 1:
		return errors.New("only one form can be printed: write the others to files, as in -format=sarif=reslint.sarif")
	case o.diff && printed > 0:
		return errors.New("-diff and -json (or another -format) cannot be used together: both write to standard output")
	case o.writeBaseline != "" && (o.fix || o.diff || o.baseline != "" || o.newFromRev != "" || len(o.outputs) > 0):
		return errors.New("-write-baseline writes all findings and prints none: it cannot be used together with -fix, -diff, -baseline, -new-from-rev or -format")
	}
	return nil
}

// parse reads flags, and the packages behind them.
func (o *options) parse(fs *flag.FlagSet, args []string) error {
	if err := fs.Parse(args); err != nil {
		return fmt.Errorf("%w\n\t(%s -help lists the flags)", err, fs.Name())
	}
	fs.Visit(func(f *flag.Flag) { o.given[f.Name] = true })
	o.patterns = fs.Args()
	for _, p := range o.patterns {
		if strings.HasPrefix(p, "-") {
			return fmt.Errorf("flags come before packages: %s stands behind %s", p, o.patterns[0])
		}
	}
	if len(o.patterns) == 0 {
		o.patterns = []string{"./..."}
	}
	return nil
}

// settings returns the flags of the vet tool that stand for the user's
// choices. Equal choices give equal flags, and so the same cached findings.
// There is always one, which keeps them apart from the findings that a plain
// go vet caches: it forgets the errors of analysers.
func (o *options) settings() ([]string, error) {
	var list []string
	add := func(name, value string) {
		list = append(list, "-"+rule.SettingsAnalyzer.Name+"."+name+"="+value)
	}
	files, err := o.findConfigs()
	if err != nil {
		return nil, err
	}
	add("config", files)
	plain := defaults()
	unchanged := plain.flagged()
	for i, f := range o.flagged() {
		// Without a settings file that says otherwise, a default is the same as nothing.
		if o.given[f.name] && (len(o.configs) > 0 || f != unchanged[i]) {
			add(f.name, f.value)
		}
	}
	if len(o.api) > 0 {
		if err := knowledge.UseOwn(o.api); err != nil {
			return nil, fmt.Errorf("-api: %w", err)
		}
		files, err := digests(o.api)
		if err != nil {
			return nil, fmt.Errorf("-api: %w", err)
		}
		add("api", strings.Join(files, ","))
	}
	if len(o.mesh) > 0 {
		items, err := meshItems(o.mesh)
		if err != nil {
			return nil, fmt.Errorf("-mesh: %w", err)
		}
		add("mesh", strings.Join(items, ","))
	}
	return list, nil
}

// A flagged value is one of a flag of the vet tool.
type flagged struct{ name, value string }

// flagged are the settings that a settings file may also say.
func (o *options) flagged() []flagged {
	return []flagged{
		{"strict", strconv.FormatBool(o.strict)},
		{"tests", strconv.FormatBool(o.tests)},
		{"runtime", strconv.FormatBool(o.runtime)},
		{"enable", canonical(o.enable)},
		{"disable", canonical(o.disable)},
		{"timeout", o.timeout.String()},
		{"cap", o.cap.String()},
		{"max", o.max.String()},
		{"attempts", strconv.Itoa(o.attempts)},
		{"limit", strconv.Itoa(o.limit)},
	}
}

// digests are the absolute names of files, each with a digest of its content, so
// that a changed file makes another flag.
func digests(files []string) ([]string, error) {
	var list []string
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		abs, err := filepath.Abs(name)
		if err != nil {
			return nil, err
		}
		list = append(list, fmt.Sprintf("%s@%x", abs, sha256.Sum256(data)))
	}
	return list, nil
}

// meshItems are the items of -mesh, with digests behind the files.
func meshItems(items []string) ([]string, error) {
	if _, err := mesh.Parse(items); err != nil {
		return nil, err
	}
	var pairs, files []string
	for _, item := range items {
		if mesh.IsPair(item) {
			pairs = append(pairs, item)
		} else {
			files = append(files, item)
		}
	}
	files, err := digests(files)
	return append(pairs, files...), err
}

func canonical(names []string) string {
	return strings.Join(slices.Compact(slices.Sorted(slices.Values(names))), ",")
}

// build returns the flags for the go command that choose what is built.
func (o *options) build() []string {
	var list []string
	for _, f := range []struct{ name, value string }{{"tags", o.tags}, {"mod", o.mod}, {"modfile", o.modfile}} {
		if f.value != "" {
			list = append(list, "-"+f.name+"="+f.value)
		}
	}
	return list
}
