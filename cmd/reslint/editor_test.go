package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/textproto"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// An editor is a client of reslint lsp, which runs as a process of its own, as in an editor.
// It speaks the wire's own JSON, so that it can say things that no library would.
type editor struct {
	t    *testing.T
	dir  string
	tmp  string // the server's folder for temporary files
	cmd  *exec.Cmd
	in   io.WriteCloser
	done chan struct{} // closed when the server says nothing more

	mu       sync.Mutex
	changed  *sync.Cond
	id       int
	answers  map[string]message
	shown    map[string]published // the last diagnostics, by file
	asked    []message            // what the server asked or told, diagnostics not among it
	reply    func(method string) any
	versions map[string]int
}

type message struct {
	ID     json.RawMessage `json:"id,omitempty"`
	Method string          `json:"method,omitempty"`
	Params json.RawMessage `json:"params,omitempty"`
	Result json.RawMessage `json:"result,omitempty"`
	Error  *struct {
		Code    int
		Message string
	} `json:"error,omitempty"`
}

type published struct {
	URI         string
	Version     *int
	Diagnostics []diagnosticJSON
	count       int
}

type (
	positionJSON struct {
		Line      int `json:"line"`
		Character int `json:"character"`
	}
	rangeJSON struct {
		Start positionJSON `json:"start"`
		End   positionJSON `json:"end"`
	}
	diagnosticJSON struct {
		Range           rangeJSON
		Severity        int
		Code            string
		CodeDescription struct{ Href string }
		Source          string
		Message         string
		Related         []struct {
			Location struct {
				URI   string
				Range rangeJSON
			}
			Message string
		} `json:"relatedInformation"`
	}
	textEditJSON struct {
		Range   rangeJSON
		NewText string
		Snippet *struct{ Value string }
	}
	actionJSON struct {
		Title       string
		Kind        string
		IsPreferred bool
		Diagnostics []diagnosticJSON
		Edit        *struct {
			Changes         map[string][]textEditJSON
			DocumentChanges []struct {
				TextDocument struct {
					URI     string
					Version *int
				}
				Edits []textEditJSON
			}
		}
		Command *struct {
			Command   string
			Arguments []json.RawMessage
		}
	}
)

// patience is for what happens at once on any machine, and for builds that may come first.
const patience = 2 * time.Minute

// modern are the capabilities of a client that can do all that the server asks for.
const modern = `{
	"general": {"positionEncodings": ["utf-16"]},
	"textDocument": {"hover": {"contentFormat": ["markdown"]}, "publishDiagnostics": {"relatedInformation": true}},
	"window": {"workDoneProgress": true, "showDocument": {"support": true}},
	"workspace": {
		"configuration": true,
		"didChangeWatchedFiles": {"dynamicRegistration": true},
		"workspaceEdit": {"documentChanges": true},
		"inlayHint": {"refreshSupport": true}
	}
}`

