package knowledge

import (
	"strings"
	"testing"
)

func TestAbsent(t *testing.T) {
	parsed, err := Parse("t.api", "package p\nsource p@v1.0.0 a.go\ncall (*DB).One bound=recv absent=ErrNone\n")
	if err != nil {
		t.Fatal(err)
	}
	if got := parsed["p"].Claims["(*DB).One"].Absent; got != "ErrNone" {
		t.Errorf("absent is %q", got)
	}
	if _, err := Parse("t.api", "package p\ncall (*DB).One bound=recv absent=no-name\n"); err == nil || !strings.Contains(err.Error(), "is no name") {
		t.Errorf("no name: %v", err)
	}
}
