package layers

import (
	"encoding/json"
	"io"
)

// nodeJSON is a node for programs.
type nodeJSON struct {
	Kind  Kind   `json:"kind"`
	Name  string `json:"name"`
	Place string `json:"place,omitempty"`
	// Attempts is missing if the number is not known, or has no limit.
	Attempts int        `json:"attempts,omitempty"`
	Endless  bool       `json:"endless,omitempty"`
	Default  bool       `json:"default,omitempty"`
	Calls    Product    `json:"calls"`
	Again    bool       `json:"again,omitempty"`
	Cut      bool       `json:"cut,omitempty"`
	Ends     []string   `json:"ends,omitempty"`
	Below    []nodeJSON `json:"below,omitempty"`
}

// WriteJSON writes the forest for programs: an array of trees.
func (f Forest) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "\t")
	enc.SetEscapeHTML(false)
	return enc.Encode(f.json())
}

func (f Forest) json() []nodeJSON {
	list := make([]nodeJSON, 0, len(f))
	for _, n := range f {
		list = append(list, nodeJSON{
			Kind: n.Kind, Name: n.Name, Place: n.Place,
			Attempts: max(n.Attempts, 0), Endless: n.Attempts == Endless, Default: n.Default,
			Calls: n.Calls, Again: n.Again, Cut: n.Cut, Ends: n.Ends, Below: Forest(n.Below).json(),
		})
	}
	return list
}
