package main

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/reslint/reslint/resilience"
)

var (
	once     sync.Once
	computed results
)

// simulated returns all numbers, which take a second or two to compute.
func simulated(t *testing.T) results {
	once.Do(func() {
		synctest.Test(t, func(*testing.T) { computed = simulate() })
	})
	return computed
}

// The table of the article, in all its cells.
func TestArticle(t *testing.T) {
	want := []struct {
		peak    int
		goodput float64
		queue   int
	}{
		{800, 800, 0},
		{3200, 0, 151000},
		{900, 800, 0},
		{900, 800, 0},
	}
	for i, log := range simulated(t).article {
		if n := peak(log); n != want[i].peak {
			t.Errorf("%s: peak load %d, want %d", article[i].name, n, want[i].peak)
		}
		if n := goodput(log); n != want[i].goodput {
			t.Errorf("%s: goodput %v, want %v", article[i].name, n, want[i].goodput)
		}
		if n := log[seconds-1].queue; n != want[i].queue {
			t.Errorf("%s: %d in the queue at the end, want %d", article[i].name, n, want[i].queue)
		}
	}
}

// What package resilience has as a default lets the outage end soon after its
// trigger; what its documentation warns of does not.
func TestShipped(t *testing.T) {
	lasting := map[string]bool{"ratio20": true, "active20": true}
	for i, log := range simulated(t).shipped {
		p := shipped[i]
		at, ok := healed(log)
		switch {
		case lasting[p.short] && ok:
			t.Errorf("%s: healed at t=%d, but is said to last", p.name, at)
		case !lasting[p.short] && (!ok || at > triggerTo+25):
			t.Errorf("%s: healed at t=%d (%v)", p.name, at, ok)
		}
		if peak(log) >= 3200 {
			t.Errorf("%s: the load grows to %d, as without any control", p.name, peak(log))
		}
	}
}

// A breaker with its defaults, whose waits are random, has ended even the naive
// clients' outage by the end, whatever its dice show.
func TestDefaultBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for range 3 {
			log := storm(client{attempts: 4, budget: unlimited{}, breaker: new(resilience.Breaker)})
			if at, ok := healed(log); !ok {
				t.Errorf("not healed at t=%d: %v", at, log)
			}
		}
	})
}

func TestJitter(t *testing.T) {
	waves := simulated(t).waves
	none, full := highest(waves[0]), highest(waves[len(waves)-1])
	if none != fleet {
		t.Errorf("without jitter the highest wave is %d, want all %d", none, fleet)
	}
	if full > 2*slot {
		t.Errorf("with full jitter the highest wave is %d, want about %d", full, slot)
	}
}

func TestLayers(t *testing.T) {
	r := simulated(t)
	for i, want := range []struct {
		first int
		mean  string
	}{
		{81, "81.00"},
		{81, "81.00"},
		{3, "3.00"},
		{3, "3.00"},
		{60, "1.02"},
		{29, "1.46"}, // 1.1⁴
		{3, "1.00"},
	} {
		if mean := fmt.Sprintf("%.2f", r.mean[i]); r.first[i] != want.first || mean != want.mean {
			t.Errorf("%s: %d calls for the first request and %s for each, want %d and %s",
				nests[i].name, r.first[i], mean, want.first, want.mean)
		}
	}
}

// The committed numbers are those of the program. If they are meant to change,
// run it.
func TestGolden(t *testing.T) {
	r := simulated(t)
	for name, write := range map[string]func(io.Writer) error{"storm.csv": r.writeStorm, "jitter.csv": r.writeJitter} {
		var got bytes.Buffer
		if err := write(&got); err != nil {
			t.Fatal(err)
		}
		want, err := os.ReadFile(filepath.Join("plots", name))
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got.Bytes(), want) {
			t.Errorf("plots/%s is not what the program writes: go run .", name)
		}
	}
}

func TestReadme(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	simulated(t).print(&b)
	for table := range strings.SplitSeq(strings.TrimSpace(b.String()), "\n\n") {
		if !strings.Contains(string(readme), table) {
			t.Errorf("README.md lacks this table:\n%s", table)
		}
	}
}

// The pictures are pictures; what they look like is for people to judge.
func TestWrite(t *testing.T) {
	dir := t.TempDir()
	if err := simulated(t).write(dir); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"policies", "budgets", "jitter"} {
		f, err := os.Open(filepath.Join(dir, name+".png"))
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := png.Decode(f); err != nil {
			t.Errorf("%s.png: %v", name, err)
		}
		svg, err := os.Open(filepath.Join(dir, name+".svg"))
		if err != nil {
			t.Fatal(err)
		}
		defer svg.Close()
		for d := xml.NewDecoder(svg); ; {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Errorf("%s.svg: %v", name, err)
				break
			}
		}
	}
}
