package ablation

import "testing"

// A binary that is built in the usual way has all mechanisms.
func TestOff(t *testing.T) {
	for _, m := range All {
		if Off(m) {
			t.Errorf("%s is off", m)
		}
	}
}
