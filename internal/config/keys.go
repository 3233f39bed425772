package config

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/bmatcuk/doublestar/v4" // ** in patterns, which path.Match does not know
	"go.yaml.in/yaml/v4"
)

// A key is one that may stand in a settings file.
type key struct {
	name, text string
	kind       kind
	into       func(*File) any // a pointer to where the value goes
}

// A kind is a kind of values: how they are read, and how a schema tells them.
type kind struct {
	read   func(r *reader, n *yaml.Node, path string, into any)
	schema func(rules []string) object
}

// keys are those of a settings file, in the order of the schema.
var keys = []key{
	{"strict", "Also report what is unknown or undecided.", truth, func(f *File) any { return &f.Strict }},
	{"tests", "Also report in _test.go files.", truth, func(f *File) any { return &f.Tests }},
	{"runtime", "Offer fixes that import github.com/reslint/reslint/resilience in packages that do not yet, too.", truth, func(f *File) any { return &f.Runtime }},
	{"enable", "Rules or families to switch on.", names, func(f *File) any { return &f.Enable }},
	{"disable", "Rules or families to switch off.", names, func(f *File) any { return &f.Disable }},
	{"warn", "Rules or families whose findings are shown and let the command succeed.", names, func(f *File) any { return &f.Warn }},
	{"error", "Rules or families whose findings make the command fail, as all do that are not under warn.", names, func(f *File) any { return &f.Error }},
	{"timeout", "The duration that fixes insert.", duration, func(f *File) any { return &f.Timeout }},
	{"cap", "The duration at which fixes cut waits that grow.", duration, func(f *File) any { return &f.Cap }},
	{"max", "The longest duration for which a library's default may be the only bound of a call.", duration, func(f *File) any { return &f.Max }},
	{"attempts", "How many attempts of one operation are not too many.", count, func(f *File) any { return &f.Attempts }},
	{"limit", "How many goroutines fixes let wait for another machine at once.", count, func(f *File) any { return &f.Limit }},
	{"api", "Files that teach APIs of your own.", files, func(f *File) any { return &f.API }},
	{"mesh", "How often proxies try again: HOST=ATTEMPTS, or a file of Istio, of the Kubernetes Gateway API or of Envoy.", meshes, func(f *File) any { return &f.Mesh }},
	{"paths", "Choices for some files. Where several match, the last one decides.", paths, func(f *File) any { return &f.Paths }},
}

var (
	truth = kind{func(r *reader, n *yaml.Node, path string, into any) {
		// The library still takes the yes of YAML 1.1, which is a word to all others.
		if err := n.Decode(into); err != nil || n.ShortTag() != "!!bool" {
			r.wrong(n, path, "is true or false")
		}
	}, plain("boolean")}

	duration = kind{func(r *reader, n *yaml.Node, path string, into any) {
		d, err := time.ParseDuration(n.Value)
		if err != nil || d <= 0 {
			r.wrong(n, path, "is a positive duration, such as 30s")
			return
		}
		*into.(*time.Duration) = d
	}, func([]string) object {
		return object{"type": "string", "pattern": `^\+?([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h)(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|ms|s|m|h))*$`,
			"not": object{"pattern": "^[^1-9]*$"}} // nothing but zeros
	}}

	count = kind{func(r *reader, n *yaml.Node, path string, into any) {
		var v int
		if err := n.Decode(&v); err != nil || v < 1 {
			r.wrong(n, path, "is a positive number")
			return
		}
		*into.(*int) = v
	}, func([]string) object { return object{"type": "integer", "minimum": 1} }}

	names = kind{func(r *reader, n *yaml.Node, path string, into any) {
		r.list(n, path, into, r.check.Rule)
	}, func(rules []string) object { return words(object{"enum": rules}) }}

	files = kind{func(r *reader, n *yaml.Node, path string, into any) {
		r.list(n, path, into, nil)
		r.absolute(*into.(*[]string), func(string) bool { return true })
	}, func([]string) object { return words(object{"type": "string"}) }}

	meshes = kind{func(r *reader, n *yaml.Node, path string, into any) {
		r.list(n, path, into, nil)
		list := *into.(*[]string)
		r.absolute(list, func(s string) bool { return !strings.Contains(s, "=") })
		if r.check.Mesh == nil {
			return
		}
		for i, s := range list {
			if err := r.check.Mesh(s); err != nil {
				r.wrong(n.Content[i], fmt.Sprintf("%s[%d]", path, i), err.Error())
			}
		}
	}, func([]string) object { return words(object{"type": "string"}) }}
)

// paths is set here since it is a kind that is made of the others.
var paths = kind{readPaths, func(rules []string) object {
	list := words(object{"enum": rules})
	return listOf(object{
		"type": "object", "additionalProperties": false, "required": []string{"path"},
		"properties": object{
			"path":    object{"type": "string", "minLength": 1, "description": pathText},
			"enable":  list,
			"disable": list,
			"warn":    list,
			"error":   list,
		},
	})
}}

