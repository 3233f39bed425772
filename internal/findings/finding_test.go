package findings

import "testing"

func TestOverlaps(t *testing.T) {
	edit := func(start, end int, text string) Edit {
		return Edit{Start: start, End: end, New: text}
	}
	for _, tt := range []struct {
		name string
		a, b Edit
		want bool
	}{
		{"the same", edit(1, 3, "x"), edit(1, 3, "x"), false},
		{"the same insertion", edit(1, 1, "x"), edit(1, 1, "x"), false},
		{"another insertion at one place", edit(1, 1, "x"), edit(1, 1, "y"), true},
		{"another text for one range", edit(1, 3, "x"), edit(1, 3, "y"), true},
		{"side by side", edit(1, 3, "x"), edit(3, 5, "y"), false},
		{"one byte in common", edit(1, 4, "x"), edit(3, 5, "y"), true},
		{"within", edit(1, 9, "x"), edit(3, 5, "y"), true},
		{"insertion within", edit(1, 9, "x"), edit(3, 3, "y"), true},
		{"insertion at the start", edit(1, 9, "x"), edit(1, 1, "y"), true},
		{"insertion at the end", edit(1, 9, "x"), edit(9, 9, "y"), true},
		{"insertion apart", edit(1, 9, "x"), edit(10, 10, "y"), false},
	} {
		if got := tt.a.Overlaps(tt.b); got != tt.want {
			t.Errorf("%s: Overlaps = %v, want %v", tt.name, got, tt.want)
		}
		if got := tt.b.Overlaps(tt.a); got != tt.want {
			t.Errorf("%s, the other way round: Overlaps = %v, want %v", tt.name, got, tt.want)
		}
	}
}
