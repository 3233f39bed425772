package rule

import "testing"

func TestShrunk(t *testing.T) {
	for _, tt := range []struct {
		was, is string
		want    bool
	}{
		{"the retry of f has no end; is deaf (a/b)", "the retry of f has no end (a/b)", true},
		{"the retry of f has no end; is deaf (a/b)", "the retry of f is deaf (a/c)", true},
		{"the retry of f has no end; is deaf (a/b)", "the retry of f has no end; is deaf (a/b)", false},
		{"the retry of f has no end; is deaf (a/b)", "the retry of g is deaf (a/c)", false},
		{"the retry of f has no end (a/b)", "the retry of f has no jitter (a/b)", false},
		{"bad (a/b)", "bad (a/b)", false},
	} {
		if got := Shrunk(tt.was, tt.is); got != tt.want {
			t.Errorf("Shrunk(%q, %q) = %v", tt.was, tt.is, got)
		}
	}
}
