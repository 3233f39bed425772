// Package report writes findings for people and for programs.
package report

import (
	"bufio"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/reslint/reslint/internal/findings"
)

// Text writes findings as a person reads them. Its lines that start in the
// first column have the form file:line:column: message, which editors parse.
type Text struct {
	// Dir is the directory that file names are relative to.
	Dir string
	// Color marks the parts with the colours of a terminal.
	Color bool
	// Warning, if set, tells which findings do not make the command fail.
	Warning func(findings.Finding) bool

	sources *Sources
}

// Write writes the findings, with an excerpt of the source and the places
// that prove them, then where their rules are documented, then a summary.
// It writes nothing if there are none.
func (t *Text) Write(w io.Writer, list []findings.Finding) error {
	if len(list) == 0 {
		return nil
	}
	out := bufio.NewWriter(w)
	for _, f := range list {
		t.finding(out, f)
	}
	t.rules(out, list)
	fmt.Fprintln(out, Summary(list))
	return out.Flush()
}

func (t *Text) finding(out *bufio.Writer, f findings.Finding) {
	warning := ""
	if t.Warning != nil && t.Warning(f) {
		warning = "warning: "
	}
	fmt.Fprintf(out, "%s: %s%s %s\n", t.bold(f.Start.String()), warning, f.Message, t.dim("("+f.Rule+")"))
	t.excerpt(out, f.Start, f.End)
	for _, r := range f.Related {
		fmt.Fprintf(out, "\t%s: %s\n", r.Start, r.Message)
	}
	if f.Unfixed != "" {
		fmt.Fprintf(out, "\tnot fixed: %s\n", f.Unfixed)
	}
}

// excerpt writes the first line of the range, and marks the range below.
func (t *Text) excerpt(out *bufio.Writer, start, end findings.Position) {
	line, ok := t.line(start)
	if !ok || start.Column < 1 || start.Column > len(line)+1 {
		return
	}
	from, to := start.Column-1, len(line)
	if end.File == start.File && end.Line == start.Line && end.Column-1 <= len(line) {
		to = max(from, end.Column-1)
	}
	number := fmt.Sprint(start.Line)
	margin := strings.Repeat(" ", len(number))
	mark := strings.Repeat("^", max(1, utf8.RuneCountInString(line[from:to])))
	fmt.Fprintf(out, "\t%s | %s\n", t.dim(number), line)
	fmt.Fprintf(out, "\t%s | %s%s\n", margin, blank(line[:from]), t.red(mark))
}

// blank replaces all of s but its tabs by spaces, so that what follows stands
// below what followed s.
func blank(s string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' {
			return r
		}
		return ' '
	}, s)
}

// maxLine is the length of a line beyond which it is not shown: no one wrote
// it by hand.
const maxLine = 300

func (t *Text) line(p findings.Position) (string, bool) {
	if t.sources == nil {
		t.sources = &Sources{Dir: t.Dir}
	}
	line, ok := t.sources.Line(p) // without it, the finding stands alone
	return line, ok && len(line) <= maxLine
}

// rules tells where the rules of the findings are documented.
func (t *Text) rules(out *bufio.Writer, list []findings.Finding) {
	counts := make(map[string]int)
	urls := make(map[string]string)
	width := 0
	for _, f := range list {
		counts[f.Rule]++
		urls[f.Rule] = f.URL
		width = max(width, len(f.Rule))
	}
	fmt.Fprintln(out)
	for _, id := range slices.Sorted(maps.Keys(counts)) {
		line := fmt.Sprintf("%4d  %-*s  %s", counts[id], width, id, t.dim(urls[id]))
		fmt.Fprintln(out, strings.TrimRight(line, " "))
	}
}

// Summary counts findings in one line.
func Summary(list []findings.Finding) string {
	packages := make(map[string]bool)
	fixable := 0
	for _, f := range list {
		packages[f.Package] = true
		if len(f.Fixes) > 0 && f.Unfixed == "" {
			fixable++
		}
	}
	s := fmt.Sprintf("%s in %s", Plural(len(list), "finding"), Plural(len(packages), "package"))
	if fixable > 0 {
		s += fmt.Sprintf("; %d with a fix (reslint -fix)", fixable)
	}
	return s
}

// Plural is "1 noun" or "n nouns".
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (t *Text) bold(s string) string { return t.color("1", s) }
func (t *Text) dim(s string) string  { return t.color("2", s) }
func (t *Text) red(s string) string  { return t.color("31", s) }

func (t *Text) color(code, s string) string {
	if !t.Color || s == "" {
		return s
	}
	return "\x1b[" + code + "m" + s + "\x1b[0m"
}
