package page

import (
	"bytes"
	"context"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp" // drives the browser by its own protocol, without a server between

	"github.com/reslint/reslint/internal/layers"
)

// missing skips a test, or fails it where everything has to be there.
func missing(t *testing.T, format string, args ...any) {
	t.Helper()
	if os.Getenv("CI") != "" {
		t.Fatalf(format, args...)
	}
	t.Skipf(format, args...)
}

// program is the path of the first of some programs that is installed.
func program(t *testing.T, names ...string) string {
	t.Helper()
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	missing(t, "%s is not installed", names[0])
	return ""
}

// A tab is one page in the browser, and what it says and asks for.
type tab struct {
	t   *testing.T
	ctx context.Context

	mu       sync.Mutex
	said     []string // to the console
	requests []string // to anybody, the page itself included
}

// browse opens a file in a browser of its own.
func browse(t *testing.T, file string) *tab {
	t.Helper()
	path := program(t, "chromium", "chromium-browser", "google-chrome")
	options := append(chromedp.DefaultExecAllocatorOptions[:],
		chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()), chromedp.WindowSize(1200, 900))
	ctx, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	ctx, cancel = context.WithTimeout(ctx, 2*time.Minute)
	t.Cleanup(cancel)
	b := &tab{t: t, ctx: ctx}
	if err := chromedp.Listen(ctx, b.listen); err != nil {
		t.Fatal(err)
	}
	u := url.URL{Scheme: "file", Path: file}
	b.run(chromedp.Navigate(u.String()))
	return b
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	case *log.EventEntryAdded:
		b.said = append(b.said, e.Entry.Text)
	case *runtime.EventConsoleAPICalled:
		b.said = append(b.said, string(e.Type))
	case *runtime.EventExceptionThrown:
		b.said = append(b.said, e.ExceptionDetails.Text)
	}
}

func (b *tab) run(actions ...chromedp.Action[chromedp.Void]) {
	b.t.Helper()
	if err := chromedp.Do(b.ctx, actions...); err != nil {
		b.t.Fatal(err)
	}
}

// js evaluates an expression.
func js[T any](b *tab, expression string) T {
	b.t.Helper()
	value, err := chromedp.Run(b.ctx, chromedp.Evaluate[T](expression))
	if err != nil {
		b.t.Fatal(err)
	}
	return value
}

// media makes the page look as it does on paper, say, or for those who like it dark.
func (b *tab) media(media emulation.SetEmulatedMediaParams) {
	b.t.Helper()
	if _, err := chromedp.Call(b.ctx, emulation.SetEmulatedMedia, media); err != nil {
		b.t.Fatal(err)
	}
}

// quiet checks that the page has asked for nothing but the files named, and said nothing.
func (b *tab) quiet(files ...string) {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, r := range b.requests {
		known := false
		for _, f := range files {
			known = known || strings.HasPrefix(r, "file://") && filepath.Base(r) == f
		}
		if !known {
			b.t.Errorf("the page asks for %s", r)
		}
	}
	for _, s := range b.said {
		b.t.Errorf("the console says: %s", s)
	}
}

// plant makes a forest of chains, one a line.
func plant(t *testing.T, text string) layers.Forest {
	t.Helper()
	var chains []layers.Chain
	for line := range strings.Lines(text) {
		c, err := layers.Parse(strings.TrimSuffix(line, "\n"))
		if err != nil {
			t.Fatal(err)
		}
		chains = append(chains, c)
	}
	return layers.Plant(chains)
}

// write writes the page of a forest.
func write(t *testing.T, f layers.Forest) (file string) {
	t.Helper()
	var b bytes.Buffer
	if err := f.WriteHTML(&b, "the shop"); err != nil {
		t.Fatal(err)
	}
	return writeFile(t, "page.html", b.String())
}

func writeFile(t *testing.T, name, text string) (file string) {
	t.Helper()
	file = filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file
}

const shop = `3 × loop (*api.Handler).Serve [shop/api/handler.go:20] > 3 × loop (*repo.Client).Get [shop/repo/client.go:33] > ~3 × client the AWS SDK > (*s3.Client).GetObject
4 × library retry.Do [shop/pay/charge.go:51] > ~5 × client retryablehttp.Client [shop/pay/charge.go:18] > 3 × mesh payments.shop.svc > (*http.Client).Do
3 × loop (*api.Handler).Serve [shop/api/handler.go:20] > n × loop (*cache.Store[K, V]).Load [shop/cache/store.go:77] > (*redis.Client).Get
∞ × queue (*orders.Worker).Run [shop/orders/worker.go:40] > 3 × loop orders.send [shop/orders/send.go:12] > (*http.Client).Do`

// nasty are texts that each of the forms could take for its own.
var nasty = []string{
	`<img src=x onerror="document.title='broken'">`, `</script><script>document.title='broken'</script>`, `</style><b>`,
	`a"]:::x; n0 --> n9; x["`, "`**bold**`", `#quot;#35;`, `&lt;b&gt; &amp;`, `back\slash\"`, `%%{init: {"theme":"dark"}}%%`,
	`end`, `{{.Name}} ${name}`, `f(*T[map[string]chan<- int])`, `'single'`, `f$1$2`, `a|b~c~d`, `1. one`, `- two`,
}

// nastyForest has a tree for each of the nasty texts.
func nastyForest(t *testing.T) layers.Forest {
	t.Helper()
	var chains []layers.Chain
	for _, text := range nasty {
		chains = append(chains, layers.Chain{Layers: []layers.Layer{{Kind: layers.Loop, Name: text, Place: "shop/" + text + ".go:1", Attempts: 3}}, Ends: "call " + text})
	}
	return layers.Plant(chains)
}
