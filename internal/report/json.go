package report

import (
	"encoding/json"
	"io"

	"github.com/reslint/reslint/internal/findings"
)

// JSON writes the findings as one array, which is empty if there are none.
func JSON(w io.Writer, list []findings.Finding) error {
	if list == nil {
		list = []findings.Finding{}
	}
	enc := encoder(w)
	enc.SetIndent("", "\t")
	return enc.Encode(list)
}

// jsonLines writes a finding a line, with its level.
func jsonLines(w io.Writer, r *Run) error {
	enc := encoder(w)
	for _, f := range r.Findings {
		line := struct {
			Level string `json:"level"`
			findings.Finding
		}{r.level(f), f}
		if err := enc.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

func encoder(w io.Writer) *json.Encoder {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	return enc
}
