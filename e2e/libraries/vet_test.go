package libraries

import (
	"encoding/json"
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// underVet are cases whose libraries are small, or compiled for these tests anyway.
// Those of gRPC have parts in several packages.
var underVet = []string{"avast", "cenkalti_v4", "eapache", "grpc", "jpillora", "sethvargo", "sql"}

// TestVet runs reslint over some of the cases as its users do, under the real go vet:
// it finds there what it finds in the source that the other tests read.
func TestVet(t *testing.T) {
	want := make(map[string]bool)
	for _, f := range findings(t, analysed(t)) {
		if dir, _, _ := strings.Cut(f.place, "/"); slices.Contains(underVet, dir) {
			want[f.place+": "+f.message] = true
		}
	}
	bin := filepath.Join(t.TempDir(), "reslint")
	build := exec.Command("go", "build", "-o", bin, "./cmd/reslint")
	build.Dir = filepath.Join("..", "..")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	cmd := exec.Command(bin, "-enable", experimental, "-json")
	for _, dir := range underVet {
		cmd.Args = append(cmd.Args, "./"+dir+"/...")
	}
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !(errors.As(err, &exit) && exit.ExitCode() == 1) {
		t.Fatalf("reslint -json: %v\n%s", err, stderr.String())
	}
	var list []struct {
		Rule, Message string
		Start         struct {
			File string
			Line int
		}
	}
	if err := json.Unmarshal(out, &list); err != nil {
		t.Fatalf("reslint -json: %v\n%s", err, out)
	}
	for _, f := range list {
		key := placeOf(f.Start.File, f.Start.Line) + ": " + f.Rule + ": " + f.Message
		if !want[key] {
			t.Errorf("only under go vet: %s", key)
		}
		delete(want, key)
	}
	for key := range want {
		t.Errorf("not under go vet: %s", key)
	}
}
