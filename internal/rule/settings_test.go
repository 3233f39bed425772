package rule

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// withRules sets the rules of the suite for one test.
func withRules(t *testing.T, ids ...string) {
	saved, savedSettings := all, settings
	t.Cleanup(func() { all, settings = saved, savedSettings })
	all, settings = nil, Settings{Timeout: DefaultTimeout}
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
// times. It is kept, and nothing is found meanwhile.
func TestWrongSettingIsKept(t *testing.T) {
	for flag, value := range map[string]string{"enable": "nosuch", "disable": "nosuch", "timeout": "-1s"} {
		withRules(t, "timeout/dial")
		if err := SettingsAnalyzer.Flags.Set(flag, value); err != nil {
			t.Errorf("-%s=%s: the flag refuses: %v", flag, value, err)
		}
		if settings.err == nil || !strings.Contains(settings.err.Error(), "-reslint."+flag+": ") {
			t.Errorf("-%s=%s: kept error is %v", flag, value, settings.err)
		}
		if settings.Enabled(Lookup("timeout/dial")) {
			t.Errorf("-%s=%s: a rule is still enabled", flag, value)
		}
	}
	withRules(t, "timeout/dial")
	if err := SettingsAnalyzer.Flags.Set("timeout", "5s"); err != nil || settings.err != nil || settings.Timeout != 5*time.Second {
		t.Errorf("-timeout=5s gives %v, %v, %v", settings.Timeout, err, settings.err)
	}
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
