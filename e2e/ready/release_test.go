package ready

import (
	"path/filepath"
	"regexp"
	"runtime"
	"testing"
)

// TestRelease makes the archive of this machine's kind twice, and the program in it tells what it is.
func TestRelease(t *testing.T) {
	out := t.TempDir()
	target := runtime.GOOS + "/" + runtime.GOARCH
	revision := script{shell: bash, text: "git rev-parse HEAD", dir: root}.must(t, 0)[:40]
	log := script{shell: bash, text: "./release -check " + revision + " " + out + " " + target, dir: filepath.Join(root, "ci")}.must(t, 0)
	name := "reslint-" + revision + "-" + runtime.GOOS + "-" + runtime.GOARCH
	wantIn(t, "the log", log, name+".tar.gz", "two builds gave the same bytes")
	wantIn(t, "SHA256SUMS", script{shell: bash, text: "sha256sum -c SHA256SUMS", dir: out}.must(t, 0), name+".tar.gz: OK")
	script{shell: bash, text: "tar xf *.tar.gz && ls " + name + "/{LICENSE,README.md,CHANGELOG.md}", dir: out}.must(t, 0)
	// The version is that of the tag, or one that the go command makes of the time and the revision.
	want := regexp.MustCompile(`^reslint v\d+\.\d+\.\d+\S* ` + revision + `, built with ` + regexp.QuoteMeta(runtime.Version()) + `\n$`)
	for _, flag := range []string{"version", "-V"} {
		if got := (script{shell: bash, text: "./reslint " + flag, dir: filepath.Join(out, name)}).must(t, 0); !want.MatchString(got) {
			t.Errorf("reslint %s tells %q, want %s", flag, got, want)
		}
	}
}
