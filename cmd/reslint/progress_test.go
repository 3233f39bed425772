package main

import (
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/reslint/reslint/internal/findings"
)

func TestProgress(t *testing.T) {
	var engine findings.Engine
	count, forget := engine.Count()
	defer forget()
	name, value, _ := strings.Cut(engine.Env[0], "=")
	t.Setenv(name, value)
	findings.MarkProgress()
	findings.MarkProgress()

	r, w := io.Pipe()
	done := make(chan bool)
	go func() {
		watchProgress(w, count, time.Millisecond, done)
		w.Close()
	}()
	buf := make([]byte, 256)
	n, err := r.Read(buf)
	if err != nil || !strings.Contains(string(buf[:n]), "2 packages") {
		t.Errorf("progress says %q, %v", buf[:n], err)
	}
	go close(done)
	rest, _ := io.ReadAll(r)
	if !strings.HasSuffix(string(rest), "\r\x1b[K") {
		t.Errorf("progress leaves %q on the line", rest)
	}
}

// A short run shows nothing, and a counter that is gone breaks nothing.
func TestNoProgress(t *testing.T) {
	t.Setenv(findings.ProgressVar, filepath.Join(t.TempDir(), "nosuch"))
	findings.MarkProgress()
	var out strings.Builder
	done := make(chan bool)
	close(done)
	watchProgress(&out, func() int { return 0 }, time.Hour, done)
	if out.Len() > 0 {
		t.Errorf("progress says %q", out.String())
	}
}