const pathText = "A path below the folder of the settings file: a folder stands for all that is below it, * for a part of a name, ** for any folders."

func readPaths(r *reader, n *yaml.Node, path string, into any) {
	list := into.(*[]Path)
	if n.Kind != yaml.SequenceNode {
		r.wrong(n, path, "is a list of paths, each with what to enable or disable there")
		return
	}
	for i, item := range n.Content {
		var p Path
		at := fmt.Sprintf("%s[%d]", path, i)
		r.mapping(item, at, func(name string, value *yaml.Node, path string) bool {
			switch name {
			case "path":
				p.Pattern = strings.TrimSuffix(filepath.ToSlash(value.Value), "/")
				if value.Kind != yaml.ScalarNode || !doublestar.ValidatePattern(p.Pattern) {
					r.wrong(value, path, "is a path, in which * and ** stand for names")
				}
			case "enable":
				names.read(r, value, path, &p.Enable)
			case "disable":
				names.read(r, value, path, &p.Disable)
			case "warn":
				names.read(r, value, path, &p.Warn)
			case "error":
				names.read(r, value, path, &p.Error)
			default:
				return false
			}
			return true
		}, []string{"path", "enable", "disable", "warn", "error"})
		if p.Pattern == "" && item.Kind == yaml.MappingNode {
			r.wrong(item, at, "needs a path")
		}
		*list = append(*list, p)
	}
}

// A reader reads the nodes of a settings file.
type reader struct {
	file  *File
	check Check
	place func(*yaml.Node) string
	errs  []error
}

// wrong notes that the value of a key is not what it has to be.
func (r *reader) wrong(n *yaml.Node, path, what string) {
	if n.Kind == yaml.ScalarNode {
		what = fmt.Sprintf("%s (and not %q)", what, n.Value)
	}
	r.errs = append(r.errs, fmt.Errorf("%s%s %s", r.place(n), path, what))
}

func (r *reader) document(doc *yaml.Node) error {
	root := doc
	if doc.Kind == yaml.DocumentNode {
		root = doc.Content[0]
	}
	if root.Kind == yaml.ScalarNode && root.Tag == "!!null" {
		return nil
	}
	known := make([]string, len(keys))
	for i, k := range keys {
		known[i] = k.name
	}
	r.mapping(root, "", func(name string, value *yaml.Node, path string) bool {
		i := slices.Index(known, name)
		if i < 0 {
			return false
		}
		keys[i].kind.read(r, value, path, keys[i].into(r.file))
		return true
	}, known)
	return errors.Join(r.errs...)
}

// mapping reads keys and their values, and refuses those that read does not know.
func (r *reader) mapping(n *yaml.Node, path string, read func(name string, value *yaml.Node, path string) bool, known []string) {
	if n.Kind != yaml.MappingNode {
		r.wrong(n, cmp.Or(path, "the file"), "is not made of keys and values")
		return
	}
	seen := make(map[string]bool)
	for i := 0; i+1 < len(n.Content); i += 2 {
		name, value := n.Content[i], n.Content[i+1]
		if value.Kind == yaml.AliasNode {
			value = value.Alias
		}
		at := name.Value
		if path != "" {
			at = path + "." + at
		}
		if seen[name.Value] {
			r.errs = append(r.errs, fmt.Errorf("%s%s stands here again", r.place(name), at))
			continue
		}
		seen[name.Value] = true
		if !read(name.Value, value, at) {
			r.errs = append(r.errs, fmt.Errorf("%sunknown key %q: there are %s", r.place(name), at, strings.Join(known, ", ")))
		}
	}
}

// list reads a list of words; one word alone is a list, too.
func (r *reader) list(n *yaml.Node, path string, into any, check func(string) error) {
	items := n.Content
	if n.Kind == yaml.ScalarNode && n.Tag != "!!null" {
		items = []*yaml.Node{n}
	} else if n.Kind != yaml.SequenceNode {
		r.wrong(n, path, "is a list of words")
		return
	}
	list := into.(*[]string)
	for i, item := range items {
		at := fmt.Sprintf("%s[%d]", path, i)
		switch {
		case item.Kind != yaml.ScalarNode || item.Value == "":
			r.wrong(item, at, "is not a word")
			continue
		case check == nil:
		default:
			if err := check(item.Value); err != nil {
				r.errs = append(r.errs, fmt.Errorf("%s%s: %w", r.place(item), at, err))
			}
		}
		*list = append(*list, item.Value)
	}
}

// absolute makes names of files absolute.
func (r *reader) absolute(list []string, isFile func(string) bool) {
	for i, s := range list {
		if isFile(s) && !filepath.IsAbs(s) {
			list[i] = filepath.Join(r.file.Dir(), filepath.FromSlash(s))
		}
	}
}
