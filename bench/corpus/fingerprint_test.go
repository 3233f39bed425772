package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const original = `package p

import "net/http"

var client = &http.Client{}

func (t *T) get(u string) {
	http.Get(u)
	http.Get(u)
}

func get(u string) {
	http.Get(u)
}
`

// TestFingerprint holds that a fingerprint outlives what does not touch its
// line, and that different findings have different ones.
func TestFingerprint(t *testing.T) {
	old := fingerprints(t, original)
	for _, test := range []struct {
		name   string
		edit   *strings.Replacer
		change string // the findings whose fingerprint changes
	}{
		{"nothing", strings.NewReplacer(), ""},
		{"lines above", strings.NewReplacer("import", "// A comment.\n\nimport"), ""},
		{"indentation", strings.NewReplacer("\thttp", "\t\t http"), ""},
		{"another function", strings.NewReplacer("func get", "func other() {}\n\nfunc get"), ""},
		{"the variable", strings.NewReplacer("client", "myClient"), "client"},
		{"the receiver", strings.NewReplacer("*T", "T"), "method 1, method 2"},
		{"the function", strings.NewReplacer("func get", "func fetch"), "function"},
		{"the line", strings.NewReplacer("get(u string) {\n\thttp.Get(u)\n}", "get(u string) {\n\thttp.Get(u + u)\n}"), "function"},
	} {
		t.Run(test.name, func(t *testing.T) {
			now := fingerprints(t, test.edit.Replace(original))
			var changed []string
			for i, name := range []string{"client", "method 1", "method 2", "function"} {
				if now[i] != old[i] {
					changed = append(changed, name)
				}
			}
			if got := strings.Join(changed, ", "); got != test.change {
				t.Errorf("changed: %q, want %q", got, test.change)
			}
		})
	}
	seen := make(map[string]bool)
	for i, f := range old {
		if seen[f] {
			t.Errorf("finding %d has the fingerprint of another", i)
		}
		seen[f] = true
	}
}

// fingerprints returns those of findings on each line of text that mentions
// the HTTP client.
func fingerprints(t *testing.T, text string) []string {
	t.Helper()
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "p.go"), []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	var findings []finding
	n := 0
	for line := range strings.Lines(text) {
		n++
		if strings.Contains(line, "http.") {
			findings = append(findings, finding{File: "p.go", Line: n, Rule: "timeout/http-client"})
		}
	}
	identify(root, findings)
	var prints []string
	for _, f := range findings {
		prints = append(prints, f.Fingerprint)
	}
	return prints
}

// TestFingerprintWithoutSource holds that a file that can't be read or parsed
// costs the function's name, not the run.
func TestFingerprintWithoutSource(t *testing.T) {
	root := t.TempDir()
	if err := os.WriteFile(filepath.Join(root, "bad.go"), []byte("package\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	findings := []finding{{File: "bad.go", Line: 1}, {File: "bad.go", Line: 9}, {File: "none.go", Line: 1}}
	identify(root, findings)
	for _, f := range findings {
		if f.Fingerprint == "" || f.Function != "" {
			t.Errorf("%+v", f)
		}
	}
}
