package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"
)

// printJSON prints the summary for other programs.
func printJSON(w io.Writer, s summary) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(s)
}

// printText prints the summary for people.
func printText(w io.Writer, s summary) error {
	var b bytes.Buffer
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "findings\tjudged\ttrue\tfalse\targuable\tlost\tprecision\t  rule")
	for _, r := range append(s.Rules, s.All) {
		fmt.Fprintf(table, "%d\t%d\t%d\t%d\t%d\t%d\t%s\t  %s\n",
			r.Findings, r.Judged, r.True, r.False, r.Arguable, r.Lost, r.precision(s.Floor), r.Rule)
	}
	table.Flush()
	for _, j := range s.Lost {
		fmt.Fprintf(&b, "\nlost: %s %s in %s (%s)\n", j.Rule, j.Place, j.Repository, j.Fingerprint)
	}
	for _, r := range s.Repositories {
		if r.Fault != nil {
			fmt.Fprintf(&b, "\n%s: %s\n%s\n", r.Name, r.Fault.Kind, indent(r.Fault.Detail))
		}
	}
	if s.Golden != nil {
		b.WriteString(s.Golden.String())
	}
	if open := s.All.Findings - s.All.Judged; open > 0 {
		fmt.Fprintf(&b, "\nNobody has judged %d of the findings; -unjudged FILE lists them.\n", open)
	}
	_, err := b.WriteTo(w)
	return err
}

// precision is the score's precision in words, marked if it is under the floor.
func (s score) precision(floor float64) string {
	switch {
	case s.Precision == nil:
		return "-"
	case *s.Precision < floor && s.Rule != "all":
		return fmt.Sprintf("! %.1f%%", 100**s.Precision)
	}
	return fmt.Sprintf("%.1f%%", 100**s.Precision)
}

// writeUnjudged writes unjudged findings as lines of judgements.tsv whose
// verdict and reason are still to be filled in. The comments, which hold the
// repositories' source, are for the reader and must not be kept.
func writeUnjudged(name string, s summary, sample int) error {
	commits := make(map[string]string)
	for _, r := range s.Repositories {
		commits[r.Name] = r.Commit
	}
	var b bytes.Buffer
	fmt.Fprintln(&b, strings.Join(judgementColumns, "\t"))
	for _, f := range s.unjudged(sample) {
		fmt.Fprintf(&b, "\n# %s@%.12s %s:%d:%d\n", f.Repository, commits[f.Repository], f.File, f.Line, f.Column)
		for _, text := range append([]string{f.Message}, f.Related...) {
			fmt.Fprintf(&b, "# %s\n", strings.ReplaceAll(text, "\n", "\n# "))
		}
		for line := range strings.Lines(f.Source) {
			fmt.Fprintf(&b, "#  %s", line)
		}
		cells := []string{f.Repository, f.Rule, f.Fingerprint, "?", "", f.place()}
		fmt.Fprintln(&b, strings.Join(cells, "\t"))
	}
	return os.WriteFile(name, b.Bytes(), 0o666)
}

func indent(text string) string { return "\t" + strings.ReplaceAll(text, "\n", "\n\t") }
