package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	_ "github.com/reslint/reslint" // its rules
	"github.com/reslint/reslint/internal/rule"
)

// The marks between which README.md holds the table of labels.
const (
	labelsBegin = "<!-- labels: made by go run ./bench/corpus -table, see below -->\n"
	labelsEnd   = "<!-- end of labels -->\n"
)

// A labelCount counts what readers found the findings of a rule to be.
type labelCount struct {
	rule                  string
	true, false, arguable int
	mended                int // of the false: what made the rule report them was mended
}

// precision is the part of the findings that are right, among those that count.
func (c labelCount) precision(wrong int) string {
	if c.true+wrong == 0 {
		return "-"
	}
	return fmt.Sprintf("%.1f %%", 100*float64(c.true)/float64(c.true+wrong))
}

// mended reports whether the judgement says that the rule was mended for it.
func (j judgement) mended() bool {
	return strings.Contains(j.Why, "Mended:")
}

// countLabels counts the judgements for each rule and, last, for those that are
// on and for all.
func countLabels(judgements []judgement) []labelCount {
	counts := make(map[string]*labelCount)
	on, all := labelCount{rule: "all that are on"}, labelCount{rule: "all"}
	for _, j := range judgements {
		if counts[j.Rule] == nil {
			counts[j.Rule] = &labelCount{rule: j.Rule}
		}
		sums := []*labelCount{counts[j.Rule], &all}
		if isOn(j.Rule) {
			sums = append(sums, &on)
		}
		for _, c := range sums {
			switch j.Verdict {
			case "true":
				c.true++
			case "arguable":
				c.arguable++
			case "false":
				c.false++
				if j.mended() {
					c.mended++
				}
			}
		}
	}
	var list []labelCount
	for _, c := range counts {
		list = append(list, *c)
	}
	slices.SortFunc(list, func(a, b labelCount) int { return cmp.Compare(a.rule, b.rule) })
	return append(list, on, all)
}

// isOn tells whether there is such a rule and it is on by default.
func isOn(id string) bool {
	return slices.ContainsFunc(rule.All(), func(r *rule.Rule) bool { return r.ID == id && !r.Doc.NonDefault })
}

// isOff tells whether there is such a rule and it has to be asked for.
func isOff(id string) bool {
	return slices.ContainsFunc(rule.All(), func(r *rule.Rule) bool { return r.ID == id && r.Doc.NonDefault })
}

// labelTable prints the counts as a table for README.md.
func labelTable(judgements []judgement) string {
	repos := make(map[string]bool)
	for _, j := range judgements {
		repos[j.Repository] = true
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%d findings in %d repositories were judged.\n\n", len(judgements), len(repos))
	b.WriteString("| rule | on | judged | true | false | of these mended | arguable | precision then | today |\n|---|---|---|---|---|---|---|---|---|\n")
	for _, c := range countLabels(judgements) {
		on := ""
		if isOn(c.rule) {
			on = "on"
		}
		fmt.Fprintf(&b, "| %s | %s | %d | %d | %d | %d | %d | %s | %s |\n",
			c.rule, on, c.true+c.false+c.arguable, c.true, c.false, c.mended, c.arguable, c.precision(c.false), c.precision(c.false-c.mended))
	}
	return b.String()
}

// writeLabels writes the table into the file, between the marks.
func writeLabels(opts options) error {
	judgements, err := readJudgements(opts.judgements)
	if err != nil {
		return err
	}
	text, err := os.ReadFile(opts.table)
	if err != nil {
		return err
	}
	before, old, after, err := cutLabels(text)
	if err != nil {
		return fmt.Errorf("%s: %w", opts.table, err)
	}
	table := labelTable(judgements)
	if _, same, _ := strings.Cut(old, "\n\n"); same == table {
		return nil // keep the day on which it was made
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s%sMade on %s, %d cores, %s %s/%s.\n\n%s%s%s", before, labelsBegin,
		time.Now().UTC().Format(time.DateOnly), runtime.NumCPU(), runtime.Version(), runtime.GOOS, runtime.GOARCH,
		table, labelsEnd, after)
	return os.WriteFile(opts.table, b.Bytes(), 0o666)
}

// cutLabels cuts the text at the marks.
func cutLabels(text []byte) (before, table, after string, err error) {
	before, rest, begins := strings.Cut(string(text), labelsBegin)
	table, after, ends := strings.Cut(rest, labelsEnd)
	if !begins || !ends {
		return "", "", "", fmt.Errorf("no table stands between %q and %q", labelsBegin, labelsEnd)
	}
	return before, table, after, nil
}
