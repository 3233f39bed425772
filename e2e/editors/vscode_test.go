package editors

import (
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

const extension = root + "/editors/vscode"

// bundle makes the programs of the extension's tests.
var bundle = sync.OnceValues(func() (out []byte, err error) {
	return exec.Command("npm", "--prefix", extension, "run", "--silent", "bundle:test").CombinedOutput()
})

// scripts is the folder in which the programs of the extension's tests are.
func scripts(t *testing.T) (dir string) {
	t.Helper()
	program(t, "node")
	program(t, "npm")
	if !exists(filepath.Join(extension, "node_modules", "vscode-languageclient")) {
		missing(t, "what the extension needs is not installed: npm install --no-package-lock in editors/vscode")
	}
	if out, err := bundle(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	dir, err := filepath.Abs(filepath.Join(extension, "out"))
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// TestVSCode plays the scenes with the protocol of VS Code's client and the code of the extension, in Node.
func TestVSCode(t *testing.T) {
	t.Parallel()
	out := scripts(t)
	for _, s := range scenes {
		t.Run(s.name, func(t *testing.T) {
			dir, temp := module(t, s.before), t.TempDir()
			write(t, filepath.Join(temp, "scene.json"), s.json(t))
			said, err := run(t, dir, env("RESLINT_SCENE="+filepath.Join(temp, "scene.json")), "node", filepath.Join(out, "scene.js"), filepath.Join(dir, "get.go"))
			if err != nil {
				t.Fatalf("%v\n%s", err, said)
			}
			mended(t, dir, s.after)
		})
	}
}

// TestServices asks for hints, explanations, layers and other settings in the same way.
func TestServices(t *testing.T) {
	t.Parallel()
	out := scripts(t)
	dir := module(t, `package app

import (
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Second}

func Load(url string) (resp *http.Response, err error) {
	for i := range 3 {
		if resp, err = client.Get(url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Second << i)
	}
	return nil, err
}
`)
	if said, err := run(t, dir, env(), "node", filepath.Join(out, "services.js"), filepath.Join(dir, "get.go")); err != nil {
		t.Fatalf("%v\n%s", err, said)
	}
}
