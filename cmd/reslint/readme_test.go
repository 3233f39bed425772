package main

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the output of the example into README.md")

// TestReadme runs what README.md tells a newcomer to run, and holds the output
// that it shows against the real one.
func TestReadme(t *testing.T) {
	const before, after = "-run TestReadme -update -->\n```text\n", "```\n"
	name := filepath.Join("..", "..", "README.md")
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	readme := string(data)
	for _, command := range []string{"go run ./cmd/reslint -C examples/checkout", "go test ./..."} {
		if !strings.Contains(readme, "\n"+command) {
			t.Errorf("README.md does not show %q", command)
		}
	}
	head, rest, ok := strings.Cut(readme, before)
	if !ok {
		t.Fatalf("README.md has no %q", before)
	}
	shown, tail, ok := strings.Cut(rest, after)
	if !ok {
		t.Fatal("the output in README.md does not end")
	}
	got := runExample(t)
	if *update {
		if err := os.WriteFile(name, []byte(head+before+got+after+tail), 0o666); err != nil {
			t.Fatal(err)
		}
	} else if got != shown {
		t.Errorf("README.md shows\n%s\nbut reslint prints\n%s\n(go test -run TestReadme -update writes it anew)", shown, got)
	}
}

// runExample returns what the command finds in the example.
func runExample(t *testing.T) string {
	t.Helper()
	cmd := exec.Command("reslint", "-C", filepath.Join("..", "..", "examples", "checkout"))
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != exitFindings || stderr.Len() > 0 {
		t.Fatalf("reslint on the example: %v\n%s", err, stderr.String())
	}
	return string(out)
}
