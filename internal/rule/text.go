package rule

import (
	"fmt"
	"strings"
)

// Text is what is known of the rule, as plain text.
func (r *Rule) Text() string {
	doc := r.Doc.Compile()
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", r.ID, doc.Title)
	paragraph := func(heading, text string) {
		if text == "" {
			return
		}
		b.WriteString("\n")
		if heading != "" {
			fmt.Fprintf(&b, "%s:\n", heading)
		}
		fmt.Fprintln(&b, text)
	}
	paragraph("", doc.Text)
	paragraph("A fault", indent(doc.Before))
	paragraph("Repaired", indent(doc.After))
	paragraph("Fix", indent(r.Fix))
	paragraph("Limits", indent(r.Limits))
	paragraph("Source", indent(r.Source))
	fmt.Fprintf(&b, "\nDefault: %s. Since: %s.\n%s\n", r.State(), doc.Since, r.URL())
	return b.String()
}

func indent(text string) string {
	if text = strings.TrimSpace(text); text == "" {
		return ""
	}
	return "\t" + strings.ReplaceAll(text, "\n", "\n\t")
}
