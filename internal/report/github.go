package report

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// github writes the commands that make a GitHub workflow show annotations. GitHub shows at
// most ten errors and ten warnings of a step, and fifty of a job.
// (docs.github.com, "Workflow commands for GitHub Actions")
func github(w io.Writer, r *Run) error {
	out := bufio.NewWriter(w)
	data := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, f := range r.Findings {
		fmt.Fprintf(out, "::%s file=%s", r.level(f), property.Replace(r.uri(f.Start.File)))
		if f.Start.Line > 0 {
			fmt.Fprintf(out, ",line=%d", f.Start.Line)
			if f.End.Line >= f.Start.Line && f.End.File == f.Start.File {
				fmt.Fprintf(out, ",endLine=%d", f.End.Line)
			}
			if f.Start.Column > 0 {
				fmt.Fprintf(out, ",col=%d", f.Start.Column)
			}
		}
		message := f.Message
		if f.URL != "" {
			message += " (" + f.URL + ")"
		}
		fmt.Fprintf(out, ",title=%s::%s\n", property.Replace(f.Rule), data.Replace(message))
	}
	return out.Flush()
}
