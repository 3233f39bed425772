package layers

import (
	"bytes"
	"flag"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write the golden files")

// readChains reads chains, one a line.
func readChains(t *testing.T, text string) []Chain {
	t.Helper()
	var chains []Chain
	for line := range strings.Lines(text) {
		c, err := Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		chains = append(chains, c)
	}
	return chains
}

func shop(t *testing.T) Forest {
	t.Helper()
	data, err := os.ReadFile("testdata/shop.txt")
	if err != nil {
		t.Fatal(err)
	}
	f := Plant(readChains(t, string(data)))
	f.Shorten()
	return f
}

// outline is a forest in one line: A(B(x) C(y)).
func outline(nodes []*Node) string {
	var parts []string
	for _, n := range nodes {
		text := n.Name
		if n.Again {
			text += "!"
		}
		inner := slices.Clone(n.Ends)
		if below := outline(n.Below); below != "" {
			inner = append(inner, below)
		}
		parts = append(parts, text+"("+strings.Join(inner, " ")+")")
	}
	return strings.Join(parts, " ")
}

func TestPlant(t *testing.T) {
	for _, tt := range []struct{ name, chains, want string }{
		{"nothing", "", ""},
		{"no layer", "x", ""},
		{"one", "3 × loop A [a:1] > x", "A(x)"},
		{"a chain within another is told there", "3 × loop A [a:1] > 3 × loop B [b:1] > x\n3 × loop B [b:1] > x", "A(B(x))"},
		{"the same for the first layer alone", "3 × loop A [a:1] > \n3 × loop A [a:1] > 3 × loop B [b:1] > x", "A(B(x))"},
		{"a loop repeats the same from wherever it is reached", "3 × loop A [a:1] > 3 × loop B [b:1] > \n3 × loop B [b:1] > 2 × loop C [c:1] > x", "A(B(C(x)))"},
		{"and all of it", "3 × loop A [a:1] > 3 × loop B [b:1] > x\n3 × loop B [b:1] > y", "A(B(x y))"},
		{"a library repeats what it is given",
			"3 × loop A [a:1] > 2 × library do [d:1] > x\n4 × loop B [b:1] > 2 × library do [d:1] > y\n2 × library do [d:1] > ", "B(do(y)) A(do(x))"},
		{"so does a client", "3 × loop A [a:1] > 2 × client sdk > x\n3 × loop B [b:1] > 2 × client sdk > y", "A(sdk(x)) B(sdk(y))"},
		{"what a library repeats elsewhere is not lost", "3 × loop A [a:1] > 2 × library do [d:1] > x\n2 × library do [d:1] > y", "A(do(x)) do(y)"},
		{"a function that calls itself", "3 × loop A [a:1] > 3 × loop A [a:1] > x", "A(x A!())"},
		{"functions that call each other", "3 × loop A [a:1] > 2 × loop B [b:1] > \n2 × loop B [b:1] > 3 × loop A [a:1] > ", "B(A(B!()))"},
		{"and one outside", "3 × loop A [a:1] > 2 × loop B [b:1] > \n2 × loop B [b:1] > 3 × loop A [a:1] > \n2 × loop C [c:1] > 3 × loop A [a:1] > ", "C(A(B(A!())))"},
		{"a client within itself", "3 × client c > 3 × client c > x", "c(c(x))"},
		{"the worst first", "2 × loop A [a:1] > x\n∞ × loop B [b:1] > x\n9 × loop C [c:1] > x\nn × loop D [d:1] > x", "B(x) C(x) A(x) D(x)"},
		{"then by name and place", "2 × loop B [a:1] > x\n2 × loop A [b:1] > x\n2 × loop A [a:1] > y", "A(y) A(x) B(x)"},
		{"one finding twice", "2 × loop A [a:1] > x\n2 × loop A [a:1] > x", "A(x)"},
	} {
		chains := readChains(t, tt.chains)
		for range 10 {
			if got := outline(Plant(chains)); got != tt.want {
				t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
				break
			}
			rand.Shuffle(len(chains), func(i, j int) { chains[i], chains[j] = chains[j], chains[i] })
		}
	}
}

func TestProduct(t *testing.T) {
	for text, want := range map[string]string{
		"1 × loop A > x": "1 call",
		"3 × loop A > 3 × loop B > 3 × client c > x": "27 calls",
		"3 × loop A > n × loop B > 3 × client c > x": "at least 9 calls, n is not known",
		"n × loop A > x":                                             "n calls, n is not known",
		"3 × loop A > ∞ × loop B > x":                                "no limit",
		"n × loop A > ∞ × loop B > x":                                "no limit",
		"4000000000 × loop A > 4000000000 × loop B > x":              "9223372036854775807 calls",
		"4000000000 × loop A > 4000000000 × loop B > 2 × loop C > x": "9223372036854775807 calls",
	} {
		if got := Plant(readChains(t, text)).Worst().String(); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
	if p := (Product{Times: math.MaxInt}).by(Layer{Attempts: 2}); p.Times != math.MaxInt {
		t.Errorf("an overflow: %d", p.Times)
	}
}

// Ways that part and join again and again are as many as there are subsets.
func TestPlantLarge(t *testing.T) {
	var b strings.Builder
	for i := range 60 {
		for _, to := range []string{"a", "b"} {
			for _, from := range []string{"a", "b"} {
				b.WriteString("2 × loop " + from + strings.Repeat("i", i) + " [p:1] > 2 × loop " + to + strings.Repeat("i", i+1) + " [p:1] > \n")
			}
		}
	}
	f := Plant(readChains(t, b.String()))
	n, cut := 0, false
	f.each(func(node *Node) { n++; cut = cut || node.Cut })
	if !cut || n > 3*maxNodes {
		t.Errorf("%d nodes, cut off: %v", n, cut)
	}
}

func TestShorten(t *testing.T) {
	for _, tt := range []struct{ chains, want string }{
		{"2 × loop A [m/x/a/a.go:1] > 2 × loop B [m/x/b/c/b.go:2] > x", "a/a.go:1 b/c/b.go:2"},
		{"2 × loop A [m/x/a/a.go:1] > x", "a/a.go:1"},
		{"2 × loop A [m/a.go:1] > 2 × loop B [m/b/b.go:2] > x", "m/a.go:1 m/b/b.go:2"},
		{"2 × loop A [a.go:1] > x", "a.go:1"},
		{"2 × loop A [m/a/a.go:1] > 2 × client c > x", "a/a.go:1 "},
	} {
		f := Plant(readChains(t, tt.chains))
		f.Shorten()
		var got []string
		f.each(func(n *Node) { got = append(got, n.Place) })
		if got := strings.Join(got, " "); got != tt.want {
			t.Errorf("%s: %q, want %q", tt.chains, got, tt.want)
		}
	}
}

// TestForms holds each form of one forest against its golden file.
func TestForms(t *testing.T) {
	f := shop(t)
	for name, write := range map[string]func(*bytes.Buffer) error{
		"shop.text.golden": func(b *bytes.Buffer) error { return f.WriteText(b) },
		"shop.mmd.golden":  func(b *bytes.Buffer) error { return f.WriteMermaid(b) },
		"shop.dot.golden":  func(b *bytes.Buffer) error { return f.WriteDot(b) },
		"shop.json.golden": func(b *bytes.Buffer) error { return f.WriteJSON(b) },
	} {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join("testdata", name)
		if *update {
			if err := os.WriteFile(file, b.Bytes(), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(b.Bytes(), want) {
			t.Errorf("%s is not what is written now (-update writes it):\n%s", file, b.Bytes())
		}
	}
}
