package knowledge

import (
	"os/exec"
	"strings"
	"testing"
)

// TestStandard holds the list against the go command's own.
func TestStandard(t *testing.T) {
	out, err := exec.Command("go", "list", "std", "cmd").Output()
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for pkg := range strings.FieldsSeq(string(out)) {
		first, _, _ := strings.Cut(pkg, "/")
		seen[first] = true
		if !standard[first] {
			t.Errorf("%s is standard, and not in the list", pkg)
		}
	}
	for name := range standard {
		if !seen[name] {
			t.Errorf("%s is in the list, and not standard", name)
		}
	}
}
