package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/reslint/reslint/internal/directive"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/report"
	"github.com/reslint/reslint/internal/rule"
)

// A form is what a forest can be written as.
type form struct {
	name  string
	write func(f layers.Forest, w io.Writer, title string) error
}

var forms = []form{
	{"text", func(f layers.Forest, w io.Writer, _ string) error { return f.WriteText(w) }},
	{"mermaid", func(f layers.Forest, w io.Writer, _ string) error { return f.WriteMermaid(w) }},
	{"dot", func(f layers.Forest, w io.Writer, _ string) error { return f.WriteDot(w) }},
	{"html", layers.Forest.WriteHTML},
	{"json", func(f layers.Forest, w io.Writer, _ string) error { return f.WriteJSON(w) }},
}

func formNames() string {
	var names []string
	for _, f := range forms {
		names = append(names, f.name)
	}
	return strings.Join(names, ", ")
}

// showLayers is `reslint layers`: it looks at packages and shows the retries that stand
// inside retries.
func showLayers(args []string) int {
	opts := defaults()
	fs := flag.NewFlagSet("reslint layers", flag.ContinueOnError)
	name := fs.String("format", "text", "the `form` of the tree: "+formNames())
	out := fs.String("o", "", "write to `file` instead of standard output")
	opts.scope(fs)
	fs.SetOutput(io.Discard)
	if err := opts.parse(fs, args); errors.Is(err, flag.ErrHelp) {
		layersUsage(os.Stdout, fs)
		return exitClean
	} else if err != nil {
		return fail(err)
	}
	i := slices.IndexFunc(forms, func(f form) bool { return f.name == *name })
	if i < 0 {
		return fail(fmt.Errorf("-format=%s is unknown: there are %s", *name, formNames()))
	}
	opts.only([]string{report.LayersRule})
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	err := writeLayers(ctx, &opts, forms[i].write, *out)
	if ctx.Err() != nil {
		err = errInterrupted
	}
	if err != nil {
		return fail(err)
	}
	return exitClean
}

func layersUsage(w io.Writer, fs *flag.FlagSet) {
	io.WriteString(w, `Usage: reslint layers [flags] [packages]

Shows the retries of a program that stand inside one another, and how many calls one
request can become. It is a report: the exit status is 0 whatever it shows, and 2 if a
package could not be looked at or the command could not do its work.

`)
	fs.SetOutput(w)
	fs.PrintDefaults()
}

// writeLayers runs the engine and writes what it finds, whole or not at all.
func writeLayers(ctx context.Context, opts *options, write func(layers.Forest, io.Writer, string) error, out string) error {
	r, err := newRunner(opts)
	if err != nil {
		return err
	}
	if out != "" {
		if err := placeFor("-o", out); err != nil {
			return err
		}
	}
	if err := r.engine.Check(ctx); err != nil {
		return err
	}
	stop := r.showProgress()
	res, err := r.engine.Run(ctx, opts.patterns)
	stop()
	if err != nil {
		return err
	}
	forest, err := report.Layers(res.Findings)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	title := filepath.Base(r.engine.Dir) + " " + strings.Join(opts.patterns, " ")
	if err := write(forest, &b, title); err != nil {
		return err
	}
	// What could not be looked at is missing in the tree. That is said, and a reader at
	// the terminal is shown the rest; a file would not tell whom it reaches.
	switch {
	case out == "":
		_, err = os.Stdout.Write(b.Bytes())
	case len(res.Failures) == 0:
		err = writeWhole(out, b.Bytes())
	}
	if err != nil {
		return err
	}
	res.Findings = nil
	_, err = r.conclude(res)
	return err
}

// only switches all rules off but those that are named.
func (o *options) only(names []string) {
	o.enable, o.disable = names, nil
	for _, r := range rule.All() {
		if !slices.ContainsFunc(names, func(name string) bool { return directive.Covers(name, r.ID) }) {
			o.disable = append(o.disable, r.ID)
		}
	}
	o.given["enable"], o.given["disable"] = true, true
}
