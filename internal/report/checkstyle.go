package report

import (
	"encoding/xml"
	"io"
)

type checkstyleFile struct {
	Name   string            `xml:"name,attr"`
	Errors []checkstyleError `xml:"error"`
}

type checkstyleError struct {
	Line     int    `xml:"line,attr,omitempty"`
	Column   int    `xml:"column,attr,omitempty"`
	Severity string `xml:"severity,attr"`
	Message  string `xml:"message,attr"`
	Source   string `xml:"source,attr"`
}

// checkstyle writes the XML of Checkstyle, a file at a time. (checkstyle 10,
// XMLLogger: the names of elements and attributes.)
func checkstyle(w io.Writer, r *Run) error {
	doc := struct {
		XMLName xml.Name          `xml:"checkstyle"`
		Version string            `xml:"version,attr"`
		Files   []*checkstyleFile `xml:"file"`
	}{Version: "10.0"}
	for _, f := range r.Findings { // in the order of files
		name := r.uri(f.Start.File)
		if n := len(doc.Files); n == 0 || doc.Files[n-1].Name != name {
			doc.Files = append(doc.Files, &checkstyleFile{Name: name})
		}
		file := doc.Files[len(doc.Files)-1]
		file.Errors = append(file.Errors, checkstyleError{f.Start.Line, f.Start.Column, r.level(f), f.Message, "reslint." + f.Rule})
	}
	if _, err := io.WriteString(w, xml.Header); err != nil {
		return err
	}
	enc := xml.NewEncoder(w)
	enc.Indent("", "  ")
	if err := enc.Encode(doc); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}
