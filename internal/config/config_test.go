package config

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"
)

var check = Check{Rule: func(name string) error {
	if name != "timeout" && name != "timeout/dial" {
		return errors.New("no rule " + name)
	}
	return nil
}}

func TestParse(t *testing.T) {
	dir := t.TempDir()
	got, err := Parse(filepath.Join(dir, Name), []byte(`
strict: true
timeout: 1m30s
attempts: 3
enable: timeout
api: [a.api, /b.api]
mesh: [pay=3, istio.yaml]
paths:
- path: old/
  disable: [timeout, timeout/dial]
`), check)
	want := &File{
		Name: filepath.Join(dir, Name), Strict: true, Timeout: 90 * time.Second, Attempts: 3,
		Choice: Choice{Enable: []string{"timeout"}},
		API:    []string{filepath.Join(dir, "a.api"), "/b.api"},
		Mesh:   []string{"pay=3", filepath.Join(dir, "istio.yaml")},
		Paths:  []Path{{Pattern: "old", Choice: Choice{Disable: []string{"timeout", "timeout/dial"}}}},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Parse = %+v, %v, want %+v", got, err, want)
	}
	for _, nothing := range []string{"", "# nothing\n", "---\n", "{}"} {
		if f, err := Parse(Name, []byte(nothing), check); err != nil || f.Strict {
			t.Errorf("Parse(%q) = %v, %v", nothing, f, err)
		}
	}
}

// What is wrong is told with its place and its key, and all of it at once.
func TestWrong(t *testing.T) {
	for text, want := range map[string]string{
		"nosuch: 1":                       `f.yaml:1:1: unknown key "nosuch": there are strict, `,
		"strict: 3":                       `f.yaml:1:9: strict is true or false (and not "3")`,
		"strict: yes":                     `f.yaml:1:9: strict is true or false (and not "yes")`,
		"strict: [true]":                  `f.yaml:1:9: strict is true or false`,
		"strict: true\nstrict: true":      `f.yaml:2:1: `,
		"timeout: 3":                      `f.yaml:1:10: timeout is a positive duration, such as 30s (and not "3")`,
		"max: -3s":                        `max is a positive duration`,
		"cap: {}":                         `cap is a positive duration`,
		"attempts: 0":                     `attempts is a positive number (and not "0")`,
		"limit: many":                     `limit is a positive number`,
		"enable: [timeout, x]":            `f.yaml:1:19: enable[1]: no rule x`,
		"enable: {a: b}":                  `enable is a list of words`,
		"enable:":                         `enable is a list of words`,
		"api: [[]]":                       `api[0] is not a word`,
		"paths: x":                        `paths is a list of paths`,
		"paths: [x]":                      `paths[0] is not made of keys and values`,
		"paths: [{}]":                     `paths[0] needs a path`,
		"paths: [{path: '[a'}]":           `paths[0].path is a path`,
		"paths: [{path: a, off: b}]":      `unknown key "paths[0].off": there are path, enable, disable, warn, error`,
		"paths: [{path: a, enable: [b]}]": `paths[0].enable[0]: no rule b`,
		"- a":                             `the file is not made of keys and values`,
		"a: [":                            `f.yaml:`,
		"a: &a [*a]":                      `unknown key "a"`,
		"cap: *x":                         `f.yaml:1`,
	} {
		f, err := Parse("f.yaml", []byte(text), check)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %+v, error %v, want %s", text, f, err, want)
		}
	}
	_, err := Parse("f.yaml", []byte("a: 1\nb: 1\n"), check)
	if err == nil || !strings.Contains(err.Error(), `"a"`) || !strings.Contains(err.Error(), `"b"`) {
		t.Errorf("of two unknown keys, it says %v", err)
	}
}

// Other programs hand over what they have read from a file of their own.
func TestSettings(t *testing.T) {
	got, err := Settings("/src", map[string]any{
		"strict": true, "timeout": "5s", "attempts": 4.0, "enable": []any{"timeout"}, "api": []string{"a.api"},
	}, check)
	want := &File{Name: "/src/" + Name, Strict: true, Timeout: 5 * time.Second, Attempts: 4,
		Choice: Choice{Enable: []string{"timeout"}}, API: []string{"/src/a.api"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Settings = %+v, %v, want %+v", got, err, want)
	}
	if _, err := Settings(".", nil, check); err != nil {
		t.Errorf("no settings: %v", err)
	}
	if _, err := Settings(".", map[string]any{"tiemout": 1}, check); err == nil || !strings.HasPrefix(err.Error(), `unknown key "tiemout"`) {
		t.Errorf("an unknown key: %v", err)
	}
}

func TestFor(t *testing.T) {
	f := &File{Name: "/src/.reslint.yaml", Choice: Choice{Enable: []string{"all"}}}
	for _, pattern := range []string{"old", "./new/x", "**/*_gen.go", "a/*/c.go", "."} {
		f.Paths = append(f.Paths, Path{pattern, Choice{Enable: []string{pattern}}})
	}
	for file, want := range map[string]string{
		"/src/old/a.go":       "all old .",
		"/src/old/b/a.go":     "all old .",
		"/src/older/a.go":     "all .",
		"/src/b/old/a.go":     "all .",
		"/src/new/x/a.go":     "all ./new/x .",
		"/src/new/y/a.go":     "all .",
		"/src/a_gen.go":       "all **/*_gen.go .",
		"/src/a/b/a_gen.go":   "all **/*_gen.go .",
		"/src/a/b/c.go":       "all a/*/c.go .",
		"/src/a/b/b/c.go":     "all .",
		"/elsewhere/old/a.go": "all",
		"/src2/old/a.go":      "all",
	} {
		var got []string
		for _, c := range f.For(file) {
			got = append(got, c.Enable...)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("For(%s) = %q, want %s", file, got, want)
		}
	}
}

func TestFind(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{Name, "a/b/" + Name, "a/testdata/" + Name, "a/.git/" + Name, "c/" + Name} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for from, want := range map[string]string{".": Name, "a": Name, "a/b": "a/b/" + Name, "c": "c/" + Name} {
		if got, err := Find(filepath.Join(dir, from)); err != nil || got != filepath.Join(dir, want) {
			t.Errorf("Find(%s) = %s, %v, want %s", from, got, err, want)
		}
	}
	got, err := Below(dir)
	want := []string{filepath.Join(dir, "a/b", Name), filepath.Join(dir, "c", Name)}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("Below = %q, %v, want %q", got, err, want)
	}
}

// The digest is that of the file and of those that it names.
func TestDigest(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	seen := make(map[string]string)
	look := func(when string) {
		f, err := Load(filepath.Join(dir, Name), check)
		if err != nil {
			t.Fatal(err)
		}
		d, err := f.Digest()
		if err != nil {
			t.Fatal(err)
		}
		if other, ok := seen[d]; ok {
			t.Errorf("the digest %s is that %s", when, other)
		}
		seen[d] = when
	}
	write("a.api", "1")
	write(Name, "api: a.api")
	look("at first")
	write("a.api", "2")
	look("after a change of the file that it names")
	write(Name, "api: [a.api]")
	look("after a change of the file")
}

func FuzzParse(f *testing.F) {
	f.Add("strict: true\npaths:\n- path: a\n  enable: [timeout]\n")
	f.Add("a: &a [*a]\ncap: *a\n")
	f.Fuzz(func(t *testing.T, text string) {
		file, err := Parse("f.yaml", []byte(text), check)
		if (file == nil) != (err != nil) && file == nil {
			t.Errorf("no file and no error")
		}
	})
}
