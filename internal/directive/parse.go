package directive

import (
	"errors"
	"fmt"
	"go/ast"
	"regexp"
	"strings"
)

// A verb parses the arguments of one kind of //reslint: comment.
var verbs = map[string]func(*Directive, string) error{
	"ignore": parseIgnore,
}

// parse reads one comment. It returns nil if the comment is no directive, and
// an error if it is one that can't be obeyed.
func parse(c *ast.Comment) (*Directive, error) {
	if d := parseNolint(c); d != nil {
		return d, nil
	}
	dir, ok := ast.ParseDirective(c.Slash, c.Text)
	if !ok || dir.Tool != "reslint" {
		return nil, nil
	}
	parseArgs := verbs[dir.Name]
	if parseArgs == nil {
		return nil, fmt.Errorf("unknown directive //reslint:%s: known are ignore RULE reason, remote, bounded and retries N", dir.Name)
	}
	d := &Directive{Pos: c.Pos(), End: c.End()}
	if err := parseArgs(d, dir.Args); err != nil {
		return nil, err
	}
	return d, nil
}

// parseIgnore reads "RULE[, RULE]... reason".
func parseIgnore(d *Directive, args string) error {
	list, reason := "", args
	for list == "" || strings.HasSuffix(list, ",") {
		fields := strings.Fields(reason)
		if len(fields) == 0 {
			break
		}
		list += fields[0]
		reason = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(reason), fields[0]))
	}
	for name := range strings.SplitSeq(list, ",") {
		if name != "" {
			d.Rules = append(d.Rules, name)
		}
	}
	d.Reason = strings.TrimLeft(reason, "/-: \t") // as in "// because", "-- because"
	switch {
	case len(d.Rules) == 0:
		return errors.New("//reslint:ignore names no rule: write //reslint:ignore RULE reason")
	case d.Reason == "":
		return fmt.Errorf("//reslint:ignore %s has no reason, so it is not obeyed: say behind the rule why the finding is accepted here",
			strings.Join(d.Rules, ","))
	}
	return nil
}

// nolint matches golangci-lint's comment, of which it allows a space before and
// after the slashes.
var nolint = regexp.MustCompile(`^[/ ]*nolint(:| |$)`)

// parseNolint reads a //nolint comment as golangci-lint does. It returns nil if
// c is none.
func parseNolint(c *ast.Comment) *Directive {
	loc := nolint.FindStringIndex(c.Text)
	if loc == nil {
		return nil
	}
	d := &Directive{Pos: c.Pos(), End: c.End(), nolint: true}
	if c.Text[loc[1]-1] != ':' {
		return d // of all linters
	}
	list, _, _ := strings.Cut(c.Text[loc[1]:], "//")
	for name := range strings.SplitSeq(list, ",") {
		name = strings.ToLower(strings.TrimSpace(name))
		if name == "all" || strings.HasPrefix(name, "all ") {
			d.Rules = nil
			return d
		}
		d.Rules = append(d.Rules, name)
	}
	return d
}

// misspelt matches what may be meant as a directive and is a mere comment.
var misspelt = regexp.MustCompile(`^//(\s+reslint:\s*|\s*reslint:\s+)([a-z]+)`)

// meant reports whether c, which is no directive, was meant as one.
func meant(c *ast.Comment) bool {
	m := misspelt.FindStringSubmatch(c.Text)
	return m != nil && (verbs[m[2]] != nil || markVerbs[m[2]] != nil)
}
