// Package config reads the settings file of reslint, .reslint.yaml, and the settings of
// drivers that have a file of their own. What it holds is plain data; package rule gives
// it a meaning.
package config

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.yaml.in/yaml/v4"
)

// Name is the name of a settings file.
const Name = ".reslint.yaml"

// A File is the content of a settings file. The zero value of a field is the default.
type File struct {
	// Name is where the file stands. Names in the file are relative to its folder.
	Name string

	Strict, Tests, Runtime bool
	Timeout, Cap, Max      time.Duration
	Attempts, Limit        int

	// API and Mesh are as the flags of the same names; the names of files in them are
	// made absolute.
	API, Mesh []string

	// Choice is that of all files; those of Paths come behind it, in their order.
	Choice
	Paths []Path
}

// A Choice switches rules on and off, and tells how much their findings matter: names of
// rules and families. Disable wins over Enable, Error over Warn.
type Choice struct{ Enable, Disable, Warn, Error []string }

// A Path is the choice for some files.
type Path struct {
	// Pattern is a path below the folder of the settings file, with slashes: a folder
	// stands for all that is below it, * for a part of a name, ** for any folders.
	Pattern string
	Choice
}

// A Check tells what is wrong with a name of a rule or a family, or with an item of the
// mesh, if something is.
type Check struct{ Rule, Mesh func(string) error }

// Load reads the settings file of the given name.
func Load(name string, check Check) (*File, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return Parse(name, data, check)
}

// Parse reads the content of a settings file. The error tells all that is wrong, each with
// its line.
func Parse(name string, data []byte, check Check) (*File, error) {
	abs, err := filepath.Abs(name)
	if err != nil {
		return nil, err
	}
	f := &File{Name: abs}
	var doc yaml.Node
	if err := yaml.Load(data, &doc); err != nil {
		if empty(data) {
			return f, nil
		}
		return nil, syntaxError(name, err)
	}
	r := reader{file: f, check: check, place: func(n *yaml.Node) string {
		return fmt.Sprintf("%s:%d:%d: ", name, n.Line, n.Column)
	}}
	return f, r.document(&doc)
}

// empty reports whether a file holds nothing but comments.
func empty(data []byte) bool {
	var v any
	return yaml.Unmarshal(data, &v) == nil && v == nil
}

// syntaxError is what the library says of text that is no YAML, behind the place.
func syntaxError(name string, err error) error {
	var one *yaml.LoadError
	if errors.As(err, &one) {
		return fmt.Errorf("%s:%d:%d: %s", name, one.Mark.Line, one.Mark.Column, one.Message)
	}
	return fmt.Errorf("%s: %w", name, err)
}

// Settings reads the settings that another program read from a file of its own. Names of
// files in them are relative to dir. Errors name the key.
func Settings(dir string, settings any, check Check) (*File, error) {
	f := &File{Name: filepath.Join(dir, Name)}
	if settings == nil {
		return f, nil
	}
	data, err := yaml.Dump(settings)
	if err != nil {
		return nil, err
	}
	var doc yaml.Node
	if err := yaml.Load(data, &doc); err != nil {
		return nil, err
	}
	r := reader{file: f, check: check, place: func(*yaml.Node) string { return "" }}
	return f, r.document(&doc)
}

// Dir is the folder that the names in f are relative to.
func (f *File) Dir() string { return filepath.Dir(f.Name) }

// Digest is another one if the file or one that it names holds something else. What
// caches findings has to know it.
func (f *File) Digest() (string, error) {
	h := sha256.New()
	for _, name := range append([]string{f.Name}, f.Reads()...) {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d ", len(data))
		h.Write(data)
	}
	return fmt.Sprintf("%x", h.Sum(nil)), nil
}

// Reads are the files that f names.
func (f *File) Reads() []string {
	list := append([]string(nil), f.API...)
	for _, item := range f.Mesh {
		if filepath.IsAbs(item) {
			list = append(list, item)
		}
	}
	return list
}
