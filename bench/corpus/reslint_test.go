package main

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestReslint runs the real tool on a made-up repository, twice: the second
// run is answered from the go command's cache.
func TestReslint(t *testing.T) {
	if testing.Short() {
		t.Skip("builds reslint and runs it on the standard library")
	}
	tool := filepath.Join(t.TempDir(), "reslint")
	cmd := exec.Command("go", "build", "-o", tool, "../../cmd/reslint")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	c := newCorpus(t, mod+`-- main.go --
package main

import "net/http"

func main() { http.ListenAndServe(":80", nil) }
`)
	for range 2 {
		s := c.summary("-reslint", tool)
		r := s.Repositories[0]
		if r.Fault != nil {
			t.Fatal(r.Fault)
		}
		if len(r.Findings) != 1 || r.Findings[0].Rule != "timeout/http-server" ||
			r.Findings[0].place() != "main.go:main" || !strings.Contains(r.Findings[0].Message, "ListenAndServe") {
			t.Errorf("findings %+v", r.Findings)
		}
	}
}
