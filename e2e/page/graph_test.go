package page

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/reslint/reslint/internal/layers"
)

// TestDot draws with Graphviz, and reads what it has drawn.
func TestDot(t *testing.T) {
	dot := program(t, "dot")
	for name, f := range map[string]layers.Forest{"shop": plant(t, shop), "nasty": nastyForest(t), "nothing": plant(t, "")} {
		t.Run(name, func(t *testing.T) {
			var text, svg, said bytes.Buffer
			if err := f.WriteDot(&text); err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(dot, "-Tsvg")
			cmd.Stdin, cmd.Stdout, cmd.Stderr = &text, &svg, &said
			if err := cmd.Run(); err != nil || said.Len() > 0 {
				t.Fatalf("dot: %v\n%s", err, said.String())
			}
			shows(t, f, drawn(t, &svg))
		})
	}
}

// drawn are the texts of an SVG picture.
func drawn(t *testing.T, r io.Reader) (texts []string) {
	t.Helper()
	dec := xml.NewDecoder(r)
	inText := false
	for {
		token, err := dec.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatal(err)
		}
		switch token := token.(type) {
		case xml.StartElement:
			inText = token.Name.Local == "text"
		case xml.CharData:
			if inText {
				texts = append(texts, string(token))
			}
		case xml.EndElement:
			inText = false
		}
	}
}

// shows checks that a picture has the names, places and calls of a forest.
func shows(t *testing.T, f layers.Forest, texts []string) {
	t.Helper()
	plain := func(s string) string { return strings.Join(strings.Fields(strings.ReplaceAll(s, "\u00a0", " ")), " ") }
	for i, text := range texts {
		texts[i] = plain(text)
	}
	want := func(text string) {
		if !slices.Contains(texts, plain(text)) {
			t.Errorf("the picture does not show %q, but\n\t%s", text, strings.Join(texts, "\n\t"))
		}
	}
	var each func(nodes []*layers.Node)
	each = func(nodes []*layers.Node) {
		for _, n := range nodes {
			if n.Kind != layers.Mesh {
				want(n.Name)
			}
			if n.Place != "" {
				want(n.Place)
			}
			for _, end := range n.Ends {
				want(end)
			}
			each(n.Below)
		}
	}
	each(f)
}

// TestMermaid parses and draws with Mermaid itself, in the browser.
func TestMermaid(t *testing.T) {
	script, err := os.ReadFile("node_modules/mermaid/dist/mermaid.min.js")
	if err != nil {
		missing(t, "Mermaid is not installed: npm install --no-package-lock in e2e/page (%v)", err)
	}
	b := browse(t, writeFile(t, "empty.html", "<!DOCTYPE html><title>Mermaid</title><body></body>"))
	b.run(chromedp.Evaluate[chromedp.Void](string(script)),
		chromedp.Evaluate[chromedp.Void](`mermaid.initialize({startOnLoad: false, securityLevel: "strict"})`))
	for name, f := range map[string]layers.Forest{"shop": plant(t, shop), "nasty": nastyForest(t), "nothing": plant(t, "")} {
		t.Run(name, func(t *testing.T) {
			var text bytes.Buffer
			if err := f.WriteMermaid(&text); err != nil {
				t.Fatal(err)
			}
			// Lines of a label are separate texts.
			texts, err := chromedp.Run(b.ctx, chromedp.Evaluate[[]string](`(async text => {
				await mermaid.parse(text);
				const {svg} = await mermaid.render("drawing", text);
				document.body.innerHTML = svg;
				const lines = [...document.querySelectorAll(".node foreignObject > *")].flatMap(e => e.innerText.split("\n"));
				return lines.map(s => s.trim()).filter(s => s);
			})(`+strconv.QuoteToASCII(text.String())+`)`, chromedp.EvalAwaitPromise))
			if err != nil {
				t.Fatalf("%v\n%s", err, text.String())
			}
			shows(t, f, texts)
			if got := js[string](b, "document.title"); got != "Mermaid" {
				t.Errorf("title %q: something of a name has run", got)
			}
		})
	}
	b.quiet("empty.html")
}
