package editors

import (
	"path/filepath"
	"testing"
)

// TestEmacs plays the scenes in Emacs with eglot, with the settings of docs/editors.md.
func TestEmacs(t *testing.T) {
	t.Parallel()
	emacs := program(t, "emacs")
	const packages = "(package-initialize)\n(require 'eglot)\n(require 'go-mode)\n"
	if out, err := run(t, ".", env(), emacs, "--batch", "--eval", "(progn "+packages+")"); err != nil {
		missing(t, "eglot or go-mode is not installed: %v\n%s", err, out)
	}
	script, err := filepath.Abs("testdata/scene.el")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			dir, temp := module(t, s.before), t.TempDir()
			settings := packages + copied(t, "TestEmacs", "eglot") + copied(t, "TestEmacs", "fix on save")
			write(t, filepath.Join(temp, "init.el"), settings)
			write(t, filepath.Join(temp, "scene.json"), s.json(t))
			out, err := run(t, dir, home(t, "RESLINT_SCENE="+filepath.Join(temp, "scene.json"), "RESLINT_FILE="+filepath.Join(dir, "get.go"), "LC_ALL=C.UTF-8"),
				emacs, "--batch", "-l", filepath.Join(temp, "init.el"), "-l", script)
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			mended(t, dir, s.after)
		})
	}
}
