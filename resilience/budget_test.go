package resilience

import (
	"math"
	"strings"
	"sync"
	"testing"
)

// The seed's illustration: ten tokens, a ratio of 0.1. Five failures bring the
// bucket to the threshold, one success above it again.
func TestTokenBudget(t *testing.T) {
	b, err := NewTokenBudget(10, 0.1)
	if err != nil {
		t.Fatal(err)
	}
	for i := range 5 {
		if !b.Retry() {
			t.Fatalf("after %d failures: no retry, with %v tokens", i, b.Tokens())
		}
		b.End(false, Failure)
	}
	if b.Tokens() != 5 || b.Retry() {
		t.Errorf("after 5 failures: %v tokens, retry %v; want 5, false", b.Tokens(), b.Retry())
	}
	b.End(true, Ignored)
	if b.Tokens() != 5 {
		t.Errorf("an ignored outcome made it %v tokens", b.Tokens())
	}
	b.End(false, Success)
	if b.Tokens() != 5.1 || !b.Retry() {
		t.Errorf("after a success: %v tokens, retry %v; want 5.1, true", b.Tokens(), b.Retry())
	}
	for range 20 {
		b.End(true, Failure)
	}
	if b.Tokens() != 0 {
		t.Errorf("after 20 more failures: %v tokens", b.Tokens())
	}
	for range 1000 {
		b.End(false, Success)
	}
	if b.Tokens() != 10 {
		t.Errorf("after 1000 successes: %v tokens", b.Tokens())
	}
}

func TestTokenBudgetZero(t *testing.T) {
	var b TokenBudget
	granted := 0
	for b.Retry() {
		granted++
		b.End(true, Failure)
	}
	if granted != 50 || b.Tokens() != 50 {
		t.Errorf("%d retries, %v tokens left; want 50, 50", granted, b.Tokens())
	}
	b.End(false, Success)
	if b.Tokens() != 50.1 {
		t.Errorf("a success gave back %v", b.Tokens()-50)
	}
}

func TestBudgetErrors(t *testing.T) {
	nan := math.NaN()
	tests := []struct {
		name string
		make func() error
		want string
	}{
		{"no tokens", func() error { _, err := NewTokenBudget(0, 0.1); return err }, "from 1 to 1000 tokens, not 0"},
		{"too many tokens", func() error { _, err := NewTokenBudget(1001, 0.1); return err }, "from 1 to 1000"},
		{"no ratio", func() error { _, err := NewTokenBudget(10, 0); return err }, "ratio"},
		{"a ratio that is none", func() error { _, err := NewTokenBudget(10, nan); return err }, "ratio"},
		{"too high a ratio", func() error { _, err := NewTokenBudget(10, 11); return err }, "ratio"},
		{"negative share", func() error { _, err := NewRatioBudget(-1, 0, 0); return err }, "share"},
		{"negative window", func() error { _, err := NewRatioBudget(0, -1, 0); return err }, "window"},
		{"share above 1", func() error { _, err := NewActiveBudget(1.1, 0); return err }, "share"},
		{"a share that is none", func() error { _, err := NewActiveBudget(nan, 0); return err }, "share"},
	}
	for _, test := range tests {
		if err := test.make(); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: error %v, want one about %q", test.name, err, test.want)
		}
	}
}

func TestActiveBudget(t *testing.T) {
	b, err := NewActiveBudget(0, 0)
	if err != nil {
		t.Fatal(err)
	}
	grants := func() (n int) {
		for b.Retry() {
			n++
		}
		return n
	}
	if n := grants(); n != 3 {
		t.Errorf("nothing active: %d retries, want the floor of 3", n)
	}
	for range 3 {
		b.End(true, Failure)
	}
	for range 100 {
		b.Begin()
	}
	// Retries are active themselves: at 124 a fifth is 24, rounded down.
	if n := grants(); n != 24 {
		t.Errorf("100 active requests: %d retries, want 24", n)
	}
	b.End(true, Success)
	if !b.Retry() {
		t.Error("a retry has ended, and no other is allowed")
	}
	for range 24 {
		b.End(true, Ignored)
	}
	for range 100 {
		b.End(false, Success)
	}
	if active, retries := b.active.Load(), b.retries.Load(); active != 0 || retries != 0 {
		t.Errorf("all has ended, and %d requests and %d retries are active", active, retries)
	}
}

func TestActiveBudgetWithoutFloor(t *testing.T) {
	b, err := NewActiveBudget(0.1, -1)
	if err != nil {
		t.Fatal(err)
	}
	b.Begin()
	if b.Retry() {
		t.Error("one active request has a retry at 10 % without a floor")
	}
}

// Under contention, too, retries never exceed the floor.
func TestActiveBudgetConcurrent(t *testing.T) {
	var b ActiveBudget
	var wg sync.WaitGroup
	for range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 5000 {
				if b.Retry() {
					if n := b.retries.Load(); n > defaultActiveFloor {
						t.Errorf("%d retries at a time", n)
					}
					b.End(true, Failure)
				}
			}
		}()
	}
	wg.Wait()
}

func TestTokenBudgetConcurrent(t *testing.T) {
	var b TokenBudget
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for range 1000 {
				b.End(false, Outcome(i%2))
			}
		}()
	}
	wg.Wait()
	// 4000 failures outweigh 400 tokens of successes: the bucket is near empty.
	if tokens := b.Tokens(); tokens < 0 || tokens > 100 {
		t.Errorf("%v tokens", tokens)
	}
	for range 1000 {
		b.End(false, Success)
	}
	if b.Tokens() != 100 {
		t.Errorf("%v tokens after 1000 successes", b.Tokens())
	}
}

// A bucket against the model that gRFC A6 describes, in thousandths.
func FuzzTokenBudget(f *testing.F) {
	f.Add(uint16(10), uint16(100), []byte("fffffssfi"))
	f.Add(uint16(1000), uint16(1000), []byte("sssfff"))
	f.Fuzz(func(t *testing.T, tokens, thousandth uint16, outcomes []byte) {
		b, err := NewTokenBudget(int(tokens), float64(thousandth)/1000)
		if err != nil {
			return
		}
		limit := int64(tokens) * 1000
		ratio := int64(thousandth)
		model := limit
		for i, o := range outcomes {
			switch o % 3 {
			case 0:
				b.End(i%2 == 0, Success)
				model = min(limit, model+ratio)
			case 1:
				b.End(i%2 == 0, Failure)
				model = max(0, model-1000)
			case 2:
				b.End(i%2 == 0, Ignored)
			}
			if got := b.Tokens(); got != float64(model)/1000 {
				t.Fatalf("after %d outcomes: %v tokens, want %v", i+1, got, float64(model)/1000)
			}
			if got := b.Retry(); got != (2*model > limit) {
				t.Fatalf("after %d outcomes, %d of %d: retry %v", i+1, model, limit, got)
			}
		}
	})
}
