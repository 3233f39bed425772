package outputs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestReviewdog lets the real reviewdog read what is written, and tell what it has understood.
func TestReviewdog(t *testing.T) {
	reviewdog := filepath.Join(t.TempDir(), "reviewdog.exe")
	run(t, ".", "go", "build", "-o", reviewdog, "github.com/reviewdog/reviewdog/cmd/reviewdog")
	command, rare := sample(t), made(t)
	for _, form := range []string{"sarif", "rdjson", "checkstyle"} {
		t.Run(form, func(t *testing.T) {
			out := command.written(t, form)
			local := understood(t, reviewdog, command.dir, form, "local", out)
			// It prints places and messages, or what it has read, if that was JSON.
			wants := []string{"budget/budget.go", "do not fit into the deadline"}
			if form == "checkstyle" {
				wants = []string{"sized/größe.go:5:", "budget/budget.go:9:40: warning: ", "budget/budget.go:16:19: error: 3 attempts"}
			}
			for _, want := range wants {
				if !strings.Contains(local, want) {
					t.Errorf("it tells nothing of %s:\n%s", want, local)
				}
			}
			wantPlaces(t, command.dir, diagnosed(t, reviewdog, command.dir, form, out), diagnosed(t, reviewdog, command.dir, "rdjson", command.written(t, "rdjson")))
			wantPlaces(t, rare.Dir, diagnosed(t, reviewdog, rare.Dir, form, written(t, form, rare)), diagnosed(t, reviewdog, rare.Dir, "rdjson", written(t, "rdjson", rare)))
		})
	}
	t.Run("all of it", func(t *testing.T) {
		for _, form := range []string{"sarif", "rdjson"} {
			d := diagnosed(t, reviewdog, rare.Dir, form, written(t, form, rare))[0]
			if d.Message != rare.Findings[0].Message || d.Severity != "ERROR" || d.Code.Value != "timeout/http-client" || d.Code.URL == "" {
				t.Errorf("%s: %+v", form, d)
			}
			if len(d.Related) != 2 || d.Related[0].Location.Path != "b.go" || d.Related[0].Message != "it is <used> here" {
				t.Errorf("%s: related: %+v", form, d.Related)
			}
			if len(d.Suggestions) == 0 || d.Suggestions[0].Range.Start.Line != 3 {
				t.Errorf("%s: suggestions: %+v", form, d.Suggestions)
			}
		}
		d := diagnosed(t, reviewdog, rare.Dir, "rdjson", written(t, "rdjson", rare))
		if s := d[0].Suggestions; len(s) != 1 || s[0].Text != "" || s[0].Range.Start.Column != 17 || s[0].Range.End.Column != 23 {
			t.Errorf("rdjson: suggestions: %+v, want the columns of \" + old\" in bytes", s)
		}
		if d[1].Severity != "WARNING" {
			t.Errorf("rdjson: %+v is no warning", d[1])
		}
	})
}

// A diagnostic is what reviewdog's own output tells of one.
type diagnostic struct {
	Message  string
	Location location
	Severity string
	Code     struct{ Value, URL string }

	Suggestions []struct {
		Range span
		Text  string
	}
	Related []struct {
		Message  string
		Location location
	} `json:"related_locations"`
}

type location struct {
	Path  string
	Range span
}

type span struct{ Start, End struct{ Line, Column int } }

// diagnosed is what reviewdog has understood, in its order.
func diagnosed(t *testing.T, reviewdog, dir, form string, data []byte) []diagnostic {
	t.Helper()
	var result struct{ Diagnostics []diagnostic }
	out := understood(t, reviewdog, dir, form, "rdjson", data)
	if err := json.Unmarshal([]byte(out), &result); err != nil {
		t.Fatalf("%v:\n%s", err, out)
	}
	return result.Diagnostics
}

func understood(t *testing.T, reviewdog, dir, form, reporter string, data []byte) string {
	t.Helper()
	cmd := exec.Command(reviewdog, "-f="+form, "-name=reslint", "-reporter="+reporter, "-filter-mode=nofilter", "-fail-level=none")
	cmd.Dir = dir
	cmd.Stdin = bytes.NewReader(data)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil || strings.Contains(stderr.String(), "fail") {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.String())
	}
	return string(out)
}

// wantPlaces wants the same findings: files, lines and messages. Columns of SARIF are not those of rdjson.
func wantPlaces(t *testing.T, dir string, got, want []diagnostic) {
	t.Helper()
	places := func(list []diagnostic) (texts []string) {
		for _, d := range list {
			texts = append(texts, fmt.Sprintf("%s:%d: %s: %s", d.Location.Path, d.Location.Range.Start.Line, d.Severity, d.Message))
		}
		slices.Sort(texts)
		return texts
	}
	if g, w := places(got), places(want); len(w) == 0 || !slices.Equal(g, w) {
		t.Errorf("in %s it has understood\n%s\nwant\n%s", dir, strings.Join(g, "\n"), strings.Join(w, "\n"))
	}
}
