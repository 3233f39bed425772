package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestProgress(t *testing.T) {
	file := filepath.Join(t.TempDir(), "count")
	if err := os.WriteFile(file, nil, 0o666); err != nil {
		t.Fatal(err)
	}
	t.Setenv(progressVar, file)
	markProgress()
	markProgress()

	r, w := io.Pipe()
	done := make(chan bool)
	go func() {
		watchProgress(w, file, time.Millisecond, done)
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
	t.Setenv(progressVar, filepath.Join(t.TempDir(), "nosuch"))
	markProgress()
	var out strings.Builder
	done := make(chan bool)
	close(done)
	watchProgress(&out, "nosuch", time.Hour, done)
	if out.Len() > 0 {
		t.Errorf("progress says %q", out.String())
	}
}
