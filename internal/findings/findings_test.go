package findings

import (
	"reflect"
	"slices"
	"strings"
	"testing"
)

func TestParsePosition(t *testing.T) {
	for _, tt := range []struct {
		in   string
		want Position
	}{
		{"/a/b.go:3:4", Position{"/a/b.go", 3, 4}},
		{`C:\a\b.go:3:4`, Position{`C:\a\b.go`, 3, 4}},
		{"expr.y:7", Position{"expr.y", 7, 0}}, // after a //line comment
		{"b.go", Position{"b.go", 0, 0}},
		{"b.go:x", Position{"b.go:x", 0, 0}},
		{"-", Position{}},
		{"", Position{}},
		{"b.go:0:0", Position{"b.go:0:0", 0, 0}},
	} {
		if got := parsePosition(tt.in); got != tt.want {
			t.Errorf("parsePosition(%q) = %+v, want %+v", tt.in, got, tt.want)
		}
	}
	if got := (Position{}).String(); got != "-" {
		t.Errorf("String of no position = %q", got)
	}
}

const twoPackages = `{
	"example.com/p [example.com/p.test]": {
		"timeout": [
			{"category": "timeout/b", "posn": "/m/z.go:2:3", "end": "/m/z.go:2:5", "message": "hangs (timeout/b)",
			 "suggested_fixes": [{"message": "bound it", "edits": [{"filename": "/m/z.go", "start": 4, "end": 5, "new": "x"}]}],
			 "related": [{"posn": "/m/y.go:1:1", "end": "/m/y.go:1:2", "message": "made here"}]},
			{"category": "timeout/a", "posn": "/m/z.go:2:3", "end": "/m/z.go:2:5", "message": "waits (in vain) (timeout/a)"}
		],
		"layering": {"error": "no"},
		"fanout": {"error": "failed prerequisites: layering"}
	}
}
{}
{"example.com/p": {"timeout": [
	{"category": "timeout/a", "posn": "/m/z.go:2:3", "end": "/m/z.go:2:5", "message": "waits (in vain) (timeout/a)"},
	{"posn": "/m/a.go:2:10", "end": "/m/a.go:2:10", "message": "no category"},
	{"category": "reslint/trouble", "posn": "/m/a.go:1:1", "end": "/m/a.go:1:1", "message": "wrong setting (reslint/trouble)"}
]}}`

func TestReadStream(t *testing.T) {
	s, err := readStream(strings.NewReader(twoPackages))
	if err != nil {
		t.Fatal(err)
	}
	want := []Finding{
		{Package: "example.com/p", Rule: "timeout", Message: "no category",
			Start: Position{"/m/a.go", 2, 10}, End: Position{"/m/a.go", 2, 10}},
		{Package: "example.com/p", Rule: "timeout/a", Message: "waits (in vain)",
			Start: Position{"/m/z.go", 2, 3}, End: Position{"/m/z.go", 2, 5}},
		{Package: "example.com/p", Rule: "timeout/b", Message: "hangs",
			Start: Position{"/m/z.go", 2, 3}, End: Position{"/m/z.go", 2, 5},
			Related: []Related{{Position{"/m/y.go", 1, 1}, Position{"/m/y.go", 1, 2}, "made here"}},
			Fixes:   []Fix{{"bound it", []Edit{{"/m/z.go", 4, 5, "x"}}}}},
	}
	if got := arrange(s.findings); !reflect.DeepEqual(got, want) {
		t.Errorf("findings = %+v\nwant %+v", got, want)
	}
	wantFailures := []Failure{{"example.com/p", "no"}, {"example.com/p", "wrong setting"}}
	if got := arrangeFailures(s.failures); !slices.Equal(got, wantFailures) {
		t.Errorf("failures = %+v, want %+v", got, wantFailures)
	}
	if s.units != 3 || !s.seen["example.com/p"] {
		t.Errorf("units = %d, seen = %v", s.units, s.seen)
	}
}

func TestReadStreamErrors(t *testing.T) {
	for _, in := range []string{
		`{"p": {"a": [`,
		`{"p": {"a": [{"posn": 3}]}}`,
		`{"p": {"a": "text"}}`,
		`[]`,
		`warning: something`,
	} {
		s, err := readStream(strings.NewReader(twoPackages + in))
		if err == nil || !strings.HasPrefix(err.Error(), "reading the answer of go vet") {
			t.Errorf("%s: error = %v", in, err)
		}
		if len(s.findings) != 4 {
			t.Errorf("%s: %d findings kept, want those read before", in, len(s.findings))
		}
	}
}

// FuzzReadStream wants that no answer of the go command breaks the reader,
// and that what it reads comes out in one order.
func FuzzReadStream(f *testing.F) {
	f.Add(twoPackages)
	f.Add(`{"p": {"a": null}}`)
	f.Add(`{"p": {"a": [null]}} {"p": null} null`)
	f.Fuzz(func(t *testing.T, in string) {
		s, _ := readStream(strings.NewReader(in))
		list := arrange(slices.Clone(s.findings))
		reversed := slices.Clone(s.findings)
		slices.Reverse(reversed)
		if again := arrange(reversed); len(again) != len(list) {
			t.Errorf("%d findings, and %d in another order", len(list), len(again))
		}
		for _, x := range list {
			if p := x.Start; p.Line > 0 && parsePosition(p.String()) != p && !strings.Contains(p.File, ":") {
				t.Errorf("position %+v is written %q and read %+v", p, p, parsePosition(p.String()))
			}
		}
		Relative("/m", list)
	})
}

func TestSplitMessages(t *testing.T) {
	const text = `go: downloading example.com/x v1.0.0
# example.com/p [example.com/p.test]
./p.go:1:2: undefined: x
./p.go:2:2: undefined: y
# example.com/q
# [example.com/q]
q.go:1:1: broken

# example.com/q
q.go:1:1: broken
`
	want := []Failure{
		{"", "go: downloading example.com/x v1.0.0"},
		{"example.com/p", "./p.go:1:2: undefined: x\n./p.go:2:2: undefined: y"},
		{"example.com/q", "q.go:1:1: broken"},
	}
	if got := splitMessages(text); !slices.Equal(got, want) {
		t.Errorf("splitMessages = %q\nwant %q", got, want)
	}
}

func TestRelative(t *testing.T) {
	in := []Finding{{
		Start:   Position{"/home/u/m/a.go", 1, 1},
		Related: []Related{{Start: Position{"/home/u/other/b.go", 1, 1}}, {Start: Position{"/usr/c.go", 1, 1}}},
		Fixes:   []Fix{{Edits: []Edit{{File: "/home/u/m/sub/d.go"}}}},
	}}
	out := Relative("/home/u/m", in)[0]
	got := []string{out.Start.File, out.Related[0].Start.File, out.Related[1].Start.File, out.Fixes[0].Edits[0].File}
	want := []string{"a.go", "../other/b.go", "/usr/c.go", "sub/d.go"}
	if !slices.Equal(got, want) {
		t.Errorf("Relative gives %q, want %q", got, want)
	}
	if in[0].Start.File != "/home/u/m/a.go" || in[0].Fixes[0].Edits[0].File != "/home/u/m/sub/d.go" {
		t.Errorf("Relative changed its argument: %+v", in)
	}
}
