package rule

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/generated"

	"github.com/reslint/reslint/internal/directive"
)

// Settings are the choices of a user that every family reads.
type Settings struct {
	// Strict reports unknowns that a team may want written down, and
	// suppressions that suppress nothing.
	Strict bool
	// Tests reports in _test.go files, too.
	Tests bool
	// Enable and Disable hold rule IDs and family names; Disable wins.
	Enable, Disable []string
	// Timeout is the bound that fixes insert.
	Timeout time.Duration
}

// DefaultTimeout is what a fix inserts where no setting says otherwise: long
// enough for a slow answer, and half of the 60 s from which a bound counts as
// an accident.
const DefaultTimeout = 30 * time.Second

// SettingsAnalyzer reports no faults in code, only in the directives that answer
// to them. It carries the settings: its flags are the settings' names, as in
// -reslint.strict, and its result is the *Settings that the families read.
var SettingsAnalyzer = &analysis.Analyzer{
	Name:       "reslint",
	Doc:        "the settings of reslint, shared by all its families",
	URL:        URL,
	Requires:   []*analysis.Analyzer{generated.Analyzer, directive.Analyzer},
	ResultType: reflect.TypeFor[*Settings](),
	Run: func(pass *analysis.Pass) (any, error) {
		s := settings
		reportDirectives(newReporter(pass, &s))
		return &s, nil
	},
}

var settings = Settings{Timeout: DefaultTimeout}

func init() {
	flags := &SettingsAnalyzer.Flags
	flags.BoolVar(&settings.Strict, "strict", false, "also report what is unknown or undecided")
	flags.BoolVar(&settings.Tests, "tests", false, "also report in _test.go files")
	flags.Var((*ruleList)(&settings.Enable), "enable", "comma-separated `rules` or families to switch on")
	flags.Var((*ruleList)(&settings.Disable), "disable", "comma-separated `rules` or families to switch off")
	flags.Func("timeout", "the `duration` that fixes insert (default 30s)", func(s string) error {
		d, err := time.ParseDuration(s)
		if err != nil {
			return err
		}
		if d <= 0 {
			return fmt.Errorf("%s is not a positive duration", d)
		}
		settings.Timeout = d
		return nil
	})
}

// Enabled reports whether findings of r are wanted.
func (s *Settings) Enabled(r *Rule) bool {
	in := func(list []string) bool {
		return slices.Contains(list, r.ID) || slices.Contains(list, r.Family())
	}
	if in(s.Disable) {
		return false
	}
	return !r.Doc.NonDefault || in(s.Enable)
}

// A ruleList is a flag that takes rule IDs and family names, and no others.
type ruleList []string

func (l *ruleList) String() string { return strings.Join(*l, ",") }

func (l *ruleList) Set(s string) error {
	var list []string
	for name := range strings.SplitSeq(s, ",") {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		if !Known(name) {
			return fmt.Errorf("unknown rule %q (reslint rules lists them)", name)
		}
		list = append(list, name)
	}
	*l = list
	return nil
}

// Known reports whether name is the ID of a rule or the name of a family.
func Known(name string) bool {
	return slices.ContainsFunc(all, func(r *Rule) bool { return r.ID == name || r.Family() == name })
}