// startEditor starts a server in a folder that has the files, written as a txtar archive is.
func startEditor(t *testing.T, program string, files map[string]string) *editor {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range files {
		name = filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	path, err := exec.LookPath(program)
	if err != nil {
		t.Fatal(err)
	}
	e := &editor{
		t: t, dir: dir, tmp: t.TempDir(), done: make(chan struct{}),
		answers: make(map[string]message), shown: make(map[string]published), versions: make(map[string]int),
	}
	e.changed = sync.NewCond(&e.mu)
	e.cmd = exec.Command(path, "lsp")
	e.cmd.Dir = dir
	e.cmd.Env = append(os.Environ(), "GOFLAGS=", "GOPROXY=off", "GOTOOLCHAIN=local", "TMPDIR="+e.tmp)
	e.cmd.Stderr = os.Stderr
	if e.in, err = e.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go e.listen(bufio.NewReader(out))
	t.Cleanup(func() {
		e.in.Close()
		<-e.done
		e.cmd.Wait()
	})
	return e
}

// open starts a server for a client that can do everything, and says hello.
func openEditor(t *testing.T, files map[string]string) *editor {
	t.Helper()
	e := startEditor(t, "toylint", files)
	e.hello(modern, `{}`)
	return e
}

func (e *editor) hello(capabilities, options string) json.RawMessage {
	e.t.Helper()
	result := e.mustCall("initialize", json.RawMessage(fmt.Sprintf(`{"processId": null, "rootUri": %q, "capabilities": %s, "initializationOptions": %s}`,
		e.uri(""), capabilities, options)))
	e.notify("initialized", struct{}{})
	return result
}

func (e *editor) uri(name string) string {
	return "file://" + filepath.ToSlash(filepath.Join(e.dir, name))
}

// listen takes what the server says until it says nothing more.
func (e *editor) listen(r *bufio.Reader) {
	defer close(e.done)
	for {
		header, err := textproto.NewReader(r).ReadMIMEHeader()
		if err != nil {
			break
		}
		n, err := strconv.Atoi(header.Get("Content-Length"))
		if err != nil {
			e.t.Errorf("the server's header: %v", err)
			break
		}
		body := make([]byte, n)
		if _, err := io.ReadFull(r, body); err != nil {
			e.t.Errorf("the server's message: %v", err)
			break
		}
		var m message
		if err := json.Unmarshal(body, &m); err != nil {
			e.t.Errorf("the server's message: %v\n%s", err, body)
			break
		}
		e.take(m)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.changed.Broadcast()
}

func (e *editor) take(m message) {
	e.mu.Lock()
	defer e.mu.Unlock()
	defer e.changed.Broadcast()
	switch {
	case m.Method == "":
		e.answers[string(m.ID)] = m
	case m.Method == "textDocument/publishDiagnostics":
		var p published
		if err := json.Unmarshal(m.Params, &p); err != nil {
			e.t.Errorf("%v\n%s", err, m.Params)
		}
		p.count = e.shown[p.URI].count + 1
		e.shown[p.URI] = p
	default:
		e.asked = append(e.asked, m)
		if m.ID != nil {
			var result any
			if e.reply != nil {
				result = e.reply(m.Method)
			}
			go e.send(map[string]any{"jsonrpc": "2.0", "id": m.ID, "result": result})
		}
	}
}

// raw writes bytes as they are.
func (e *editor) raw(s string) error {
	_, err := io.WriteString(e.in, s)
	return err
}

var sending sync.Mutex

func (e *editor) send(v any) {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	sending.Lock()
	defer sending.Unlock()
	e.raw(fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(data), data))
}

func (e *editor) notify(method string, params any) {
	e.send(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
}

// ask sends a request and returns its ID.
func (e *editor) ask(method string, params any) string {
	e.mu.Lock()
	e.id++
	id := e.id
	e.mu.Unlock()
	m := map[string]any{"jsonrpc": "2.0", "id": id, "method": method}
	if params != nil {
		m["params"] = params
	}
	e.send(m)
	return strconv.Itoa(id)
}

// wait waits until ok, or until the server is gone.
func (e *editor) wait(what string, ok func() bool) {
	e.t.Helper()
	timer := time.AfterFunc(patience, func() { e.changed.Broadcast() })
	defer timer.Stop()
	limit := time.Now().Add(patience)
	e.mu.Lock()
	defer e.mu.Unlock()
	for !ok() {
		gone := false
		select {
		case <-e.done:
			gone = true
		default:
		}
		if gone || time.Now().After(limit) {
			var told []string
			for _, m := range e.asked {
				told = append(told, m.Method+" "+string(m.Params))
			}
			e.t.Fatalf("waited in vain for %s (the server is gone: %v)\nit shows %+v\nit said %s", what, gone, e.shown, strings.Join(told, "\n"))
		}
		e.changed.Wait()
	}
}

func (e *editor) answer(id string) message {
	e.t.Helper()
	e.wait("an answer", func() bool { _, ok := e.answers[id]; return ok })
	e.mu.Lock()
	defer e.mu.Unlock()
	m := e.answers[id]
	delete(e.answers, id)
	return m
}

func (e *editor) call(method string, params any) message {
	e.t.Helper()
	return e.answer(e.ask(method, params))
}

func (e *editor) mustCall(method string, params any) json.RawMessage {
	e.t.Helper()
	m := e.call(method, params)
	if m.Error != nil {
		e.t.Fatalf("%s: %+v", method, *m.Error)
	}
	return m.Result
}

// bye ends the session, and returns the server's exit status.
func (e *editor) bye() int {
	e.t.Helper()
	e.mustCall("shutdown", nil)
	e.notify("exit", nil)
	return e.status()
}

func (e *editor) status() int {
	<-e.done
	var exit *exec.ExitError
	if err := e.cmd.Wait(); errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}

// sleeper is the process that the toy's word sleep keeps busy.
func (e *editor) sleeper(file string) string {
	e.t.Helper()
	for range 1200 {
		if data, err := os.ReadFile(file); err == nil && len(data) > 0 {
			return string(data)
		}
		time.Sleep(100 * time.Millisecond)
	}
	e.t.Fatal("the toy does not sleep")
	return ""
}

// ended wants that a process ends soon.
func (e *editor) ended(pid string) {
	e.t.Helper()
	for range 300 {
		if _, err := os.Stat("/proc/" + pid); err != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	e.t.Errorf("process %s is still there", pid)
}

// children counts the processes that the server has started and that go on. Where there is no
// /proc, there are none.
func (e *editor) children() int {
	pid := strconv.Itoa(e.cmd.Process.Pid)
	lists, _ := filepath.Glob("/proc/" + pid + "/task/*/children")
	n := 0
	for _, list := range lists {
		data, _ := os.ReadFile(list)
		n += len(strings.Fields(string(data)))
	}
	return n
}

// memory is what the server has in use, in KiB.
func (e *editor) memory() int {
	e.t.Helper()
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", e.cmd.Process.Pid))
	if err != nil {
		e.t.Skip("there is no /proc to ask for memory")
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			n, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				e.t.Fatal(err)
			}
			return n
		}
	}
	e.t.Fatalf("no memory in %s", data)
	return 0
}

// command runs a program beside the server, and returns what it printed.
func (e *editor) command(name string, args ...string) string {
	e.t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		e.t.Fatal(err)
	}
	cmd := exec.Command(path, args...)
	cmd.Dir = e.dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		e.t.Fatal(err)
	}
	return string(out)
}

