package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

const (
	goMod = "module example\n\ngo 1.26\n"
	slow  = "package a\n\nvar wait = 30 // toy: 30 => 10 | 30 => 20\n"
)

func TestEditorDiagnostics(t *testing.T) {
	e := openEditor(t, map[string]string{
		"go.mod":    goMod,
		"a/a.go":    slow,
		"a/b.go":    "package a\n\n/* é𝄞 */ var b = 7 // toy: 7\n",
		"a/good.go": "package a\n",
	})
	e.open("a/a.go")
	p := e.shows("a/a.go", "30 is old")
	d := p.Diagnostics[0]
	if r := d.Related; len(r) != 1 || r[0].Location.URI != e.uri("a/a.go") || r[0].Message != "because of this package" {
		t.Errorf("related places are %+v", r)
	}
	if d.Code != "toy/old" || d.Source != "reslint" || d.Severity != 2 || *p.Version != 1 {
		t.Errorf("diagnostic = %+v of version %d", d, *p.Version)
	}
	if want := (rangeJSON{positionJSON{2, 11}, positionJSON{2, 13}}); d.Range != want {
		t.Errorf("range = %+v, want %+v", d.Range, want)
	}
	// The whole package is told of, and columns count UTF-16.
	p = e.shows("a/b.go", "7 is old")
	if want := (rangeJSON{positionJSON{2, 18}, positionJSON{2, 19}}); p.Diagnostics[0].Range != want || p.Version != nil {
		t.Errorf("range = %+v, want %+v; version %v", p.Diagnostics[0].Range, want, p.Version)
	}
	// What is typed counts, though it is not saved.
	e.edit("a/a.go", rangeJSON{positionJSON{2, 11}, positionJSON{2, 13}}, "10")
	if p := e.shows("a/a.go"); *p.Version != 2 {
		t.Errorf("version = %d", *p.Version)
	}
	e.edit("a/a.go", rangeJSON{positionJSON{1, 0}, positionJSON{1, 0}}, "\n// é𝄞\n")
	e.edit("a/a.go", rangeJSON{positionJSON{4, 11}, positionJSON{4, 13}}, "30")
	p = e.shows("a/a.go", "30 is old")
	if want := (rangeJSON{positionJSON{4, 11}, positionJSON{4, 13}}); p.Diagnostics[0].Range != want {
		t.Errorf("range = %+v, want %+v", p.Diagnostics[0].Range, want)
	}
	// Of a package of which nothing is open, nothing is shown.
	e.close("a/a.go")
	e.shows("a/a.go")
	e.shows("a/b.go")
	if status := e.bye(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

// The go command keeps what was said of a buffer. It must not name the buffer, which is gone.
func TestEditorLeavesNoNames(t *testing.T) {
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": "package a\n"})
	e.openWith("a/a.go", slow)
	e.shows("a/a.go", "30 is old")
	a := titled(t, e.actions("a/a.go", at(2, 11)), "30 => 10")
	if uris := a.Edit.DocumentChanges; len(uris) != 1 || uris[0].TextDocument.URI != e.uri("a/a.go") || *uris[0].TextDocument.Version != 1 {
		t.Errorf("edit = %+v", a.Edit)
	}
	e.save("a/a.go", slow)
	e.bye()
	out := e.command("toylint", "-json", "./...")
	if !strings.Contains(out, `"file": "a/a.go"`) || strings.Contains(out, "reslint-lsp") {
		t.Errorf("a run after saving says\n%s", out)
	}
}

func TestEditorBrokenCode(t *testing.T) {
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": slow})
	e.open("a/a.go")
	e.shows("a/a.go", "30 is old")
	// While it does not compile, what is known stays, where it is now.
	e.edit("a/a.go", at(1, 0), "func broken( {\n")
	e.said("window/logMessage", "a.go:2")
	if list := e.actions("a/a.go", at(3, 11)); slices.ContainsFunc(list, func(a actionJSON) bool { return strings.Contains(a.Title, "=>") }) {
		t.Errorf("a file that does not parse is offered %+v", list)
	}
	e.edit("a/a.go", rangeJSON{positionJSON{1, 0}, positionJSON{2, 0}}, "\n")
	e.edit("a/a.go", rangeJSON{positionJSON{3, 11}, positionJSON{3, 13}}, "10")
	e.shows("a/a.go")
	e.bye()
}

func TestEditorActions(t *testing.T) {
	text := "package a\n\nimport \"fmt\"\n\n/* é𝄞 */ var a = 30 // toy: 30 => 10 | 30 => 20\nvar b = 31 // toy: 31 => 11\nvar c = fmt.Sprint(8) // toy: fmt.Sprint(8) => 9\nvar d = 7 // toy: 7\n"
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": text})
	e.open("a/a.go")
	e.shows("a/a.go", "30 is old", "31 is old", "fmt.Sprint(8) is old", "7 is old")
	line := func(n int) rangeJSON { return rangeJSON{positionJSON{n, 0}, positionJSON{n, 30}} }
	apply := func(list []actionJSON, title string) string { return e.applied("a/a.go", text, titled(t, list, title)) }
	replaced := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(text) }

	list := e.actions("a/a.go", line(4))
	var got []string
	for _, a := range list {
		got = append(got, a.Title+" "+a.Kind)
	}
	want := []string{"30 => 10 quickfix", "30 => 20 quickfix", "Ignore toy/old here, with a reason quickfix",
		"Fix all toy/old in this file quickfix", "Explain toy/old quickfix", "Fix all that reslint can fix in this file source.fixAll.reslint"}
	if !slices.Equal(got, want) {
		t.Errorf("actions are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if a, b := titled(t, list, "30 => 10"), titled(t, list, "30 => 20"); !a.IsPreferred || b.IsPreferred || len(a.Diagnostics) != 1 {
		t.Errorf("the first fix is the preferred one, and says what it is for: %+v, %+v", a, b)
	}
	if got, want := apply(list, "30 => 20"), replaced("= 30", "= 20"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	// An import that nothing uses any more goes.
	if got, want := apply(e.actions("a/a.go", line(6)), "fmt.Sprint(8) => 9"), replaced("import \"fmt\"\n\n", "", "fmt.Sprint(8) //", "9 //"); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	all := replaced("= 30", "= 10", "= 31", "= 11", "import \"fmt\"\n\n", "", "fmt.Sprint(8) //", "9 //")
	if got := apply(list, "Fix all toy/old in this file"); got != all {
		t.Errorf("got %s\nwant %s", got, all)
	}
	for _, only := range []string{"source.fixAll", "source.fixAll.reslint", "source"} {
		list := e.actions("a/a.go", line(0), only)
		if len(list) != 1 || e.applied("a/a.go", text, list[0]) != all {
			t.Errorf("only %s: %+v", only, list)
		}
	}
	if list := e.actions("a/a.go", line(4), "refactor"); len(list) > 0 {
		t.Errorf("only refactor: %+v", list)
	}
	if list := e.actions("a/a.go", line(0), "quickfix"); len(list) > 0 {
		t.Errorf("where nothing is, there is %+v", list)
	}
	// The comment has to say why. Until then it is not obeyed.
	ignored := apply(e.actions("a/a.go", line(7)), "Ignore toy/old here, with a reason")
	if want := replaced("var d", "//reslint:ignore toy/old\nvar d"); ignored != want {
		t.Errorf("got %s\nwant %s", ignored, want)
	}

	// A fix is made where its code is now, and not where somebody has changed it.
	e.edit("a/a.go", at(3, 0), "\n// moved\n")
	e.edit("a/a.go", rangeJSON{positionJSON{7, 8}, positionJSON{7, 10}}, "3_1")
	moved := replaced("\n/*", "\n\n// moved\n/*", "= 31", "= 3_1")
	if got, want := e.applied("a/a.go", moved, titled(t, e.actions("a/a.go", line(6)), "30 => 10")), strings.Replace(moved, "= 30", "= 10", 1); got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	for _, a := range e.actions("a/a.go", line(7)) {
		if a.Title == "31 => 11" {
			t.Errorf("the code of the fix was changed meanwhile: %+v", a)
		}
	}
	e.bye()
}

func TestEditorHover(t *testing.T) {
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": slow})
	e.open("a/a.go")
	e.shows("a/a.go", "30 is old")
	hover := func(line, character int) string {
		return string(e.mustCall("textDocument/hover", map[string]any{
			"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "position": positionJSON{line, character}}))
	}
	if got := hover(2, 12); !strings.Contains(got, "toy/old") || !strings.Contains(got, "30 => 20") || !strings.Contains(got, `"markdown"`) {
		t.Errorf("hover = %s", got)
	}
	if got := hover(0, 0); got != "null" {
		t.Errorf("hover = %s", got)
	}
	e.bye()
}

func TestEditorHints(t *testing.T) {
	chain := "3 × loop a.F [example/a/a.go:3:1] > 3 × client x > (*http.Client).Do"
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": "package a\n\nvar x = 1 // layers: " + chain + "\n"})
	e.hello(modern, `{"hints": true}`)
	e.open("a/a.go")
	whole := rangeJSON{End: positionJSON{9, 0}}
	hints := func() string {
		return string(e.mustCall("textDocument/inlayHint", map[string]any{"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "range": whole}))
	}
	e.said("workspace/inlayHint/refresh", "")
	if got := hints(); !strings.Contains(got, `"×9"`) || !strings.Contains(got, "3 × client x") {
		t.Errorf("hints = %s", got)
	}
	e.mu.Lock()
	for uri, p := range e.shown {
		if len(p.Diagnostics) > 0 {
			t.Errorf("a hint is no finding: %s shows %+v", uri, p)
		}
	}
	e.mu.Unlock()
	// Settings may change.
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"reslint": map[string]any{"hints": false}}})
	if got := hints(); got != "[]" {
		t.Errorf("hints = %s", got)
	}
	e.bye()
}

func TestEditorSettings(t *testing.T) {
	e := startEditor(t, "toylint", map[string]string{
		"go.mod":          goMod,
		"a/a.go":          "package a\n\nvar a = 1 // toy: strict 1 => 2\n",
		"b/b.go":          "package b\n\nvar b = 1 // toy: strict 1 => 2\n",
		"b/tagged.go":     "//go:build tagged\n\npackage b\n\nvar t = 2 // toy: 2\n",
		"a/.reslint.yaml": "strict: true\n",
	})
	settings := `{"strict": false}`
	var asked int
	e.reply = func(method string) any {
		if method == "workspace/configuration" {
			asked++
			return []any{json.RawMessage(settings)}
		}
		return nil
	}
	e.hello(modern, `{"strikt": true, "timeout": "soon", "hints": 3, "run": "never", "enable": {}, "cap": null}`)
	for _, want := range []string{"strikt is unknown: there are api, attempts", `timeout: parse error`, "hints is 3", `run is \"never\"`, "enable is {}"} {
		e.said("window/showMessage", want)
	}
	// The settings file governs where the editor says nothing.
	settings = `{}`
	e.open("a/a.go")
	e.open("b/b.go")
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	e.shows("a/a.go", "1 is old")
	settings = `{"strict": true, "tags": "tagged"}`
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	e.shows("b/b.go", "1 is old")
	e.shows("b/tagged.go", "2 is old")
	settings = `{"strict": false, "disable": []}`
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	e.shows("b/b.go")
	e.shows("a/a.go")

	// A settings file that is wrong is told of once, and looked at again when it is saved.
	settings = `{}`
	e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
	e.shows("a/a.go", "1 is old")
	e.save("a/.reslint.yaml", "strickt: true\n")
	e.said("window/showMessage", ".reslint.yaml:1:1")
	e.save("a/.reslint.yaml", "strict: false\n")
	e.shows("a/a.go")
	e.bye()
}

func TestEditorOnSave(t *testing.T) {
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": "package a\n"})
	e.hello(modern, `{"run": "save"}`)
	e.open("a/a.go")
	e.shows("a/a.go")
	e.set("a/a.go", slow)
	// A request comes behind all that was done before.
	e.actions("a/a.go", at(0, 0))
	time.Sleep(2 * 300 * time.Millisecond) // longer than the server would wait with a change
	e.mu.Lock()
	if p := e.shown[e.uri("a/a.go")]; len(p.Diagnostics) > 0 {
		t.Errorf("before saving, it shows %+v", p)
	}
	e.mu.Unlock()
	e.save("a/a.go", slow)
	e.shows("a/a.go", "30 is old")
	e.bye()
}

// What a package finds may depend on one below it, which is changed and not saved.
func TestEditorDependents(t *testing.T) {
	e := openEditor(t, map[string]string{
		"go.work":     "go 1.26\n\nuse (\n\t./app\n\t./lib\n)\n",
		"app/go.mod":  "module app\n\ngo 1.26\n",
		"app/app.go":  "package app\n\nimport \"lib\"\n\nvar x = lib.X // toy: lib.X\n",
		"lib/go.mod":  "module lib\n\ngo 1.26\n",
		"lib/lib.go":  "package lib\n\nconst X = 1\n",
		"lib/more.go": "package lib\n",
	})
	e.open("app/app.go")
	e.open("lib/lib.go")
	e.shows("app/app.go", "lib.X is old")
	e.edit("app/app.go", at(5, 0), "var y = lib.Y // toy: lib.Y\n")
	e.said("window/logMessage", "undefined: lib.Y")
	e.edit("lib/lib.go", at(3, 0), "const Y = 2\n")
	e.shows("app/app.go", "lib.X is old", "lib.Y is old")
	e.bye()
}

func TestEditorFilesComeAndGo(t *testing.T) {
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": "package a\n", "a/b.go": slow})
	e.open("a/a.go")
	e.said("client/registerCapability", "**/.reslint.yaml")
	e.shows("a/b.go", "30 is old")
	changed := func(name string, kind int) {
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": e.uri(name), "type": kind}}})
	}
	if err := os.Remove(filepath.Join(e.dir, "a", "b.go")); err != nil {
		t.Fatal(err)
	}
	changed("a/b.go", 3)
	e.shows("a/b.go")
	// A file that was never saved is in the package, too.
	e.openWith("a/new.go", strings.Replace(slow, "wait", "other", 1))
	e.shows("a/new.go", "30 is old")
	e.close("a/new.go")
	e.shows("a/new.go")
	// Renamed, as some editors do: closed and opened under another name.
	if err := os.Rename(filepath.Join(e.dir, "a"), filepath.Join(e.dir, "c")); err != nil {
		t.Fatal(err)
	}
	e.close("a/a.go")
	changed("a/a.go", 3)
	e.openWith("c/a.go", slow)
	e.shows("c/a.go", "30 is old")
	if err := os.RemoveAll(filepath.Join(e.dir, "c")); err != nil {
		t.Fatal(err)
	}
	changed("c/a.go", 3)
	e.close("c/a.go")
	e.shows("c/a.go")
	e.bye()
}

// A file that belongs to no module can be looked at, too.
func TestEditorNoModule(t *testing.T) {
	e := openEditor(t, map[string]string{"a.go": slow})
	e.open("a.go")
	e.shows("a.go", "30 is old")
	if got := e.call("workspace/executeCommand", map[string]any{"command": "reslint.layers", "arguments": []any{e.uri("a.go")}}); got.Error == nil || !strings.Contains(got.Error.Message, "no go.mod") {
		t.Errorf("layers = %+v", got)
	}
	e.bye()
}

func TestEditorCommands(t *testing.T) {
	chain := "3 × loop a.F [example/a/a.go:3:1] > 3 × client x > (*http.Client).Do"
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": "package a\n\nvar x = 1 // layers: " + chain + "\n"})
	var page string
	e.reply = func(method string) any {
		if method == "window/showDocument" {
			return map[string]any{"success": true}
		}
		return nil
	}
	command := func(name string, args ...any) message {
		return e.call("workspace/executeCommand", map[string]any{"command": name, "arguments": args})
	}
	m := command("reslint.layers", e.uri("a/a.go"))
	if m.Error != nil {
		t.Fatalf("layers: %+v", *m.Error)
	}
	if err := json.Unmarshal(m.Result, &page); err != nil {
		t.Fatal(err)
	}
	if data, err := os.ReadFile(page); err != nil || !strings.Contains(string(data), "a.F") {
		t.Errorf("the page of layers: %v\n%s", err, data)
	}
	e.said("window/showDocument", `"external":true`)
	if m = command("reslint.explain", "timeout/http-client"); m.Error != nil || !strings.Contains(string(m.Result), "## timeout/http-client") {
		t.Errorf("explain = %+v", m)
	}
	e.said("window/showDocument", "timeout-http-client.md")
	for _, bad := range []struct {
		name, want string
		args       []any
	}{
		{"reslint.explain", `there is no rule \"timeout/htp\"`, []any{"timeout/htp"}},
		{"reslint.explain", "takes one text", nil},
		{"reslint.layers", "not the URI of a file or folder", []any{"a/a.go"}},
		{"reslint.layers", "no such file", []any{e.uri("nowhere")}},
		{"reslint.dance", "reslint.dance is unknown", []any{""}},
	} {
		m := command(bad.name, bad.args...)
		if m.Error == nil || !strings.Contains(m.Error.Message, strings.ReplaceAll(bad.want, `\"`, `"`)) {
			t.Errorf("%s %v = %+v, %+v; want %q", bad.name, bad.args, m, m.Error, bad.want)
		}
	}
	e.bye()
}

// What is done on save is about the text as it is saved, though nobody had the time to look at
// it before.
func TestEditorFixOnSave(t *testing.T) {
	for _, when := range []string{"change", "save"} {
		t.Run(when, func(t *testing.T) {
			e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": slow})
			e.hello(modern, fmt.Sprintf(`{"run": %q}`, when))
			e.open("a/a.go")
			e.shows("a/a.go", "30 is old")
			e.edit("a/a.go", rangeJSON{positionJSON{2, 11}, positionJSON{2, 13}}, "10")
			if list := e.actions("a/a.go", at(0, 0), "source.fixAll"); len(list) > 0 {
				t.Errorf("there is nothing to fix any more: %+v", list)
			}
			text := strings.Replace(slow, "wait", "delay", 1)
			e.set("a/a.go", text)
			list := e.actions("a/a.go", at(0, 0), "source.fixAll.reslint")
			if len(list) != 1 || e.applied("a/a.go", text, list[0]) != strings.Replace(text, "= 30", "= 10", 1) {
				t.Errorf("there is something to fix again: %+v", list)
			}
			e.edit("a/a.go", at(1, 0), "func (")
			if list := e.actions("a/a.go", at(0, 0), "source.fixAll.reslint"); len(list) > 0 {
				t.Errorf("what does not parse is fixed by %+v", list)
			}
			e.bye()
		})
	}
}

// A client that can do nothing but the minimum is served, too.
func TestEditorOldClient(t *testing.T) {
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": slow})
	e.hello(`{}`, `null`)
	e.open("a/a.go")
	e.shows("a/a.go", "30 is old")
	a := titled(t, e.actions("a/a.go", at(2, 11)), "30 => 10")
	if a.Edit.DocumentChanges != nil || e.applied("a/a.go", slow, a) != strings.Replace(slow, "= 30", "= 10", 1) {
		t.Errorf("edit = %+v", a.Edit)
	}
	e.mu.Lock()
	for _, m := range e.asked {
		if m.ID != nil {
			t.Errorf("a client that can't was asked %s", m.Method)
		}
	}
	e.mu.Unlock()
	e.bye()
}

// The edit of the comment lets the user fill in the reason, where the client knows how.
func TestEditorSnippet(t *testing.T) {
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": slow})
	e.hello(`{"general": {"positionEncodings": ["utf-8", "utf-16"]}, "workspace": {"workspaceEdit": {"documentChanges": true, "snippetEditSupport": true}}}`, `{}`)
	e.openWith("a/a.go", "package a\n\n/* é */ var wait = 30 // toy: 30 => 10\n")
	p := e.shows("a/a.go", "30 is old")
	if want := (positionJSON{2, 20}); p.Diagnostics[0].Range.Start != want {
		t.Errorf("in UTF-8 it stands at %+v, want %+v", p.Diagnostics[0].Range.Start, want)
	}
	a := titled(t, e.actions("a/a.go", at(2, 20)), "Ignore toy/old here, with a reason")
	if s := a.Edit.DocumentChanges[0].Edits[0].Snippet; s == nil || s.Value != "//reslint:ignore toy/old ${1:why it is accepted here}\n" {
		t.Errorf("snippet = %+v", s)
	}
	e.bye()
}

func TestEditorLifecycle(t *testing.T) {
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": slow})
	code := func(m message) int {
		if m.Error == nil {
			return 0
		}
		return m.Error.Code
	}
	where := map[string]any{"textDocument": map[string]any{"uri": e.uri("a/a.go")}, "position": positionJSON{}}
	if got := code(e.call("textDocument/hover", where)); got != -32002 {
		t.Errorf("before initialize: %d", got)
	}
	e.hello(modern, `{}`)
	if got := code(e.call("initialize", map[string]any{"capabilities": struct{}{}, "processId": nil, "rootUri": nil})); got != -32600 {
		t.Errorf("initialize again: %d", got)
	}
	for _, bad := range []struct {
		method string
		params any
		code   int
	}{
		{"textDocument/unheard", struct{}{}, -32601},
		{"textDocument/definition", where, -32601},
		{"textDocument/hover", []int{1}, -32602},
		{"textDocument/codeAction", map[string]any{"textDocument": 3}, -32602},
		{"textDocument/inlayHint", "text", -32602},
		{"workspace/executeCommand", map[string]any{"command": 3}, -32602},
	} {
		if got := code(e.call(bad.method, bad.params)); got != bad.code {
			t.Errorf("%s %v: %d, want %d", bad.method, bad.params, got, bad.code)
		}
	}
	// Notifications that make no sense are told to the log, and end nothing.
	e.notify("textDocument/didOpen", map[string]any{"textDocument": 7})
	e.said("window/logMessage", "textDocument/didOpen")
	e.notify("textDocument/didChange", map[string]any{"textDocument": map[string]any{"uri": e.uri("never.go"), "version": 3}, "contentChanges": []any{}})
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": "untitled:new"}})
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": "http://example.com/a.go"}})
	e.notify("$/unheard", nil)
	e.open("a/a.go")
	e.edit("a/a.go", rangeJSON{positionJSON{900, 1}, positionJSON{2, 4000}}, "\n") // beyond the end
	e.shows("a/a.go", "30 is old")

	e.mustCall("shutdown", nil)
	if got := code(e.call("textDocument/hover", where)); got != -32600 {
		t.Errorf("after shutdown: %d", got)
	}
	e.notify("exit", nil)
	if status := e.status(); status != 0 {
		t.Errorf("exit status %d", status)
	}
}

func TestEditorMalformed(t *testing.T) {
	frame := func(s string) string { return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(s), s) }
	for _, tt := range []struct {
		name, bytes string
		lives       bool
	}{
		{"no JSON", frame(`{"jsonrpc": "2.0", "id": 1, "method"`), true},
		{"no request", frame(`{"jsonrpc": "2.0"}`), true},
		{"no version", frame(`{"id": 1, "method": "shutdown"}`), true},
		{"an empty batch", frame(`[]`), true},
		{"an answer to nothing", frame(`{"jsonrpc": "2.0", "id": 77, "result": 3}`), true},
		{"a cancellation of nothing", frame(`{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 77}}`), true},
		{"a cancellation without a request", frame(`{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": 3}`), true},
		{"no length", "Content-Type: x\r\n\r\n{}", false},
		{"a length that is no number", "Content-Length: x\r\n\r\n{}", false},
		{"a length that is too long", "Content-Length: 99999999999999999999\r\n\r\n{}", false},
		{"nothing of the protocol", "GET / HTTP/1.1\r\n\r\n", false},
		{"half a message", "Content-Length: 100\r\n\r\n{", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			e := startEditor(t, "toylint", map[string]string{"go.mod": goMod})
			e.hello(`{}`, `{}`)
			if err := e.raw(tt.bytes); err != nil {
				t.Fatal(err)
			}
			if tt.lives {
				if got := e.call("workspace/executeCommand", map[string]any{"command": "?"}); got.Error == nil || got.Error.Code != -32602 {
					t.Errorf("afterwards, the answer is %+v", got)
				}
				if status := e.bye(); status != 0 {
					t.Errorf("exit status %d", status)
				}
				return
			}
			e.in.Close()
			if status := e.status(); status != 2 {
				t.Errorf("exit status %d", status)
			}
		})
	}
}

// An editor that crashes leaves no server behind, whatever the server is doing.
func TestEditorCrashed(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	t.Setenv("TOY_PID", pid)
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": "package a // toy: sleep\n"})
	e.open("a/a.go")
	sleeper := e.sleeper(pid)
	e.in.Close()
	select {
	case <-e.done:
	case <-time.After(patience):
		e.cmd.Process.Kill()
		t.Fatal("the server goes on without its client")
	}
	e.ended(sleeper)
	if status := e.status(); status != 2 {
		t.Errorf("exit status %d", status)
	}
}

func TestEditorGone(t *testing.T) {
	e := openEditor(t, map[string]string{"go.mod": goMod})
	e.in.Close()
	if status := e.status(); status != 2 {
		t.Errorf("the exit status of a server whose client went away is %d", status)
	}
}

// A request that is cancelled is answered at once, and what it started is stopped.
func TestEditorCancel(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	t.Setenv("TOY_PID", pid)
	e := startEditor(t, "toylint", map[string]string{"go.mod": goMod, "a/a.go": "package a // toy: sleep\n"})
	e.hello(modern, `{}`)
	for _, id := range []any{"text", 4711} {
		os.Remove(pid)
		e.send(map[string]any{"jsonrpc": "2.0", "id": id, "method": "workspace/executeCommand",
			"params": map[string]any{"command": "reslint.layers", "arguments": []any{e.uri("a/a.go")}}})
		sleeper := e.sleeper(pid)
		e.notify("$/cancelRequest", map[string]any{"id": id})
		key, _ := json.Marshal(id)
		if m := e.answer(string(key)); m.Error == nil || m.Error.Code != -32800 {
			t.Errorf("the answer to %v is %+v", id, m)
		}
		e.ended(sleeper)
	}
	// The user may stop a run that takes long, and so does a change.
	os.Remove(pid)
	e.open("a/a.go")
	sleeper := e.sleeper(pid)
	e.notify("window/workDoneProgress/cancel", map[string]any{"token": e.lastProgress()})
	os.Remove(pid)
	e.ended(sleeper)
	e.said("$/progress", `"end"`)
	if _, err := os.Stat(pid); err == nil {
		t.Error("what the user stopped is done again")
	}
	e.edit("a/a.go", at(1, 0), "// more\n")
	sleeper = e.sleeper(pid)
	e.edit("a/a.go", rangeJSON{positionJSON{0, 9}, positionJSON{0, 99}}, " // awake")
	e.ended(sleeper)
	e.shows("a/a.go")
	e.bye()
}

// A thousand edits, some slow and some fast, leave the server as it was: with one run at a time, no
// more memory and no more files.
func TestEditorSoak(t *testing.T) {
	if testing.Short() {
		t.Skip("a minute")
	}
	e := openEditor(t, map[string]string{"go.mod": goMod, "a/a.go": slow, "a/b.go": slow[:strings.Index(slow, "var")] + strings.Repeat("// a line of a longer file\n", 2000)})
	e.open("a/a.go")
	e.open("a/b.go")
	e.shows("a/a.go", "30 is old")
	var early int
	const edits, rest = 1000, 50
	for i := range edits {
		e.edit("a/b.go", at(2+i, 3), fmt.Sprint(i))
		if i%rest != rest-1 {
			continue
		}
		// Somebody reads what he wrote: there are findings, and then none.
		value, want := "30", []string{"30 is old"}
		if i/rest%2 == 0 {
			value, want = "10", nil
		}
		e.edit("a/a.go", rangeJSON{positionJSON{2, 11}, positionJSON{2, 13}}, value)
		e.shows("a/a.go", want...)
		if n := e.children(); n > 1 {
			t.Errorf("after %d edits, %d runs go on", i+1, n)
		}
		if i+1 == 4*rest {
			early = e.memory()
		}
	}
	late := e.memory()
	t.Logf("memory after %d edits: %d KiB, after %d: %d KiB", 4*rest, early, edits, late)
	if late > early+early/2 {
		t.Errorf("memory grew from %d to %d KiB", early, late)
	}
	var files int
	filepath.WalkDir(e.tmp, func(string, os.DirEntry, error) error { files++; return nil })
	if files > 12 {
		t.Errorf("%d files are left in %s", files, e.tmp)
	}
	e.bye()
	if left, _ := filepath.Glob(filepath.Join(e.tmp, "*")); len(left) > 0 {
		t.Errorf("the server leaves %q", left)
	}
}
