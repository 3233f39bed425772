package rule

import (
	"errors"
	"flag"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/generated"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/directive"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/mesh"
	"github.com/reslint/reslint/internal/source"
)

// Settings are the choices of a user that every family reads.
type Settings struct {
	// Strict reports unknowns that a team may want written down, and
	// suppressions that suppress nothing.
	Strict bool
	// Tests reports in _test.go files, too.
	Tests bool
	// Enable and Disable hold rule IDs and family names; Disable wins. They win over
	// what the settings file says.
	Enable, Disable []string
	// Timeout is the bound that fixes insert.
	Timeout time.Duration
	// Cap is where fixes cut waits that grow.
	Cap time.Duration
	// Runtime tells that code may import the runtime.
	Runtime bool
	// Max is up to what duration a library's default is good enough as the only
	// bound of a call.
	Max time.Duration

	// Attempts is how many attempts of one operation are not too many.
	Attempts int

	// Limit is how many goroutines fixes let wait for another machine at once.
	Limit int

	// API are the line files that teach APIs of the user's own, each a path with
	// a digest of the file behind an @, or without: the go command hashes flags,
	// and not the files that they name.
	API []string

	// Mesh says how often the proxies of a mesh try again, as package mesh reads it:
	// HOST=ATTEMPTS, or a file with a digest as in API.
	Mesh []string

	// file is the settings file that governs the package, or nil. Its other values stand
	// in the fields above; the flags behind it overwrite them.
	file *config.File

	// err is what is wrong with the settings.
	err error
}

// DefaultTimeout is what a fix inserts where no setting says otherwise: long
// enough for a slow answer, and half of the 60 s from which a bound counts as
// an accident.
const DefaultTimeout = 30 * time.Second

// DefaultCap is where a fix cuts waits that grow where no setting says otherwise:
// a dependency that is back is noticed within half a minute.
const DefaultCap = 30 * time.Second

// DefaultMax is from what duration on a library's default counts as an
// accident: hardly any caller waits for a minute.
const DefaultMax = time.Minute

// DefaultAttempts is as many as gRPC makes, whatever it is told.
const DefaultAttempts = 5

// DefaultLimit is that of the runtime's groups: ten calls at once are a fan-out, a
// hundred are a load test of what is called.
const DefaultLimit = 10

// Trouble is the category of diagnostics that are not findings: they tell that
// the suite could not do its work in a package. An analyser's error would tell
// it, too, but go vet forgets errors: its second run, which the cache answers,
// is silent and exits with 0.
const Trouble = "reslint/trouble"

// SettingsAnalyzer reports no faults in code, only a wrong setting, and the
// directives that answer to the settings. It carries these: its flags are their
// names, as in -reslint.strict, and its result is the *Settings that the
// families read.
//
// A flag that refused its value would do so in each process of the vet tool:
// some hundreds of times, once for each package of the standard library. So
// the flag keeps the error, the families find nothing, and this analyser says
// why, once for each package that the user asked for.
var SettingsAnalyzer = &analysis.Analyzer{
	Name:       "reslint",
	Doc:        "the settings of reslint, shared by all its families",
	URL:        URL,
	Requires:   []*analysis.Analyzer{generated.Analyzer, directive.Analyzer},
	ResultType: reflect.TypeFor[*Settings](),
	Run: func(pass *analysis.Pass) (any, error) {
		s := settings
		s.err = errors.Join(s.err, wrong(pass.Analyzer))
		ReportTrouble(pass, s.err)
		reportDirectives(newReporter(pass, &s))
		return &s, nil
	},
}

// ReportTrouble reports err as Trouble, at the beginning of the package. It does
// nothing if err is nil.
func ReportTrouble(pass *analysis.Pass, err error) {
	if err != nil {
		pass.Report(analysis.Diagnostic{
			Pos:      pass.Files[0].Package,
			Category: Trouble,
			Message:  err.Error() + " (" + Trouble + ")",
		})
	}
}

