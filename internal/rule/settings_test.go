package rule

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/analysis"
	"honnef.co/go/tools/analysis/facts/generated"

	"github.com/reslint/reslint/internal/directive"
)

// withRules sets the rules of the suite for one test.
func withRules(t *testing.T, ids ...string) {
	saved, savedSettings := all, settings
	t.Cleanup(func() { all, settings = saved, savedSettings })
	all, settings = nil, defaults()
	for _, id := range ids {
		Define(Rule{ID: id, Lifecycle: Stable})
	}
}

func TestParseNames(t *testing.T) {
	withRules(t, "timeout/http-client", "timeout/dial", "fanout/unbounded-go")
	got, err := ParseNames(" timeout/dial, fanout,,")
	if want := []string{"timeout/dial", "fanout"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("ParseNames = %q, %v, want %q", got, err, want)
	}
	for name, want := range map[string]string{
		"timeout/http-cleint": "did you mean timeout/http-client?",
		"http-client":         "did you mean timeout/http-client?",
		"fan-out":             "did you mean fanout?",
		"G112":                `unknown rule "G112" (reslint rules lists them)`,
		"x":                   `unknown rule "x" (reslint rules lists them)`,
	} {
		if _, err := ParseNames(name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseNames(%q): error %v, want %q", name, err, want)
		}
	}
}

// A wrong value must not end the process: the flag is parsed some hundreds of
// times. It is kept until there is a right one, and nothing is found meanwhile.
func TestWrongSettingIsKept(t *testing.T) {
	flags := &SettingsAnalyzer.Flags
	for _, tt := range []struct{ name, bad, good string }{
		{"enable", "nosuch", "timeout"},
		{"disable", "nosuch", ""},
		{"timeout", "-1s", "5s"},
		{"timeout", "", "1m30s"},
	} {
		withRules(t, "timeout/dial")
		if err := flags.Set(tt.name, tt.bad); err != nil {
			t.Errorf("-%s=%s: the flag refuses: %v", tt.name, tt.bad, err)
		}
		s, messages := runSettings(t)
		if len(messages) != 1 || !strings.HasPrefix(messages[0], "-reslint."+tt.name+": ") {
			t.Errorf("-%s=%s: reported %q", tt.name, tt.bad, messages)
		}
		if s.Enabled(Lookup("timeout/dial")) {
			t.Errorf("-%s=%s: a rule is still enabled", tt.name, tt.bad)
		}
		if err := flags.Set(tt.name, tt.good); err != nil {
			t.Error(err)
		}
		s, messages = runSettings(t)
		if len(messages) > 0 || !s.Enabled(Lookup("timeout/dial")) {
			t.Errorf("-%s=%s: still in trouble: %q", tt.name, tt.good, messages)
		}
	}
	if settings.Timeout != 90*time.Second {
		t.Errorf("timeout is %v", settings.Timeout)
	}
	// What a flag says is what it takes: tests save and restore it so.
	flags.VisitAll(func(f *flag.Flag) {
		if err := f.Value.Set(f.Value.String()); err != nil || wrong(SettingsAnalyzer) != nil {
			t.Errorf("-%s=%s: %v, %v", f.Name, f.Value, err, wrong(SettingsAnalyzer))
		}
	})
}

// Bazel's nogo sets the flags in any order, and each once for every family.
func TestFlagsWinOverTheFileInAnyOrder(t *testing.T) {
	withRules(t, "timeout/dial")
	savedKept := make(map[*kept]kept)
	SettingsAnalyzer.Flags.VisitAll(func(f *flag.Flag) {
		k := f.Value.(*kept)
		savedKept[k] = *k
		k.given = false
	})
	defer func() {
		for k, saved := range savedKept {
			*k = saved
		}
	}()
	file := filepath.Join(t.TempDir(), ".reslint.yaml")
	if err := os.WriteFile(file, []byte("timeout: 5s\nattempts: 9\nstrict: true\nmesh: [pay=3]\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	given := []struct{ name, value string }{{"config", file}, {"timeout", "7s"}, {"strict", "false"}, {"tests", "true"}, {"disable", "timeout"}}
	for i := range 3 * len(given) {
		f := given[(i*2)%len(given)]
		if err := SettingsAnalyzer.Flags.Set(f.name, f.value); err != nil {
			t.Fatal(err)
		}
		if i < len(given)-1 {
			continue
		}
		s, messages := runSettings(t)
		if len(messages) > 0 || s.Timeout != 7*time.Second || s.Attempts != 9 || s.Strict || !s.Tests || s.Enabled(Lookup("timeout/dial")) || len(s.Mesh) != 1 {
			t.Errorf("after %s: %+v, %q", f.name, s, messages)
		}
	}
}

// runSettings runs the analyser on a package of one empty file.
func runSettings(t *testing.T) (s *Settings, messages []string) {
	t.Helper()
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "p.go", "package p", 0)
	if err != nil {
		t.Fatal(err)
	}
	pass := &analysis.Pass{
		Analyzer: SettingsAnalyzer, Fset: fset, Files: []*ast.File{file},
		ResultOf: map[*analysis.Analyzer]any{
			generated.Analyzer: map[string]generated.Generator{},
			directive.Analyzer: new(directive.Index),
		},
		Report: func(d analysis.Diagnostic) { messages = append(messages, d.Message) },
	}
	result, err := SettingsAnalyzer.Run(pass)
	if err != nil {
		t.Fatal(err)
	}
	return result.(*Settings), messages
}

func TestEditDistance(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want int
	}{
		{"", "", 0}, {"", "abc", 3}, {"abc", "", 3}, {"abc", "abc", 0}, {"kitten", "sitting", 3}, {"ab", "ba", 2},
	} {
		if got := editDistance(tt.a, tt.b); got != tt.want {
			t.Errorf("editDistance(%q, %q) = %d, want %d", tt.a, tt.b, got, tt.want)
		}
	}
}
