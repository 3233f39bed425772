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
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "\t")
	return enc.Encode(list)
}
