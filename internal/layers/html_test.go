package layers

import (
	"bytes"
	"os"
	"strings"
	"testing"
)

// TestHTML looks at the text of the page; e2e/page looks at it in a browser.
func TestHTML(t *testing.T) {
	var b bytes.Buffer
	if err := shop(t).WriteHTML(&b, `<b>shop</b> & "co"`); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for _, want := range []string{
		"&lt;b&gt;shop&lt;/b&gt; &amp;", // a title with markup
		"tree.walk&lt;&#34;&amp;&#39;&gt;",
		"27 calls for one request", "no limit for one request", "5 attempts by default",
		`<span class="kind">proxy</span>`, "a call that is not known", "again: see above",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q", want)
		}
	}
	for _, not := range []string{"<b>", "http://", "https://", "src=", "href=", "url(", "@import"} {
		if strings.Contains(text, not) {
			t.Errorf("the page has %q", not)
		}
	}
	if name := os.Getenv("LAYERS_PAGE"); name != "" { // to look at
		if err := os.WriteFile(name, b.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestHTMLEmpty(t *testing.T) {
	var b bytes.Buffer
	if err := Plant(nil).WriteHTML(&b, "x"); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "Nothing retries here") || strings.Contains(text, "<input") {
		t.Errorf("the page of no layers:\n%s", text)
	}
}
