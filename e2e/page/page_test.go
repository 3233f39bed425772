package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// visible are the names that a reader sees, from the top down.
const visible = `[...document.querySelectorAll(".tree .name")].filter(e => e.checkVisibility()).map(e => e.textContent)`

func (b *tab) sees(when string, want ...string) {
	b.t.Helper()
	if got := js[[]string](b, visible); !slices.Equal(got, want) {
		b.t.Errorf("%s: the page shows\n\t%s\nwant\n\t%s", when, strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
}

var (
	worker = []string{"(*orders.Worker).Run", "orders.send", "(*http.Client).Do"}
	charge = []string{"retry.Do", "retryablehttp.Client", "payments.shop.svc", "(*http.Client).Do"}
	serve  = []string{"(*api.Handler).Serve", "(*repo.Client).Get", "the AWS SDK", "(*s3.Client).GetObject", "(*cache.Store[K, V]).Load", "(*redis.Client).Get"}
	roots  = []string{worker[0], charge[0], serve[0]}
)

// What the page says as it is opened, the worst first.
func TestRead(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	b.sees("at first", slices.Concat(worker, charge, serve)...)
	products := js[[]string](b, `[...document.querySelectorAll(".end .product")].map(e => e.className + ": " + e.textContent)`)
	want := []string{"product extreme: no limit for one request", "product heavy: 60 calls for one request",
		"product heavy: 27 calls for one request", "product medium: at least 3 calls for one request, n is not known"}
	if !slices.Equal(products, want) {
		t.Errorf("products %q, want %q", products, want)
	}
	if title := js[string](b, "document.title"); title != "Layers of retries: the shop" {
		t.Errorf("title %q", title)
	}
	if worst := js[string](b, `document.getElementById("worst").textContent`); worst != "no limit" {
		t.Errorf("worst %q", worst)
	}
	if kinds := js[[]string](b, `[...new Set([...document.querySelectorAll(".tree .kind")].map(e => e.textContent))]`); !slices.Equal(kinds, []string{"queue", "loop", "retry function", "client", "proxy"}) {
		t.Errorf("kinds %q", kinds)
	}
	b.quiet("page.html")
}

func TestFold(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	b.run(chromedp.Click(chromedp.CSS("#fold")))
	b.sees("folded", roots...)
	if got := js[string](b, `document.querySelector("summary .product").textContent`); got != "no limit" {
		t.Errorf("a folded tree says %q", got)
	}
	b.run(chromedp.Click(chromedp.CSS("summary")))
	b.sees("one unfolded", worker[0], worker[1], charge[0], serve[0])
	b.run(chromedp.Click(chromedp.CSS("#unfold")))
	b.sees("unfolded", slices.Concat(worker, charge, serve)...)
	b.quiet("page.html")
}

// The keyboard is enough.
func TestKeyboard(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	b.run(chromedp.KeyEvent("/"))
	if got := js[string](b, "document.activeElement.id"); got != "filter" {
		t.Errorf("/ leads to %q", got)
	}
	b.run(chromedp.KeyEvent(kb.Tab), chromedp.KeyEvent(kb.Tab)) // by "unfold" to "fold"
	b.run(chromedp.KeyEvent(kb.Enter))
	b.sees("folded by Enter", roots...)
	b.run(chromedp.KeyEvent(kb.Tab))
	if got := js[string](b, "document.activeElement.tagName"); got != "SUMMARY" {
		t.Errorf("Tab leads to %q", got)
	}
	if got := js[string](b, `getComputedStyle(document.activeElement).outlineStyle`); got != "solid" {
		t.Errorf("what has the focus is not shown: outline %q", got)
	}
	b.run(chromedp.KeyEvent(kb.Enter))
	b.sees("unfolded by Enter", worker[0], worker[1], charge[0], serve[0])
	b.quiet("page.html")
}

func TestFilter(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	status := func() string { return js[string](b, `document.getElementById("shown").textContent`) }
	b.run(chromedp.Click(chromedp.CSS("#fold")))
	b.run(chromedp.SendKeys(chromedp.CSS("#filter"), "PAYMENTS"))
	b.sees("a layer, with what is around it", charge...)
	if got := status(); got != "1 match" {
		t.Errorf("status %q", got)
	}
	if got := js[[]string](b, `[...document.querySelectorAll("mark")].map(e => e.textContent)`); !slices.Equal(got, []string{"payments"}) {
		t.Errorf("marked %q", got)
	}
	b.run(chromedp.KeyEvent(kb.Escape))
	b.sees("folded as before", roots...)
	if got := js[int](b, `document.querySelectorAll("mark").length`); got != 0 || status() != "" {
		t.Errorf("%d marks are left, and the status %q", got, status())
	}
	b.run(chromedp.SendKeys(chromedp.CSS("#filter"), "client).do"))
	b.sees("calls", slices.Concat(worker, charge)...)
	b.run(chromedp.KeyEvent(kb.Escape), chromedp.SendKeys(chromedp.CSS("#filter"), "store.go"))
	b.sees("a file", serve[0], serve[4], serve[5])
	b.run(chromedp.KeyEvent(kb.Escape), chromedp.SendKeys(chromedp.CSS("#filter"), "nothing like it"))
	b.sees("nothing")
	if got := status(); got != "0 matches" {
		t.Errorf("status %q", got)
	}
	b.quiet("page.html")
}

// Names stay text, in the page and where the filter marks them.
func TestMarkup(t *testing.T) {
	b := browse(t, write(t, nastyForest(t)))
	names := js[[]string](b, `[...document.querySelectorAll(".tree summary .name")].map(e => e.textContent)`)
	for _, want := range nasty {
		if !slices.Contains(names, want) {
			t.Errorf("the page does not show %q", want)
		}
	}
	for _, word := range []string{"<", "script", "&", `"`, "onerror"} {
		b.run(chromedp.SetValue(chromedp.CSS("#filter"), word), chromedp.Evaluate[chromedp.Void](`document.getElementById("filter").dispatchEvent(new Event("input"))`))
		if got := js[int](b, `document.querySelectorAll("mark").length`); got == 0 {
			t.Errorf("nothing is marked of %q", word)
		}
		if got := js[[]string](b, `[...document.querySelectorAll(".tree .name *, .tree .place *")].map(e => e.tagName).filter(n => n !== "MARK")`); len(got) > 0 {
			t.Errorf("markup: %q", got)
		}
	}
	if got := js[int](b, `document.querySelectorAll("img, b, script").length`); got != 1 {
		t.Errorf("%d images, bold texts and scripts; want the one of the page", got)
	}
	if title := js[string](b, "document.title"); title != "Layers of retries: the shop" {
		t.Errorf("title %q: something of it has run", title)
	}
	b.quiet("page.html")
}

// A large forest begins folded.
func TestLarge(t *testing.T) {
	var text strings.Builder
	for i := range 50 {
		fmt.Fprintf(&text, "3 × loop f%02d [a.go:%d] > 2 × loop g%02d [b.go:%d] > x\n", i, i+1, i, i+1)
	}
	b := browse(t, write(t, plant(t, text.String())))
	if got := js[[]string](b, visible); len(got) != 50 {
		t.Errorf("%d names are shown, want the 50 roots", len(got))
	}
	b.quiet("page.html")
}

func TestNothing(t *testing.T) {
	b := browse(t, write(t, plant(t, "")))
	if got := js[string](b, "document.body.innerText"); !strings.Contains(got, "Nothing retries here") {
		t.Errorf("the page says %q", got)
	}
	b.quiet("page.html")
}

// Text can be read in light and dark: the contrast is that of WCAG's level AA.
func TestContrast(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	dark := make(map[string]string)
	for _, scheme := range []string{"light", "dark"} {
		b.media(emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		dark[scheme] = js[string](b, "getComputedStyle(document.body).backgroundColor")
		for _, low := range js[[]string](b, contrast) {
			t.Errorf("%s: %s", scheme, low)
		}
	}
	if dark["light"] == dark["dark"] {
		t.Errorf("light and dark are both %s", dark["dark"])
	}
	b.quiet("page.html")
}

// contrast lists texts whose color is too near to that of what is behind them.
const contrast = `[...document.querySelectorAll("main *")].filter(e => e.checkVisibility() && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())).flatMap(e => {
	const rgb = s => s.match(/[\d.]+/g).map(Number);
	const luminance = c => { const [r, g, b] = c.map(v => (v /= 255) <= .04045 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	let behind = e, back;
	do { back = rgb(getComputedStyle(behind).backgroundColor); behind = behind.parentElement; } while (back.length > 3 && back[3] === 0 && behind);
	const [a, b] = [luminance(rgb(getComputedStyle(e).color).slice(0, 3)), luminance(back.slice(0, 3))].sort((x, y) => y - x);
	const ratio = (a + .05) / (b + .05);
	return ratio < 4.5 ? [e.className + " " + e.textContent.trim().slice(0, 30) + ": " + ratio.toFixed(2)] : [];
})`

// On paper nothing is folded, and nothing can be clicked.
func TestPrint(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	b.run(chromedp.Click(chromedp.CSS("#fold")))
	b.media(emulation.SetEmulatedMediaParams{Media: "print"})
	heights := js[[]float64](b, `[...document.querySelectorAll(".tree .row")].map(e => e.getBoundingClientRect().height)`)
	for i, h := range heights {
		if h == 0 {
			t.Errorf("row %d is not printed", i)
		}
	}
	if js[bool](b, `document.querySelector(".bar").checkVisibility()`) {
		t.Error("the buttons are printed")
	}
	b.quiet("page.html")
}

// A narrow window is not scrolled sideways.
func TestNarrow(t *testing.T) {
	b := browse(t, write(t, plant(t, shop)))
	b.run(chromedp.EmulateViewport(360, 700))
	if got := js[int](b, "document.documentElement.scrollWidth"); got > 360 {
		t.Errorf("the page is %d wide in a window of 360", got)
	}
	b.quiet("page.html")
}
