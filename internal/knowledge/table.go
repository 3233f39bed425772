package knowledge

import (
	"embed"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
)

// A Table holds the claims about one package.
type Table struct {
	// File is the name of the file that the table stands in.
	File string
	// Claims are all lines, by name.
	Claims map[string]*Claim
	// Versions are those of the library in which the claims were read.
	Versions []string
	// shapes and signatures are the claims about functions of other packages.
	shapes     map[string]*Claim
	signatures []*signature
	// drivers are the names of those that stay on this machine.
	drivers map[string]bool
	// retries is set where a claim is about retries, breakers where one is about
	// circuit breakers.
	retries, breakers bool
}

func (t *Table) add(c *Claim) {
	t.Claims[c.Name] = c
	t.retries = t.retries || c.Policy != nil && !c.onlyOfBreakers()
	t.breakers = t.breakers || c.Policy != nil && c.Policy.Breaker != nil
	if c.Shape {
		t.shapes[c.Name[strings.LastIndexByte(c.Name, '.')+1:]] = c
	}
	if c.Kind == Driver {
		t.drivers[c.Registered] = true
	}
	if s := parseSignature(c); s != nil {
		t.signatures = append(t.signatures, s)
	}
}

// read notes a version, unless it is known.
func (t *Table) read(version string) {
	if !slices.Contains(t.Versions, version) {
		t.Versions = append(slices.Clone(t.Versions), version)
	}
}

func newTable() *Table {
	return &Table{Claims: make(map[string]*Claim), shapes: make(map[string]*Claim), drivers: make(map[string]bool)}
}

//go:embed tables
var embedded embed.FS

var tables struct {
	sync.Mutex
	// byPath are the tables with what the user adds, embedded those without.
	byPath, embedded map[string]*Table
}

// For returns the table of the package with that import path, or nil. It panics if
// the table is broken, which is a defect of reslint: without its table, a library
// would have no findings, and nobody would know why.
func For(importPath string) *Table {
	tables.Lock()
	defer tables.Unlock()
	if t, ok := tables.byPath[importPath]; ok {
		return t
	}
	if tables.byPath == nil {
		tables.byPath = make(map[string]*Table)
	}
	t := with(embeddedFor(importPath), within(own, importPath))
	tables.byPath[importPath] = t
	return t
}

// Embedded reports whether reslint brings a table of the package, or of the library
// around it, that tells all there is to know. One that only says how breakers are set
// and called leaves the rest to the source.
func Embedded(importPath string) bool {
	tables.Lock()
	defer tables.Unlock()
	t := embeddedFor(importPath)
	return t != nil && !t.partial()
}

// partial reports whether all lines of a table are about breakers.
func (t *Table) partial() bool {
	for _, c := range t.Claims {
		if c.Policy == nil || c.Bound != nil || !c.onlyOfBreakers() || c.Remote() {
			return false
		}
	}
	return len(t.Claims) > 0
}

func embeddedFor(importPath string) *Table {
	t, ok := tables.embedded[importPath]
	if !ok {
		if tables.embedded == nil {
			tables.embedded = make(map[string]*Table)
		}
		t = load(embedded, importPath)
		tables.embedded[importPath] = t
	}
	return t
}

// load looks for the file of the package itself, then for that of the library
// around it.
func load(files fs.FS, importPath string) *Table {
	for dir := importPath; dir != "." && dir != "/"; dir = path.Dir(dir) {
		name := "tables/" + dir + ".api"
		data, err := fs.ReadFile(files, name)
		if err != nil {
			continue
		}
		parsed, err := Parse(name, string(data))
		if err != nil {
			panic(err)
		}
		return within(parsed, importPath)
	}
	return nil
}

// within is the table of a package, or of all packages below a path that it is
// below of.
func within(parsed map[string]*Table, importPath string) *Table {
	if t := parsed[importPath]; t != nil {
		return t
	}
	for dir := importPath; dir != "." && dir != "/"; dir = path.Dir(dir) {
		if t := parsed[dir+"/**"]; t != nil {
			return t
		}
	}
	return nil
}