var settings = defaults()

// defaults are the choices of a user who makes none.
func defaults() Settings {
	return Settings{Timeout: DefaultTimeout, Cap: DefaultCap, Max: DefaultMax, Attempts: DefaultAttempts, Limit: DefaultLimit}
}

// configFlag names the settings files. The other flags win over what they say, wherever they stand.
const configFlag = "config"

func init() {
	flags := &SettingsAnalyzer.Flags
	keep(flags, configFlag, (*configFiles)(&settings), "the settings `file`; or nearest: and files of which each governs the packages below its folder, or off; the other flags win over it; put @ and a digest behind each file, or go vet will not notice that it changed")
	keep(flags, "strict", boolean(&settings.Strict), "also report what is unknown or undecided")
	keep(flags, "tests", boolean(&settings.Tests), "also report in _test.go files")
	keep(flags, "runtime", boolean(&settings.Runtime), "offer fixes that import github.com/reslint/reslint/resilience, in packages that do not yet, too")
	keep(flags, "enable", (*ruleList)(&settings.Enable), "comma-separated `rules` or families to switch on")
	keep(flags, "disable", (*ruleList)(&settings.Disable), "comma-separated `rules` or families to switch off")
	keep(flags, "timeout", (*positive)(&settings.Timeout), "the `duration` that fixes insert")
	keep(flags, "cap", (*positive)(&settings.Cap), "the `duration` at which fixes cut waits that grow")
	keep(flags, "api", (*apiFiles)(&settings.API), "comma-separated `files` that teach APIs of your own; put @ and a digest behind each, or go vet will not notice that it changed")
	keep(flags, "mesh", (*meshItems)(&settings.Mesh), "comma-separated `HOST=ATTEMPTS` and files that say how often proxies try again; put @ and a digest behind each file, or go vet will not notice that it changed")
	keep(flags, "max", (*positive)(&settings.Max), "the longest `duration` for which a library's default may be the only bound of a call")
	keep(flags, "attempts", (*number)(&settings.Attempts), "how `many` attempts of one operation are not too many")
	keep(flags, "limit", (*number)(&settings.Limit), "how `many` goroutines fixes let wait for another machine at once")
}

// A kept flag keeps the error of a wrong value instead of returning it, and what it was set
// to: the settings file may be named behind it.
type kept struct {
	flag.Value
	text  string
	given bool
	err   error
}

func keep(flags *flag.FlagSet, name string, v flag.Value, usage string) {
	flags.Var(&kept{Value: v}, name, usage)
}

// Set implements flag.Value.
func (k *kept) Set(s string) error {
	k.text, k.given = s, true
	k.err = k.Value.Set(s)
	return nil
}

// IsBoolFlag tells the flag package that -strict alone is enough.
func (k *kept) IsBoolFlag() bool {
	b, ok := k.Value.(interface{ IsBoolFlag() bool })
	return ok && b.IsBoolFlag()
}

// String implements flag.Value, for the zero kept, too.
func (k *kept) String() string {
	if k.Value == nil {
		return ""
	}
	return k.Value.String()
}

// boolean is the flag package's own kind of flag for p.
func boolean(p *bool) flag.Value {
	var fs flag.FlagSet
	fs.BoolVar(p, "b", false, "")
	return fs.Lookup("b").Value
}

// again sets the flags that were set, but for the one that names settings files. Bazel's nogo
// sets flags in any order, and each several times.
func again(flags *flag.FlagSet) {
	flags.VisitAll(func(f *flag.Flag) {
		if k, ok := f.Value.(*kept); ok && k.given && f.Name != configFlag {
			k.err = k.Value.Set(k.text)
		}
	})
}

// wrong returns the errors that the flags of a keep.
func wrong(a *analysis.Analyzer) error {
	var errs []error
	a.Flags.VisitAll(func(f *flag.Flag) {
		if k, ok := f.Value.(*kept); ok && k.err != nil {
			errs = append(errs, fmt.Errorf("-%s.%s: %w", a.Name, f.Name, k.err))
		}
	})
	return errors.Join(errs...)
}

