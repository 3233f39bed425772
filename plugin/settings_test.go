package plugin

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestRead(t *testing.T) {
	for want, raw := range map[string]any{
		"":                            nil,
		`unknown key "tiemout"`:       map[string]any{"tiemout": "3s"},
		"timeout is a positive":       map[string]any{"timeout": 3},
		"the file is not made of":     []any{"timeout"},
		"warn has no effect":          map[string]any{"warn": []any{"timeout"}},
		`text: '\(layering\b'`:        map[string]any{"error": "layering"},
		"paths[1].error has no":       map[string]any{"paths": []any{map[string]any{"path": "a"}, map[string]any{"path": "b", "error": "timeout"}}},
		"enable[0]: ":                 map[string]any{"enable": []string{"timeout/nosuch"}},
		"mesh[0] ":                    map[string]any{"mesh": []any{"a=b"}},
		"max is a positive duration,": map[string]any{"max": "-1s"},
	} {
		_, err := read(raw)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("read(%v): error %v, want %s", raw, err, want)
		}
	}
}

// Names in the settings are relative to the folder of golangci-lint's configuration.
func TestFolder(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	below := filepath.Join(dir, "a", "b")
	if err := os.MkdirAll(below, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Chdir(below)
	look := func(want string) {
		t.Helper()
		if got, err := folder(); err != nil || got != want {
			t.Errorf("folder = %s, %v, want %s", got, err, want)
		}
	}
	look(below)
	for _, name := range []string{".golangci.toml", "a/.golangci.yml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
		look(filepath.Dir(filepath.Join(dir, name)))
	}
}

// The digest is that of what the settings name.
func TestDigest(t *testing.T) {
	t.Chdir(t.TempDir())
	seen := make(map[string]string)
	for _, text := range []string{"", "package a\n", "package b\n"} {
		settings := map[string]any{"strict": true}
		if text != "" {
			settings["api"] = "a.api"
			if err := os.WriteFile("a.api", []byte(text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		f, err := read(settings)
		if err != nil {
			t.Fatal(err)
		}
		d, err := digestOf(f)
		if other, ok := seen[d]; ok || err != nil || (d == "") != (text == "") {
			t.Errorf("of %q, the digest is %q, %v, as of %q", text, d, err, other)
		}
		seen[d] = text
	}
}
