// Reslint finds the places in Go code where one slow or failing dependency
// becomes an outage, explains them, and repairs them.
//
// Usage:
//
//	reslint [flags] [packages]
//	reslint layers [flags] [packages]
//	reslint lsp
//	reslint rules
//	reslint explain RULE
//	go vet -vettool=$(which reslint) [packages]
//
// See `reslint help` for the flags.
package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint"
)

// The exit statuses of the command.
const (
	exitClean    = 0
	exitFindings = 1
	exitFailure  = 2
)

func main() { os.Exit(command(reslint.Analyzers())) }

// command is the whole command around a suite of analysers. As the go
// command's vet tool it does not return.
func command(analyzers []*analysis.Analyzer) int {
	args := os.Args[1:]
	if isVetCall(args) {
		vetTool(analyzers)
	}
	name := ""
	if len(args) > 0 {
		name = args[0]
	}
	switch name {
	case "layers":
		return showLayers(args[1:])
	case "lsp":
		return serve(args[1:])
	case "rules":
		return rules(os.Stdout, args[1:])
	case "explain":
		return explain(os.Stdout, args[1:])
	case "version", "-V", "--V", "-version", "--version":
		return version(os.Stdout)
	case "help", "-h", "-help", "--help":
		usage(os.Stdout)
		return exitClean
	}
	return check(args)
}

// check is the runner: it looks at packages and says what it found.
func check(args []string) int {
	opts, err := parseOptions(args)
	if err != nil {
		return fail(err)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	r, err := newRunner(opts)
	if err == nil {
		var status int
		if status, err = r.run(ctx); err == nil {
			return status
		}
	}
	if ctx.Err() != nil {
		err = errInterrupted
	}
	return fail(err)
}

// fail says why the command can't do what it was asked for.
func fail(err error) int {
	fmt.Fprintf(os.Stderr, "reslint: %v\n", err)
	return exitFailure
}

func usage(w io.Writer) {
	io.WriteString(w, `Reslint finds where one slow or failing dependency becomes an outage.

	reslint [flags] [packages]   look at packages (default ./...)
	reslint layers [flags] [packages]
	                             show the retries that stand inside retries, as a tree
	                             or a page (reslint layers -help)
	reslint lsp                  serve an editor: findings as you type, and their fixes
	reslint rules                list the rules
	reslint explain RULE         tell why a rule or a family exists, with examples
	reslint version              print the version
	reslint help [ANALYZER]      print this text, or what go vet calls an analyser's help

The exit status is 0 if nothing was found, 1 if something was found, and 2 if
a package could not be looked at or the command could not do its work.

Flags come before the packages:

`)
	unused := defaults()
	fs := unused.flags()
	fs.SetOutput(w)
	fs.PrintDefaults()
	io.WriteString(w, `
As a vet tool (go vet -vettool=$(which reslint) ./...) the settings are
-reslint.strict, -reslint.tests, -reslint.enable, -reslint.disable,
-reslint.timeout, -reslint.cap, -reslint.runtime, -reslint.max,
-reslint.attempts, -reslint.limit, -reslint.api, -reslint.mesh and -reslint.config.
`)
}
