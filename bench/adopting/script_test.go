package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestPages(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "a.txt"), []byte("it's\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("bash", "-c", "cd "+dir+" && git init -q && git add -A && git -c user.name=a -c user.email=a@example.com commit -q -m a").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, tt := range []struct {
		name, page string
		want       string // "" if the page is true
	}{
		{"true", "Look.\n```sh\nP=\"a.txt\"\ncat $P      # it's\n```\n```sh\ncat $P nothing   # it's; exit status 1\n```\n", ""},
		{"spaces do not count", "```sh\nprintf 'a   b\\n\\tc'  # a b c\n```\n", ""},
		{"a document", "```sh\ncat > b.txt <<'EOF'\nx    # is not run\nEOF\ncat b.txt   # x # is not run\n```\n", ""},
		{"another output", "```sh\ncat a.txt  # 74 findings\n```\n", "does not print: 74 findings"},
		{"another status", "```sh\nfalse  # exit status 2\n```\n", "ends with exit status 1, not 2"},
		{"a failure that nobody expects", "```sh\ncat nothing  # nothing\n```\n", "ends with exit status 1, not 0"},
		{"no script", "```text\nfalse   # 1\n```\n", ""},
		{"one wrong line of two", "```sh\ncat a.txt  # other\ncat a.txt  # it's\n```\n", "does not print: other"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			page := filepath.Join(t.TempDir(), "page.md")
			if err := os.WriteFile(page, []byte(tt.page), 0o666); err != nil {
				t.Fatal(err)
			}
			var out bytes.Buffer
			ok, err := run(t.Context(), page, dir, page, &out)
			if err != nil || ok != (tt.want == "") || !strings.Contains(out.String(), tt.want) {
				t.Errorf("%t, %v\n%s", ok, err, &out)
			}
		})
	}
	if _, err := os.Stat(filepath.Join(dir, "b.txt")); err == nil {
		t.Error("the checkout was written to")
	}
}

// The page that is meant has something to check.
func TestAdopting(t *testing.T) {
	text, err := os.ReadFile("../../docs/adopting.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(script(string(text)), "; check "); n < 5 {
		t.Errorf("docs/adopting.md has %d commands with what they print", n)
	}
}
