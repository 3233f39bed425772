package knowledge

import (
	"strings"
	"testing"
)

func TestParseBreaker(t *testing.T) {
	parsed, err := Parse("t.api", `package p
source p@v1.0.0 a.go
schedule Settings       trips=Trip|6 window=Interval counts=All,Failed,Row,Good
schedule New            from=arg:0 makes=breaker open=ErrOpen
breaker (*B).Do         from=recv op=arg:1 instead=arg:2 open=ErrOpen,ErrFull
schedule With           makes=executor nests=options
execute (Executor).Get  op=arg:0
package q
retry Do                op=arg:0 attempts=3
`)
	if err != nil {
		t.Fatal(err)
	}
	p := parsed["p"]
	if !p.breakers || p.retries {
		t.Errorf("p speaks of breakers: %t, of retries: %t", p.breakers, p.retries)
	}
	if q := parsed["q"]; q.breakers || !q.retries {
		t.Errorf("q speaks of breakers: %t, of retries: %t", q.breakers, q.retries)
	}
	if c := p.Claims["New"]; c.Policy.Breaker.Makes != "breaker" || c.Policy.Settings[Made].From != "yes" {
		t.Errorf("New: %+v", c.Policy.Breaker)
	}
	if b := p.Claims["(*B).Do"].Policy.Breaker; len(b.Open) != 2 || p.Claims["(*B).Do"].Instead != 2 || p.Claims["(*B).Do"].Policy.Op != 1 {
		t.Errorf("Do: %+v", b)
	}
	if text := p.Claims["Settings"].opensText(); text != "6 failures" {
		t.Errorf("Settings: %q", text)
	}
}

func TestBrokenBreaker(t *testing.T) {
	for line, want := range map[string]string{
		"breaker Do open=ErrOpen":                      "without op=",
		"breaker Do op=arg:0":                          "without open=",
		"execute Get":                                  "without op=",
		"schedule New makes=toaster":                   "want breaker",
		"schedule With nests=everything":               "unknown source",
		"breaker Do op=arg:0 open=not-a-name":          "is no name",
		"schedule S trips=Trip counts=All,Failed":      "want four names",
		"breaker Do op=arg:0 open=ErrOpen instead=two": "is not arg:N",
	} {
		_, err := Parse("t.api", "package p\n"+line+"\n")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "t.api:2") {
			t.Errorf("%s: %v, want t.api:2 … %s", line, err, want)
		}
	}
}
