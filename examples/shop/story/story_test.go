package main

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the fixes change to plots")

// For five seconds the inventory can do 40 % of what it could. As they are written, the
// services then serve nobody any more; as reslint -fix leaves them, they serve everybody
// again. Time is virtual, so that a slow machine changes none of this.
func TestStory(t *testing.T) {
	module, err := moduleDir()
	if err != nil {
		t.Fatal(err)
	}
	work := t.TempDir()
	reslint, err := buildReslint(work, module)
	if err != nil {
		t.Fatal(err)
	}
	report, err := reslint.report(work, module)
	if err != nil {
		t.Fatal(err)
	}
	listed(t, filepath.Join(module, "README.md"), report)

	var shops []*version
	for _, v := range versions[:2] {
		shop, err := v.make(work, module, reslint)
		if err != nil {
			t.Fatal(err)
		}
		shops = append(shops, shop)
	}
	golden(t, filepath.Join(module, "plots", "fix.diff"), shops[1].diff)

	r, err := measure(shops, scenarios[2:], 60)
	if err != nil {
		t.Fatal(err)
	}
	before, after := r[0][0], r[0][1]
	for _, c := range r[0] {
		if g := c.goodput(0, c.Breaks); g < 0.95 {
			t.Errorf("%s: only %.0f %% are served before anything breaks", c.version.name, 100*g)
		}
	}
	if g := before.after(); g > 0.1 {
		t.Errorf("before: %.0f %% are served again, half a minute after the dip", 100*g)
	}
	if n := before.most(inventoryLoad); n < 4*before.Seconds[0].Customers {
		t.Errorf("before: %d calls of the inventory in a second are no storm", n)
	}
	if g := after.after(); g < 0.99 {
		t.Errorf("after: only %.0f %% are served, half a minute after the dip", 100*g)
	}
	if n, ok := after.recovery(); !ok || n > 10 {
		t.Errorf("after: recovered after %d s (%v)", n, ok)
	}
	if n := after.most(inventoryLoad); n > 3*after.Seconds[0].Customers {
		t.Errorf("after: %d calls of the inventory in a second", n)
	}
	if before.Twice < 5*after.Twice {
		t.Errorf("charged twice: %d carts before, %d after", before.Twice, after.Twice)
	}
	if t.Failed() {
		var b bytes.Buffer
		r.print(&b)
		t.Log(b.String())
	}
}

// listed holds the rules of a report against a README, which has a line for each.
func listed(t *testing.T, readme, report string) {
	t.Helper()
	text, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	rules := regexp.MustCompile(`(?m)^ +\d+  (\S+/\S+) `).FindAllStringSubmatch(report, -1)
	if len(rules) < 20 {
		t.Errorf("only %d rules in the report:\n%s", len(rules), report)
	}
	for _, m := range rules {
		if !strings.Contains(string(text), "`"+m[1]+"`") {
			t.Errorf("README.md does not list %s", m[1])
		}
	}
}

// golden holds a text against a file.
func golden(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := unified(filepath.Base(file), want, []byte(text)); d != nil {
		t.Errorf("go test ./story -update writes\n%s", d)
	}
}
