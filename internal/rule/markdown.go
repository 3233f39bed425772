package rule

import (
	"fmt"
	"strings"
)

// Markdown returns docs/rules.md: what is known of each rule, for readers. A
// test keeps the file equal to it.
func Markdown(rules []*Rule) string {
	var b strings.Builder
	b.WriteString("# The rules of reslint\n\n" +
		"Generated from the rules' own documentation: `go test . -update` writes it.\n" +
		"`reslint explain RULE` prints the same in a terminal.\n\n" +
		"| rule | what it finds | default |\n|---|---|---|\n")
	for _, r := range rules {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, anchor(r.ID), r.Doc.Compile().TitleMarkdown, r.State())
	}
	for _, r := range rules {
		r.markdown(&b)
	}
	return b.String()
}

// Markdown is what is known of the rule, as its part of docs/rules.md.
func (r *Rule) Markdown() string {
	var b strings.Builder
	r.markdown(&b)
	return strings.TrimSpace(b.String()) + "\n"
}

func (r *Rule) markdown(b *strings.Builder) {
	doc := r.Doc.Compile()
	// The heading is what the links in diagnostics lead to.
	fmt.Fprintf(b, "\n## %s\n\n%s.\n\n%s\n", r.ID, sentenceCase(doc.TitleMarkdown), doc.TextMarkdown)
	code := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "\n%s\n\n```go\n%s\n```\n", name, text)
		}
	}
	code("Bad:", doc.Before)
	code("Good:", doc.After)
	part := func(name, text string) {
		if text != "" {
			fmt.Fprintf(b, "\n**%s.** %s\n", name, strings.TrimSpace(text))
		}
	}
	part("Fix", r.Fix)
	part("Limits", r.Limits)
	part("Source", r.Source)
	fmt.Fprintf(b, "\nDefault: %s. Since %s.\n", r.State(), doc.Since)
}

// sentenceCase begins a sentence with a capital, unless it begins with a name of the code.
func sentenceCase(s string) string {
	first, _, _ := strings.Cut(s, " ")
	if s == "" || strings.ContainsAny(first, ".(") {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