func (e *editor) open(name string) {
	e.t.Helper()
	data, err := os.ReadFile(filepath.Join(e.dir, name))
	if err != nil {
		e.t.Fatal(err)
	}
	e.openWith(name, string(data))
}

func (e *editor) openWith(name, text string) {
	e.versions[name] = 1
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": e.uri(name), "languageId": "go", "version": 1, "text": text,
	}})
}

// set replaces the whole text.
func (e *editor) set(name, text string) {
	e.versions[name]++
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": e.versions[name]},
		"contentChanges": []any{map[string]any{"text": text}},
	})
}

// edit replaces a range.
func (e *editor) edit(name string, at rangeJSON, text string) {
	e.versions[name]++
	e.notify("textDocument/didChange", map[string]any{
		"textDocument":   map[string]any{"uri": e.uri(name), "version": e.versions[name]},
		"contentChanges": []any{map[string]any{"range": at, "text": text}},
	})
}

func (e *editor) save(name, text string) {
	e.t.Helper()
	if err := os.WriteFile(filepath.Join(e.dir, name), []byte(text), 0o666); err != nil {
		e.t.Fatal(err)
	}
	e.notify("textDocument/didSave", map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}})
}

func (e *editor) close(name string) {
	e.notify("textDocument/didClose", map[string]any{"textDocument": map[string]any{"uri": e.uri(name)}})
}

// shows waits until the diagnostics of a file have these messages, in this order.
func (e *editor) shows(name string, want ...string) published {
	e.t.Helper()
	var p published
	e.wait(fmt.Sprintf("%q in %s", want, name), func() bool {
		p = e.shown[e.uri(name)]
		if len(p.Diagnostics) != len(want) || p.count == 0 {
			return false
		}
		for i, d := range p.Diagnostics {
			if d.Message != want[i] {
				return false
			}
		}
		return true
	})
	return p
}

// said waits until the server asked or told something that holds a text.
func (e *editor) said(method, text string) {
	e.t.Helper()
	e.wait(method+" "+text, func() bool {
		for _, m := range e.asked {
			if m.Method == method && strings.Contains(string(m.Params), text) {
				return true
			}
		}
		return false
	})
}

// lastProgress is the token of what the server shows that it is busy with.
func (e *editor) lastProgress() (token string) {
	e.t.Helper()
	e.wait("progress", func() bool {
		token = ""
		for _, m := range e.asked {
			var p struct {
				Token string
				Value struct{ Kind string }
			}
			if m.Method == "$/progress" && json.Unmarshal(m.Params, &p) == nil {
				token = p.Token
				if p.Value.Kind == "end" {
					token = ""
				}
			}
		}
		return token != ""
	})
	return token
}

// actions are what the server offers at a place.
func (e *editor) actions(name string, at rangeJSON, only ...string) []actionJSON {
	e.t.Helper()
	context := map[string]any{"diagnostics": []any{}}
	if only != nil {
		context["only"] = only
	}
	raw := e.mustCall("textDocument/codeAction", map[string]any{
		"textDocument": map[string]any{"uri": e.uri(name)}, "range": at, "context": context,
	})
	var list []actionJSON
	if err := json.Unmarshal(raw, &list); err != nil {
		e.t.Fatalf("%v\n%s", err, raw)
	}
	return list
}

// titled is the action of a title.
func titled(t *testing.T, list []actionJSON, title string) actionJSON {
	t.Helper()
	var titles []string
	for _, a := range list {
		if a.Title == title {
			return a
		}
		titles = append(titles, a.Title)
	}
	t.Fatalf("there is no action %q among %q", title, titles)
	return actionJSON{}
}

// applied is a text with the edits of an action for its file.
func (e *editor) applied(name, text string, a actionJSON) string {
	e.t.Helper()
	if a.Edit == nil {
		e.t.Fatalf("%q has no edit", a.Title)
	}
	edits := a.Edit.Changes[e.uri(name)]
	for _, c := range a.Edit.DocumentChanges {
		if c.TextDocument.URI == e.uri(name) {
			edits = append(edits, c.Edits...)
		}
	}
	// From the end, so that what is before keeps its place.
	for i := len(edits) - 1; i >= 0; i-- {
		start, end := offsetIn(text, edits[i].Range.Start), offsetIn(text, edits[i].Range.End)
		text = text[:start] + edits[i].NewText + text[end:]
	}
	return text
}

// offsetIn is a position, whose columns count UTF-16, as an offset in a text.
func offsetIn(text string, p positionJSON) int {
	lines := strings.SplitAfter(text, "\n")
	offset := 0
	for _, line := range lines[:p.Line] {
		offset += len(line)
	}
	units := 0
	for i, r := range lines[p.Line] {
		if units >= p.Character {
			return offset + i
		}
		units++
		if r > 0xFFFF {
			units++
		}
	}
	return offset + len(lines[p.Line])
}

func at(line, character int) rangeJSON {
	p := positionJSON{line, character}
	return rangeJSON{p, p}
}
