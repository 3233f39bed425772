package report

import (
	"fmt"
	"io"
	"strings"

	"github.com/reslint/reslint/internal/findings"
)

// A Run is what is written: what was found, and what could not be looked at.
type Run struct {
	// Dir is the directory that the names of files are relative to. Root, if known, is the
	// top of the repository, which names are relative to in forms that others read.
	Dir, Root string
	// Version is that of the command.
	Version string

	Findings []findings.Finding
	// Warning tells which of them do not make the command fail.
	Warning  func(findings.Finding) bool
	Failures []findings.Failure
	// Color marks text with the colours of a terminal.
	Color bool
}

func (r *Run) level(f findings.Finding) string {
	if r.Warning != nil && r.Warning(f) {
		return "warning"
	}
	return "error"
}

// A Form is a way to write a run.
type Form struct {
	Name string
	// Text tells for whom it is, in a few words.
	Text  string
	Write func(w io.Writer, r *Run) error
}

// Forms are the forms that there are.
var Forms = []Form{
	{"text", "people", func(w io.Writer, r *Run) error {
		return (&Text{Dir: r.Dir, Color: r.Color, Warning: r.Warning}).Write(w, r.Findings)
	}},
	{"json", "programs, as one array", func(w io.Writer, r *Run) error { return JSON(w, r.Findings) }},
	{"jsonl", "programs, a finding a line", jsonLines},
	{"sarif", "GitHub code scanning and others that read SARIF 2.1.0", sarif},
	{"github", "annotations in a GitHub workflow", github},
	{"gitlab", "Code Quality of a GitLab merge request", gitlab},
	{"rdjson", "reviewdog", rdjson},
	{"checkstyle", "Jenkins and others that read Checkstyle's XML", checkstyle},
}

// FormOf returns the form of the given name.
func FormOf(name string) (Form, error) {
	var names []string
	for _, f := range Forms {
		if f.Name == name {
			return f, nil
		}
		names = append(names, f.Name)
	}
	return Form{}, fmt.Errorf("unknown form %q: there are %s", name, strings.Join(names, ", "))
}