// A ruleList is a flag that takes rule IDs and family names, and no others.
type ruleList []string

func (l *ruleList) String() string { return strings.Join(*l, ",") }

func (l *ruleList) Set(s string) (err error) {
	*l, err = ParseNames(s)
	return err
}

// apiFiles is a flag that reads line files.
type apiFiles []string

func (l *apiFiles) String() string { return strings.Join(*l, ",") }

func (l *apiFiles) Set(s string) error {
	*l = nil
	var files []string
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		*l = append(*l, name)
		if i := strings.LastIndexByte(name, '@'); i > 0 {
			name = name[:i]
		}
		files = append(files, name)
	}
	return knowledge.UseOwn(files)
}

// meshItems is a flag that reads what is known of a mesh.
type meshItems []string

func (l *meshItems) String() string { return strings.Join(*l, ",") }

func (l *meshItems) Set(s string) error {
	*l = nil
	for item := range strings.SplitSeq(s, ",") {
		if item = strings.TrimSpace(item); item != "" {
			*l = append(*l, item)
		}
	}
	return mesh.Use(*l)
}

// A positive duration is a flag.
type positive time.Duration

func (p *positive) String() string { return time.Duration(*p).String() }

func (p *positive) Set(s string) error {
	d, err := time.ParseDuration(s)
	if err != nil {
		return err
	}
	if d <= 0 {
		return fmt.Errorf("%s is not a positive duration", d)
	}
	*p = positive(d)
	return nil
}

// A number of one or more is a flag.
type number int

func (n *number) String() string { return strconv.Itoa(int(*n)) }

func (n *number) Set(s string) error {
	v, err := strconv.Atoi(s)
	if err != nil {
		return err
	}
	if v < 1 {
		return fmt.Errorf("%d is not a positive number", v)
	}
	*n = number(v)
	return nil
}

// Enabled reports whether findings of r are wanted in some file of the package. With
// wrong settings none are: what the user meant is not known.
func (s *Settings) Enabled(r *Rule) bool {
	if s.file == nil {
		return s.enabled(r, nil)
	}
	all := []config.Choice{s.file.Choice}
	for _, p := range s.file.Paths {
		all = append(all, config.Choice{Enable: p.Enable}) // perhaps no file matches
	}
	return s.enabled(r, all)
}

// EnabledIn reports whether findings of r are wanted in a file.
func (s *Settings) EnabledIn(r *Rule, file string) bool {
	if s.file == nil {
		return s.enabled(r, nil)
	}
	return s.enabled(r, s.file.For(source.Name(file)))
}

// enabled asks one choice after the other, and the flags in the end.
func (s *Settings) enabled(r *Rule, choices []config.Choice) bool {
	if s.err != nil {
		return false
	}
	in := func(list []string) bool {
		return slices.Contains(list, r.ID) || slices.Contains(list, r.Family())
	}
	on := !r.Doc.NonDefault
	for _, c := range append(choices, config.Choice{Enable: s.Enable, Disable: s.Disable}) {
		on = (on || in(c.Enable)) && !in(c.Disable)
	}
	return on
}

// ParseNames reads a comma-separated list of rule IDs and family names, and
// takes no others.
func ParseNames(s string) ([]string, error) {
	var list []string
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if !Known(name) {
			return nil, unknown(name)
		}
		list = append(list, name)
	}
	return list, nil
}

// Known reports whether name is the ID of a rule or the name of a family.
func Known(name string) bool {
	return slices.ContainsFunc(all, func(r *Rule) bool { return r.ID == name || r.Family() == name })
}

// Names are the IDs of the rules and the names of their families.
func Names() []string {
	var list []string
	for _, r := range all {
		list = append(list, r.ID, r.Family())
	}
	slices.Sort(list)
	return slices.Compact(list)
}
