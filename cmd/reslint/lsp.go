package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"

	"github.com/reslint/reslint/internal/lsp"
)

// serve is `reslint lsp`: the language server, which talks to an editor over standard input
// and output.
func serve(args []string) int {
	fs := flag.NewFlagSet("reslint lsp", flag.ContinueOnError)
	fs.SetOutput(io.Discard)
	fs.Bool("stdio", true, "talk over standard input and output; there is no other way, and some clients say so")
	if err := fs.Parse(args); errors.Is(err, flag.ErrHelp) {
		lspUsage(os.Stdout)
		return exitClean
	} else if err != nil {
		return fail(err)
	}
	if fs.NArg() > 0 {
		return fail(fmt.Errorf("reslint lsp takes no packages: %s", fs.Arg(0)))
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	server := lsp.New(lsp.Options{Version: versionText(), Setup: editorSetup, Settings: editorSettings()})
	if err := server.Run(ctx, stdio{}); err != nil {
		return fail(err)
	}
	return exitClean
}

func lspUsage(w io.Writer) {
	io.WriteString(w, `Usage: reslint lsp

Serves an editor by the Language Server Protocol, over standard input and output: findings as
you type, and their fixes. docs/editors.md has the settings of editors. The exit status is 0 if
the editor said goodbye, and 2 otherwise.
`)
}

// stdio is the connection to the editor.
type stdio struct{}

func (stdio) Read(p []byte) (int, error)  { return os.Stdin.Read(p) }
func (stdio) Write(p []byte) (int, error) { return os.Stdout.Write(p) }
func (stdio) Close() error                { return os.Stdin.Close() }

// editorSetup is how packages below a folder are looked at, by flags of the command. What the
// editor finds in the build cache is what reslint ./... in that folder left there.
func editorSetup(dir string, flags []string) (*lsp.Setup, error) {
	opts, err := parseOptions(append(slices.Clone(flags), dir+"/..."))
	if err != nil {
		return nil, err
	}
	engine, err := newEngine(opts, dir)
	if err != nil {
		return nil, err
	}
	return &lsp.Setup{Engine: engine, Warning: opts.warning(dir)}, nil
}

// editorSettings are the flags that make sense in an editor: those that choose what is found, and
// what fixes insert.
func editorSettings() []string {
	var list []string
	all := defaults()
	all.flags().VisitAll(func(f *flag.Flag) {
		switch f.Name {
		case "C", "fix", "diff", "format", "json", "baseline", "write-baseline", "new-from-rev":
		default:
			list = append(list, f.Name)
		}
	})
	return list
}
