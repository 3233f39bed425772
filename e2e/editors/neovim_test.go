package editors

import (
	"encoding/json"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
)

// TestNeovim plays the scenes in Neovim, with the settings of docs/editors.md that are for its version.
func TestNeovim(t *testing.T) {
	t.Parallel()
	nvim := program(t, "nvim")
	out, err := run(t, ".", env(), nvim, "--version")
	found := regexp.MustCompile(`NVIM v0\.(\d+)`).FindStringSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%v\n%s", err, out)
	}
	version := "Neovim 0.7"
	if minor, _ := strconv.Atoi(found[1]); minor >= 11 {
		version = "Neovim 0.11"
	}
	driver, err := filepath.Abs("testdata/scene.lua")
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			dir, temp := module(t, s.before), t.TempDir()
			settings := copied(t, "TestNeovim", version) + copied(t, "TestNeovim", "fix on save")
			write(t, filepath.Join(temp, "init.lua"), settings)
			write(t, filepath.Join(temp, "scene.json"), s.json(t))
			out, err := run(t, dir, home(t, "RESLINT_SCENE="+filepath.Join(temp, "scene.json")),
				nvim, "--headless", "--clean", "-n", "-u", filepath.Join(temp, "init.lua"), "-c", "luafile "+driver, "get.go")
			if err != nil {
				t.Fatalf("%v\n%s", err, out)
			}
			mended(t, dir, s.after)
		})
	}
}

// json is a scene for the scripts.
func (s scene) json(t *testing.T) string {
	t.Helper()
	data, err := json.Marshal(map[string]any{
		"before": s.before, "typed": s.typed, "findings": s.findings, "action": s.action, "reason": s.reason,
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
