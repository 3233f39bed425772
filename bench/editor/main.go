// Editor measures how long the language server needs to look at a change again, beside a plain
// go vet of the same package with the same change. The file on the disk stays as it is.
//
//	go build -o /tmp/reslint ./cmd/reslint
//	go run ./bench/editor -reslint /tmp/reslint -file /path/to/repository/some/file.go
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// debounce is how long the server waits for the next key, on purpose.
const debounce = 300 * time.Millisecond

func main() {
	server := flag.String("reslint", "", "the reslint to measure, an absolute `path`")
	file := flag.String("file", "", "the Go `file` to edit, an absolute path")
	rounds := flag.Int("rounds", 10, "how `many` edits to measure")
	flag.Parse()
	if !filepath.IsAbs(*server) || !filepath.IsAbs(*file) || *rounds < 1 || flag.NArg() > 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := measure(*server, *file, *rounds); err != nil {
		fmt.Fprintln(os.Stderr, "editor:", err)
		os.Exit(1)
	}
}

func measure(program, file string, rounds int) error {
	before, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	tmp, err := os.MkdirTemp("", "bench-editor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	ctx, cancel := context.WithTimeout(context.Background(), time.Hour)
	defer cancel()
	e, err := start(ctx, program, file)
	if err != nil {
		return err
	}
	first, err := e.open(ctx, string(before))
	if err != nil {
		return err
	}
	// Both have their dependencies in the build cache from here on.
	if _, err := vet(ctx, file, before, tmp); err != nil {
		return err
	}
	var ours, theirs []time.Duration
	for i := range rounds {
		// A line more, so that all positions behind it are others.
		text := fmt.Sprintf("%s\n// edit %d of %d at %d\n", before, i, rounds, time.Now().UnixNano())
		text = strings.Replace(text, "\nimport", fmt.Sprintf("\n// %d\nimport", time.Now().UnixNano()), 1)
		d, err := e.change(ctx, text)
		if err != nil {
			return err
		}
		ours = append(ours, d-debounce)
		if d, err = vet(ctx, file, []byte(text), tmp); err != nil {
			return err
		}
		theirs = append(theirs, d)
	}
	a, b := median(ours), median(theirs)
	fmt.Printf("%s, %s, %d CPUs, %s\n", time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU(), file)
	fmt.Printf("opened, with whatever was not in the build cache: %s\n", first.Round(time.Millisecond))
	fmt.Printf("median of %d edits: reslint lsp %s (and %s of waiting for the next key), go vet %s: %.2f ×\n",
		rounds, a.Round(time.Millisecond), debounce, b.Round(time.Millisecond), float64(a)/float64(b))
	return e.stop(ctx)
}

func median(list []time.Duration) time.Duration {
	slices.Sort(list)
	return list[len(list)/2]
}

// vet runs go vet on the package of a file with another text.
func vet(ctx context.Context, file string, text []byte, tmp string) (time.Duration, error) {
	buffer, overlay := filepath.Join(tmp, filepath.Base(file)), filepath.Join(tmp, "overlay.json")
	data, err := json.Marshal(map[string]any{"Replace": map[string]string{file: buffer}})
	if err == nil {
		err = errors.Join(os.WriteFile(buffer, text, 0o600), os.WriteFile(overlay, data, 0o600))
	}
	if err != nil {
		return 0, err
	}
	cmd := exec.CommandContext(ctx, "go", "vet", "-overlay="+overlay, ".")
	cmd.Dir = filepath.Dir(file)
	begin := time.Now()
	out, err := cmd.CombinedOutput()
	took := time.Since(begin)
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() == 1 && !strings.Contains(string(out), "build failed") {
		err = nil // go vet found something
	}
	if err != nil {
		return 0, fmt.Errorf("go vet: %w\n%s", err, out)
	}
	return took, nil
}

// An editor is a client of reslint lsp with one file open.
type editor struct {
	protocol.UnimplementedClient
	server  protocol.Server
	conn    jsonrpc2.Conn
	cmd     *exec.Cmd
	uri     uri.URI
	version int32
	shown   chan int32 // versions of the file whose diagnostics came
}

// PublishDiagnostics implements protocol.Client.
func (e *editor) PublishDiagnostics(_ context.Context, p *protocol.PublishDiagnosticsParams) error {
	if v, ok := p.Version.Get(); ok && p.URI == e.uri {
		e.shown <- v
	}
	return nil
}

type pipes struct {
	io.Reader
	io.WriteCloser
}

func start(ctx context.Context, program, file string) (*editor, error) {
	e := &editor{uri: uri.File(file), shown: make(chan int32, 100)}
	e.cmd = exec.CommandContext(ctx, program, "lsp")
	e.cmd.Stderr = os.Stderr
	in, err := e.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := e.cmd.Start(); err != nil {
		return nil, err
	}
	_, e.conn, e.server = protocol.NewClient(ctx, e, jsonrpc2.NewStream(pipes{out, in}))
	if _, err := e.server.Initialize(ctx, &protocol.InitializeParams{}); err != nil {
		return nil, err
	}
	return e, e.server.Initialized(ctx, &protocol.InitializedParams{})
}

func (e *editor) open(ctx context.Context, text string) (time.Duration, error) {
	e.version = 1
	return e.until(ctx, e.server.DidOpen(ctx, &protocol.DidOpenTextDocumentParams{
		TextDocument: protocol.TextDocumentItem{URI: e.uri, LanguageID: "go", Version: 1, Text: text},
	}))
}

func (e *editor) change(ctx context.Context, text string) (time.Duration, error) {
	e.version++
	return e.until(ctx, e.server.DidChange(ctx, &protocol.DidChangeTextDocumentParams{
		TextDocument: protocol.VersionedTextDocumentIdentifier{
			TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: e.uri}, Version: e.version,
		},
		ContentChanges: []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangeWholeDocument{Text: text}},
	}))
}

// until waits for the diagnostics of the file as it is now.
func (e *editor) until(ctx context.Context, err error) (time.Duration, error) {
	begin := time.Now()
	for err == nil {
		select {
		case v := <-e.shown:
			if v == e.version {
				return time.Since(begin), nil
			}
		case <-e.conn.Done():
			err = errors.New("the server is gone")
		case <-ctx.Done():
			err = ctx.Err()
		}
	}
	return 0, err
}

func (e *editor) stop(ctx context.Context) error {
	err := e.server.Shutdown(ctx)
	return errors.Join(err, e.server.Exit(ctx), e.cmd.Wait())
}
