package rule

import (
	"fmt"
	"strings"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/mesh"
)

// Dir is the folder of the package, in a process that looks at one package only, as the go
// command's vet tool does. It chooses among settings files.
var Dir string

// Check tells settings files what the names in them are.
var Check = config.Check{
	Rule: func(name string) error {
		if !Known(name) {
			return unknown(name)
		}
		return nil
	},
	Mesh: func(item string) error {
		_, err := mesh.Parse([]string{item})
		return err
	},
}

// Use takes the settings of f, in the place of the defaults. Flags that are set later win.
func Use(f *config.File) error {
	return settings.use(f, []*config.File{f})
}

// use takes the settings of f, which may be nil, and what all files know of APIs and
// proxies: a package has the same meaning for all that import it.
func (s *Settings) use(f *config.File, all []*config.File) error {
	var api, proxies []string
	for _, other := range all {
		api = append(api, other.API...)
		proxies = append(proxies, other.Mesh...)
	}
	if err := knowledge.UseOwn(api); err != nil {
		return err
	}
	if err := mesh.Use(proxies); err != nil {
		return err
	}
	*s = defaults()
	s.file, s.API, s.Mesh = f, api, proxies
	if f == nil {
		return nil
	}
	s.Strict, s.Tests, s.Runtime = f.Strict, f.Tests, f.Runtime
	set(&s.Timeout, f.Timeout)
	set(&s.Cap, f.Cap)
	set(&s.Max, f.Max)
	set(&s.Attempts, f.Attempts)
	set(&s.Limit, f.Limit)
	return nil
}

// set takes a value that was chosen.
func set[T comparable](into *T, v T) {
	var none T
	if v != none {
		*into = v
	}
}

// configFiles is the flag that names settings files.
type configFiles Settings

func (c *configFiles) String() string {
	if c.file == nil {
		return ""
	}
	return c.file.Name
}

func (c *configFiles) Set(s string) error {
	if err := c.load(s); err != nil {
		return err
	}
	again(&SettingsAnalyzer.Flags)
	return nil
}

func (c *configFiles) load(s string) error {
	if s == "off" {
		return (*Settings)(c).use(nil, nil)
	}
	list, several := strings.CutPrefix(s, Nearest)
	var all []*config.File
	for item := range strings.SplitSeq(list, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if i := strings.LastIndexByte(item, '@'); i > 0 {
			item = item[:i]
		}
		f, err := config.Load(item, Check)
		if err != nil {
			return err
		}
		all = append(all, f)
	}
	var f *config.File
	if several {
		f = config.Nearest(all, Dir)
	} else if len(all) > 0 {
		f = all[0]
	}
	return (*Settings)(c).use(f, all)
}

// Nearest stands before a list of settings files of which the one in the nearest folder
// above a package governs it.
const Nearest = "nearest:"

// UseNearest takes the settings file in the nearest folder above Dir, if there is one. An error
// is kept, as that of a flag is.
func UseNearest() {
	name, err := config.Find(Dir)
	if err == nil && name != "" {
		var f *config.File
		if f, err = config.Load(name, Check); err == nil {
			err = Use(f)
		}
	}
	if err != nil {
		settings.err = fmt.Errorf("settings: %w", err)
	}
}
