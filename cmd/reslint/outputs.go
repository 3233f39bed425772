package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/report"
)

// An output is a form of the findings, and the file that it goes to, or standard output.
type output struct {
	form report.Form
	file string
}

// addOutput reads FORM or FORM=FILE.
func (o *options) addOutput(s string) error {
	name, file, _ := strings.Cut(s, "=")
	form, err := report.FormOf(name)
	if err == nil {
		o.outputs = append(o.outputs, output{form, file})
	}
	return err
}

func formsText() string {
	var list []string
	for _, f := range report.Forms {
		list = append(list, f.Name+" ("+f.Text+")")
	}
	return strings.Join(list, ", ")
}

// places tells why a file of the outputs can't be written, before work is spent on it.
func (o *options) places() error {
	for _, out := range o.outputs {
		if out.file == "" {
			continue
		}
		if err := placeFor("-format="+out.form.Name, out.file); err != nil {
			return err
		}
	}
	return nil
}

// report writes what a run found, in all forms that are asked for: to standard output as text if no
// other form is wanted there, and to files. A file is written if something could not be
// looked at, too; the forms that can tell so do.
func (r *runner) report(res *findings.Result) error {
	run := r.reported(res)
	printed := output{form: report.Forms[0]}
	for _, out := range r.opts.outputs {
		if out.file == "" {
			printed = out
			continue
		}
		var b bytes.Buffer
		if err := out.form.Write(&b, run); err != nil {
			return err
		}
		if err := writeWhole(out.file, b.Bytes()); err != nil {
			return err
		}
	}
	run.Color = report.WantColor(os.Stdout)
	return printed.form.Write(os.Stdout, run)
}

// reported is what is written of a result.
func (r *runner) reported(res *findings.Result) *report.Run {
	run := &report.Run{
		Dir: r.engine.Dir, Version: moduleVersion(),
		Findings: findings.Relative(r.engine.Dir, res.Findings), Failures: res.Failures,
		Warning: r.opts.warning(r.engine.Dir),
	}
	if len(r.opts.outputs) > 0 { // text has no use for it, and is printed on each save
		run.Root = r.root()
	}
	return run
}

// root is the top of the repository, or empty: who reads a report knows files by their
// names below it.
func (r *runner) root() string {
	out, err := exec.CommandContext(context.Background(), "git", "-C", r.engine.Dir, "rev-parse", "--show-toplevel").Output()
	if err != nil {
		return ""
	}
	return filepath.FromSlash(strings.TrimSpace(string(out)))
}

// moduleVersion is that of the module which the command was built from, or empty if that is not known.
func moduleVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "(devel)" {
		return ""
	}
	return info.Main.Version
}
