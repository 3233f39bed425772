package retryloop

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/serviceconfig"
)

// TestRefused holds what is refused here against what grpc-go refuses: the same
// file is given to grpc-go in e2e/libraries.
func TestRefused(t *testing.T) {
	data, err := os.ReadFile("testdata/serviceconfigs.txt")
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	for line := range strings.Lines(string(data)) {
		want, config, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want == "#" {
			continue
		}
		counts[want]++
		root, ok := parse(plain(strings.TrimSpace(config)))
		if !ok {
			t.Errorf("%s: not read as JSON", config)
			continue
		}
		var reasons []string
		for _, f := range slices.Concat(judge(root, plain(config), circumstance{limit: serviceconfig.MaxAttempts})...) {
			if f.danger == refused {
				reasons = append(reasons, f.text)
			}
		}
		if got := reasons != nil; got != (want == "refused") {
			t.Errorf("%s: it is %s, and the reasons to refuse it are %q", config, want, reasons)
		}
	}
	if counts["taken"] < 20 || counts["refused"] < 20 || len(counts) != 2 {
		t.Errorf("the file has %v", counts)
	}
}

func TestParse(t *testing.T) {
	const bad = "not JSON"
	tests := []struct{ format, want string }{
		{`{}`, `{}`},
		{` [1, -2.5e3, true, null, "aA"] `, `[1 -2.5e3 true null "aA"]`},
		{`{"a": {"b": []}, "c": 1}`, `{"a":{"b":[]} "c":1}`},
		{`[1,]`, bad}, {`[,1]`, bad}, {`{"a":1,}`, bad}, {`[1 2]`, bad}, {`{"a" 1}`, bad}, {`{a: 1}`, bad}, {`[1`, bad},
		{`"a`, bad}, {"\"a\nb\"", bad}, {`01`, bad}, {`nul`, bad}, {``, bad}, {`{} {}`, bad}, {`[1] // one`, bad}, {`"\x"`, bad},
		{`%s`, `?`},
		{`[%s]`, `[…]`},
		{`[1, %s]`, `[1…]`},
		{`[%s, 1]`, `[1…]`},
		{`[%s"a", "b"%s]`, `["a" "b"…]`},
		{`[1%s]`, `[?…]`},
		{`[%s1]`, `[?]`},
		{`{%s}`, `{…}`},
		{`{%s, "a": 1}`, `{"a":1…}`},
		{`{"a": "x"%s}`, `{"a":"x"…}`},
		{`{"a": 1%s}`, `{"a":?…}`},
		{`{"a": %d, "b": "x%s"}`, `{"a":? "b":?}`},
		{`{"a%s": 1}`, `{?:1}`},
		{`{"a": "{{.A}}", "b": "$B"}`, `{"a":? "b":?}`},
		{`{%s: 1}`, bad},
	}
	for _, tt := range tests {
		got := bad
		if root, ok := parse(verbs(plain(tt.format))); ok {
			got = root.String()
		}
		if got != tt.want {
			t.Errorf("%s: got %s, want %s", tt.format, got, tt.want)
		}
	}
}

// String shows a value: a question mark is unknown, and three dots are more that
// may be there.
func (v *value) String() string {
	more := ""
	if v.open {
		more = "…"
	}
	switch v.kind {
	case unknown:
		return "?"
	case null:
		return "null"
	case str:
		quoted, _ := json.Marshal(v.text)
		return string(quoted)
	case object:
		var parts []string
		for _, f := range v.fields {
			parts = append(parts, f.key.String()+":"+f.value.String())
		}
		return "{" + strings.Join(parts, " ") + more + "}"
	case array:
		var parts []string
		for _, e := range v.elems {
			parts = append(parts, e.String())
		}
		return "[" + strings.Join(parts, " ") + more + "]"
	}
	return v.text
}

// FuzzParse holds the parser against encoding/json.
func FuzzParse(f *testing.F) {
	for _, s := range []string{`{}`, `[1, -2.5e3, true, null, "a"]`, `{"a": {"b": []}}`, `[1,]`, `"\ud800"`, "\x00", `{"a":1}}`, "[[[[", `"\`, `-`} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if _, ok := parse(plain(s)); ok != json.Valid([]byte(s)) {
			t.Errorf("%q is read: %v", s, ok)
		}
	})
}

// FuzzEdits holds what the edits make of a config: it is JSON, and the same
// faults are not there any more.
func FuzzEdits(f *testing.F) {
	for _, s := range []string{
		`{"methodConfig":[{"name":[{}],"timeout":"1","retryPolicy":{"maxAttempts":9,"initialBackoff":"100ms","maxBackoff":1,"backoffMultiplier":1,"retryableStatusCodes":["canceled","OK",14,"DATA_LOSS"]}}]}`,
		"{\n\t\"methodConfig\": [{\n\t\t\"name\": [{}], \"retryPolicy\": {\"maxAttempts\": 4, \"initialBackoff\": \".01s\", \"maxBackoff\": \".01s\",\"backoffMultiplier\": 1.0,\n\"retryableStatusCodes\": [\"OK\", \"UNAVAILABLE\", \"CANCELLED\"]}}]}",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := plain(s)
		root, ok := parse(text)
		if !ok || !isServiceConfig(root, false) {
			return
		}
		for _, faults := range judge(root, text, circumstance{limit: serviceconfig.MaxAttempts}) {
			for _, fault := range faults {
				if fault.edits == nil {
					continue
				}
				edited := apply(s, fault.edits)
				again, ok := parse(plain(edited))
				if !ok || !json.Valid([]byte(edited)) {
					t.Fatalf("%s\nis made\n%s\nwhich is no JSON", s, edited)
				}
				for _, f := range slices.Concat(judge(again, plain(edited), circumstance{limit: serviceconfig.MaxAttempts})...) {
					if f.text == fault.text && f.danger == unthrottled {
						t.Fatalf("%s\nis made\n%s\nwhich still has: %s", s, edited, f.text)
					}
				}
			}
		}
	})
}

func apply(s string, edits []textEdit) string {
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b textEdit) int { return b.start - a.start })
	for _, e := range edits {
		s = s[:e.start] + e.json + s[e.end:]
	}
	return s
}
