package deadline

import (
	"testing"
	"time"

	"golang.org/x/tools/go/ssa"
)

var (
	bounded   = Bound{Kind: Bounded, For: time.Second}
	unbounded = Bound{Kind: Unbounded, Why: "nothing"}
	unknowns  = Bound{}
	first     = Bound{Kind: Depends, Params: []int{0}}
	second    = Bound{Kind: Depends, Params: []int{1}}
	both      = Bound{Kind: Depends, Params: []int{0, 1}}
)

// TestEither: any bound is enough; only where both have none is there none.
func TestEither(t *testing.T) {
	for _, tt := range []struct{ a, b, want Bound }{
		{bounded, bounded, bounded},
		{bounded, unbounded, bounded},
		{bounded, unknowns, bounded},
		{bounded, first, bounded},
		{unbounded, unbounded, unbounded},
		{unbounded, unknowns, unknowns},
		{unbounded, first, first},
		{unknowns, unknowns, unknowns},
		{unknowns, first, unknowns},
		{first, first, first},
		{first, second, both},
		{both, first, both},
	} {
		for _, pair := range [][2]Bound{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := Either(pair[0], pair[1]); got.String() != tt.want.String() {
				t.Errorf("Either(%v, %v) = %v, want %v", pair[0], pair[1], got, tt.want)
			}
		}
	}
}

// TestJoin: what holds has to hold for each origin.
func TestJoin(t *testing.T) {
	f, g := new(ssa.Function), new(ssa.Function)
	of := func(b Bound) Origin { return Origin{Bound: b, In: f} }
	for _, tt := range []struct {
		name string
		a, b Origin
		want Bound
	}{
		{"both bounded, by the longer", of(bounded), of(Bound{Kind: Bounded, For: time.Minute}), Bound{Kind: Bounded, For: time.Minute}},
		{"both unbounded", of(unbounded), of(unbounded), unbounded},
		{"decided by the program", of(bounded), of(unbounded), unknowns},
		{"unknown on one way", of(unbounded), of(unknowns), unknowns},
		{"a parameter, or its default", of(first), of(unbounded), first},
		{"a parameter, or a bound", of(first), of(bounded), unknowns},
		{"the same parameter", of(first), of(first), first},
		{"one parameter or another", of(first), of(second), unknowns},
		{"parameters of two functions", of(first), Origin{Bound: first, In: g}, unknowns},
	} {
		for _, pair := range [][]Origin{{tt.a, tt.b}, {tt.b, tt.a}} {
			if got := Join(pair); got.String() != tt.want.String() {
				t.Errorf("%s: Join(%v, %v) = %v, want %v", tt.name, pair[0].Bound, pair[1].Bound, got, tt.want)
			}
		}
	}
	if got := Join(nil); got.Kind != Unknown {
		t.Errorf("Join() = %v: a value that comes from nowhere is unknown", got)
	}
}

func TestDecided(t *testing.T) {
	if got := decided([]Origin{{Bound: bounded}, {Bound: unbounded}}); len(got) != 1 || got[0].Kind != Unknown {
		t.Errorf("bounded and unbounded: %v", got)
	}
	if got := decided([]Origin{{Bound: unbounded}, {}}); len(got) != 2 {
		t.Errorf("unbounded and unknown: %v", got)
	}
}
