package reslint_test

import (
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint"
	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/rule"
)

var update = flag.Bool("update", false, "write docs/rules.md and docs/reslint.schema.json")

// TestRulesDoc keeps docs/rules.md equal to what the rules say of themselves.
func TestRulesDoc(t *testing.T) {
	const name = "docs/rules.md"
	libraries, err := knowledge.Markdown()
	if err != nil {
		t.Fatal(err)
	}
	want := rule.Markdown(rule.All()) + "\n" + libraries
	if *update {
		if err := os.WriteFile(name, []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Errorf("%s is stale: run go test . -update", name)
	}
}

// TestSchema keeps docs/reslint.schema.json equal to the keys and rules that there are.
func TestSchema(t *testing.T) {
	const name = "docs/reslint.schema.json"
	want, err := config.Schema(rule.Names())
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(name, want, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := os.ReadFile(name); err != nil || string(got) != string(want) {
		t.Errorf("%s is stale: run go test . -update (%v)", name, err)
	}
}

// stable are the rules that users may rely on. A rule leaves this list by
// decision, not by accident.
var stable = []string{
	"fallback/remote-fallback",
	"fanout/limit-per-call",
	"fanout/no-limit-group",
	"fanout/unbounded-go",
	"layering/breaker-client-errors",
	"layering/breaker-scope",
	"layering/breaker-settings",
	"layering/hedge-with-retry",
	"layering/library-retries-too",
	"layering/mesh",
	"layering/nested-retry",
	"layering/policy-order",
	"layering/retry-inside-breaker",
	"layering/retry-when-open",
	"reslint/directive",
	"retryloop/constant-backoff",
	"retryloop/dead-stream",
	"retryloop/deaf-sleep",
	"retryloop/leaked-body",
	"retryloop/leaked-cancel",
	"retryloop/no-backoff",
	"retryloop/no-cap",
	"retryloop/no-jitter",
	"retryloop/renewed-key",
	"retryloop/service-config",
	"retryloop/shared-policy",
	"retryloop/spent-body",
	"retryloop/unbounded",
	"timeout/accidental-bound",
	"timeout/attempt-budget",
	"timeout/database",
	"timeout/default-client",
	"timeout/dial",
	"timeout/dropped-deadline",
	"timeout/duration-unit",
	"timeout/grpc-call",
	"timeout/grpc-dial",
	"timeout/grpc-wait-for-ready",
	"timeout/http-client",
	"timeout/http-server",
	"timeout/http-transport",
	"timeout/remote-call",
}

// inLibraries are the rules whose cases need a library: they stand in
// e2e/libraries, with the real one.
var inLibraries = map[string]string{
	"fanout/no-limit-group":        "errgroup",
	"layering/breaker-settings":    "gobreaker",
	"layering/hedge-with-retry":    "failsafe_order",
	"layering/library-retries-too": "layered",
	"layering/policy-order":        "failsafe_order",
	"retryloop/constant-backoff":   "cenkalti_v4",
	"retryloop/deaf-sleep":         "cenkalti_v4",
	"retryloop/no-backoff":         "cenkalti_v4",
	"retryloop/no-cap":             "wait",
	"retryloop/no-jitter":          "cenkalti_v4",
	"retryloop/shared-policy":      "cenkalti_v4",
	"retryloop/unbounded":          "cenkalti_v4",
	"timeout/grpc-call":            "grpc",
	"timeout/grpc-dial":            "grpc",
	"timeout/grpc-wait-for-ready":  "grpc",
}

// TestRules checks that each rule is complete: documented in every part, part
// of a family that runs, and with cases for what it reports and what it does
// not.
func TestRules(t *testing.T) {
	families := make(map[string]bool)
	for _, a := range reslint.Analyzers() {
		families[a.Name] = true
	}
	var ids []string
	for _, r := range rule.All() {
		if r.Lifecycle == rule.Stable {
			ids = append(ids, r.ID)
		}
		if !families[r.Family()] {
			t.Errorf("%s: no analyser is named %s", r.ID, r.Family())
		}
		for part, text := range map[string]string{
			"Title": r.Doc.Title, "Text": r.Doc.Text, "Before": r.Doc.Before, "After": r.Doc.After, "Since": r.Doc.Since,
			"Fix": r.Fix, "Limits": r.Limits, "Source": r.Source,
		} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: the documentation has no %s", r.ID, part)
			}
		}
		if r.Family() == "reslint" {
			continue // about comments, not code: its cases are in internal/rule
		}
		for _, kind := range []string{"bad", "good"} {
			pattern := filepath.Join("testdata", "src", filepath.FromSlash(r.ID), kind, "*.go")
			if library := inLibraries[r.ID]; library != "" {
				pattern = filepath.Join("e2e", "libraries", library, kind+".go")
			}
			cases, err := filepath.Glob(pattern)
			if err != nil {
				t.Fatal(err)
			}
			if len(cases) == 0 {
				t.Errorf("%s: there are no %s cases as %s", r.ID, kind, pattern)
			}
		}
	}
	if !slices.Equal(ids, stable) {
		t.Errorf("the stable rules are\n\t%s\nwant\n\t%s", strings.Join(ids, "\n\t"), strings.Join(stable, "\n\t"))
	}
}
