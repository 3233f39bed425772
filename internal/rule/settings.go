package rule

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"time"

	"golang.org/x/tools/go/analysis"
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

	// err is what is wrong with the settings.
	err error
}

// DefaultTimeout is what a fix inserts where no setting says otherwise: long
// enough for a slow answer, and half of the 60 s from which a bound counts as
// an accident.
const DefaultTimeout = 30 * time.Second

// Trouble is the category of diagnostics that are not findings: they tell that
// the suite could not do its work in a package. An analyser's error would tell
// it, too, but go vet forgets errors: its second run, which the cache answers,
// is silent and exits with 0.
const Trouble = "reslint/trouble"

// SettingsAnalyzer reports no faults in code, only a wrong setting. It carries
// the settings: its flags are the settings' names, as in -reslint.strict, and
// its result is the *Settings that the families read.
//
// A flag that refused its value would do so in each process of the vet tool:
// some hundreds of times, once for each package of the standard library. So
// the flag keeps the error, the families find nothing, and this analyser says
// why, once for each package that the user asked for.
var SettingsAnalyzer = &analysis.Analyzer{
	Name:       "reslint",
	Doc:        "the settings of reslint, shared by all its families",
	URL:        URL,
	ResultType: reflect.TypeFor[*Settings](),
	Run: func(pass *analysis.Pass) (any, error) {
		s := settings
		ReportTrouble(pass, s.err)
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

var settings = Settings{Timeout: DefaultTimeout}

func init() {
	flags := &SettingsAnalyzer.Flags
	flags.BoolVar(&settings.Strict, "strict", false, "also report what is unknown or undecided")
	flags.BoolVar(&settings.Tests, "tests", false, "also report in _test.go files")
	flags.Func("enable", "comma-separated `rules` or families to switch on", kept("enable", func(s string) (err error) {
		settings.Enable, err = ParseNames(s)
		return err
	}))
	flags.Func("disable", "comma-separated `rules` or families to switch off", kept("disable", func(s string) (err error) {
		settings.Disable, err = ParseNames(s)
		return err
	}))
	flags.Func("timeout", "the `duration` that fixes insert (default 30s)", kept("timeout", func(s string) error {
		d, err := time.ParseDuration(s)
		if err == nil && d <= 0 {
			err = fmt.Errorf("%s is not a positive duration", d)
		}
		settings.Timeout = d
		return err
	}))
}

// kept returns a flag's function that keeps the error of set for the analyser to report.
func kept(name string, set func(string) error) func(string) error {
	return func(s string) error {
		if err := set(s); err != nil {
			settings.err = fmt.Errorf("-%s.%s: %w", SettingsAnalyzer.Name, name, err)
		}
		return nil
	}
}

// Enabled reports whether findings of r are wanted. With wrong settings none
// are: what the user meant is not known.
func (s *Settings) Enabled(r *Rule) bool {
	if s.err != nil {
		return false
	}
	in := func(list []string) bool {
		return slices.Contains(list, r.ID) || slices.Contains(list, r.Family())
	}
	if in(s.Disable) {
		return false
	}
	return !r.Doc.NonDefault || in(s.Enable)
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
