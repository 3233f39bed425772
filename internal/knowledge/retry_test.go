package knowledge

import (
	"reflect"
	"testing"
	"time"
)

func TestParseSetting(t *testing.T) {
	none, three := &Setting{From: "none"}, 3.0
	for _, tt := range []struct {
		text string
		want Setting
	}{
		{"none", *none},
		{"yes", Setting{From: "yes"}},
		{"unknown", Setting{From: "unknown"}},
		{"10", Setting{From: "number", Number: 10}},
		{"0.5", Setting{From: "number", Number: 0.5}},
		{"500ms", Setting{From: "number", Number: float64(500 * time.Millisecond)}},
		{"arg:2", Setting{From: "arg", Arg: 2}},
		{"arg:0+1", Setting{From: "arg", Plus: 1}},
		{"arg:0+1|none", Setting{From: "arg", Plus: 1, Zero: none}},
		{"Max?3+1|1", Setting{From: "field", Name: "Max", Nil: &three, Plus: 1, Zero: &Setting{From: "number", Number: 1}}},
		{"Max", Setting{From: "field", Name: "Max"}},
		{"Max|10s", Setting{From: "field", Name: "Max", Zero: &Setting{From: "number", Number: float64(10 * time.Second)}}},
	} {
		got, err := parseSetting(tt.text)
		if err != nil || !reflect.DeepEqual(*got, tt.want) {
			t.Errorf("%s: %+v, %v, want %+v", tt.text, got, err, tt.want)
		}
	}
	for _, text := range []string{"", "1parsec", "arg:x", "arg:0+2", "Max|", "recv:0"} {
		if got, err := parseSetting(text); err == nil {
			t.Errorf("%q: %+v, want an error", text, got)
		}
	}
}

func TestParseEdit(t *testing.T) {
	for _, tt := range []struct {
		text string
		want Edit
	}{
		{"$pkg.WithJitterPercent(10,$)", Edit{Arg: -1, Text: "$pkg.WithJitterPercent(10,$)"}},
		{"&$pkg.T{A:$0}", Edit{Arg: -1, Text: "&$pkg.T{A:$0}"}},
		{"Jitter:0.1", Edit{Arg: -1, Field: "Jitter", Text: "0.1"}},
		{"arg:1:$pkg.WithContext($,$ctx)", Edit{Arg: 1, Text: "$pkg.WithContext($,$ctx)"}},
		{"arg:0:0.5", Edit{Arg: 0, Text: "0.5"}},
		{"arg:2.Retry.Max:-1", Edit{Arg: 2, Path: "Retry.Max", Text: "-1"}},
		{"+$pkg.Context($ctx)", Edit{Arg: -1, Append: true, Text: "$pkg.Context($ctx)"}},
	} {
		got, err := parseEdit(tt.text)
		if err != nil || *got != tt.want {
			t.Errorf("%s: %+v, %v, want %+v", tt.text, got, err, tt.want)
		}
	}
}

// One package line may name several packages.
func TestParsePackages(t *testing.T) {
	parsed, err := Parse("t.api", "package p/v2 p/v3\nsource p@v2.0.0 a.go\nretry Do op=arg:0 from=options\npackage q\nlocal F\n")
	if err != nil {
		t.Fatal(err)
	}
	for path, retries := range map[string]bool{"p/v2": true, "p/v3": true, "q": false} {
		table := parsed[path]
		if table == nil || table.retries != retries || (table.Claims["Do"] != nil) != retries {
			t.Errorf("%s: %+v", path, table)
		}
	}
	if got := parsed["q"].Versions; len(got) != 1 {
		t.Errorf("q was read in %v", got)
	}
}
