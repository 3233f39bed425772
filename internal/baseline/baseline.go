// Package baseline remembers the findings that were there when a team began, so that only
// new ones are told.
package baseline

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"

	"github.com/reslint/reslint/internal/findings"
)

// version is that of the file's form and of its fingerprints.
const version = 1

// An Entry is a finding that is known.
type Entry struct {
	Package     string `json:"package"`
	Rule        string `json:"rule"`
	Fingerprint string `json:"fingerprint"`
	// File and Message are for those who read the file. They are not compared.
	File    string `json:"file"`
	Message string `json:"message"`
}

// A Baseline is a list of findings that are known.
type Baseline struct{ Entries []Entry }

// A key is what is compared of an entry.
type key struct{ pkg, rule, print string }

func (e Entry) key() key { return key{e.Package, e.Rule, e.Fingerprint} }

// Of makes a baseline of findings and their fingerprints.
func Of(list []findings.Finding, prints []string) *Baseline {
	b := new(Baseline)
	for i, f := range list {
		b.Entries = append(b.Entries, Entry{f.Package, f.Rule, prints[i], f.Start.File, f.Message})
	}
	return b
}

// Read reads a baseline.
func Read(name string) (*Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%w: -write-baseline makes one", err)
	} else if err != nil {
		return nil, err
	}
	var file struct {
		Version  int
		Findings []Entry
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("%s%s: %w: mend it, or make it anew with -write-baseline", name, lineOf(err, data), err)
	}
	if file.Version != version {
		return nil, fmt.Errorf("%s: it is of version %d, and this reslint reads %d: make it anew with -write-baseline", name, file.Version, version)
	}
	return &Baseline{file.Findings}, nil
}

// lineOf is ":3" if the error tells where it is.
func lineOf(err error, data []byte) string {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	offset := len(data)
	switch {
	case errors.As(err, &syntax):
		offset = int(syntax.Offset)
	case errors.As(err, &kind):
		offset = int(kind.Offset)
	case !errors.Is(err, io.ErrUnexpectedEOF) && !errors.Is(err, io.EOF):
		return ""
	}
	return fmt.Sprintf(":%d", 1+bytes.Count(data[:min(offset, len(data))], []byte("\n")))
}

// Bytes is the content of the file: an entry a line, sorted, so that a change of one is a
// change of a line.
func (b *Baseline) Bytes() ([]byte, error) {
	entries := slices.Clone(b.Entries)
	slices.SortFunc(entries, func(a, b Entry) int {
		return cmp.Or(cmp.Compare(a.Package, b.Package), cmp.Compare(a.File, b.File), cmp.Compare(a.Rule, b.Rule), cmp.Compare(a.Fingerprint, b.Fingerprint))
	})
	var out bytes.Buffer
	fmt.Fprintf(&out, "{\"version\": %d, \"findings\": [", version)
	for i, e := range entries {
		if i > 0 {
			out.WriteByte(',')
		}
		out.WriteByte('\n')
		var line bytes.Buffer
		enc := json.NewEncoder(&line)
		enc.SetEscapeHTML(false)
		if err := enc.Encode(e); err != nil {
			return nil, err
		}
		out.Write(bytes.TrimSpace(line.Bytes()))
	}
	out.WriteString("\n]}\n")
	return out.Bytes(), nil
}

// New are the findings that are not known, given all and their fingerprints.
func (b *Baseline) New(list []findings.Finding, prints []string) (fresh []findings.Finding) {
	entries := make(map[key]bool)
	for _, e := range b.Entries {
		entries[e.key()] = true
	}
	for i, f := range list {
		if !entries[key{f.Package, f.Rule, prints[i]}] {
			fresh = append(fresh, f)
		}
	}
	return fresh
}

// Packages are those that have an entry.
func (b *Baseline) Packages() []string {
	var list []string
	for _, e := range b.Entries {
		list = append(list, e.Package)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Keep adds the entries of another baseline whose packages are wanted.
func (b *Baseline) Keep(other *Baseline, wanted func(pkg string) bool) {
	for _, e := range other.Entries {
		if wanted(e.Package) {
			b.Entries = append(b.Entries, e)
		}
	}
}
