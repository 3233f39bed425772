package plugin

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"sync"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

// taken are the settings of this process. All linters share them: the engine behind them
// runs once.
var taken settings

type settings struct {
	mu   sync.Mutex
	name string // the linter under which they stand; empty: none yet
	file *config.File
}

// use takes the settings that stand under a linter. A linter without any has those of the
// others.
func (s *settings) use(name string, raw any) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	f, err := read(raw)
	if err != nil {
		return err
	}
	none := reflect.DeepEqual(f, &config.File{Name: f.Name})
	switch {
	case none:
		return nil // as they are
	case s.name != "" && !reflect.DeepEqual(f, s.file):
		return fmt.Errorf("other settings than those of %s: all linters of reslint share them; write them once, under one of the names", s.name)
	case s.name != "":
		return nil
	}
	digest, err := digestOf(f)
	if err != nil {
		return err
	}
	if err := rule.Use(f); err != nil {
		return err
	}
	everything.mark(digest)
	s.name, s.file = name, f
	return nil
}

// read decodes settings, and refuses those that mean nothing here.
func read(raw any) (*config.File, error) {
	dir, err := folder()
	if err != nil {
		return nil, err
	}
	f, err := config.Settings(dir, raw, rule.Check)
	if err != nil {
		return nil, err
	}
	errs := []error{levels("", f.Choice)}
	for i, p := range f.Paths {
		errs = append(errs, levels(fmt.Sprintf("paths[%d].", i), p.Choice))
	}
	return f, errors.Join(errs...)
}

// levels refuses the keys that tell how much findings matter: golangci-lint has rules of
// its own for that.
func levels(at string, c config.Choice) error {
	var errs []error
	for key, list := range map[string][]string{"warn": c.Warn, "error": c.Error} {
		if len(list) > 0 {
			errs = append(errs, fmt.Errorf("%s%s has no effect in golangci-lint: give severities under severity.rules of its configuration, with text: '\\(%s\\b'", at, key, list[0]))
		}
	}
	return errors.Join(errs...)
}

// folder is what names of files and paths in the settings are relative to: the folder of
// golangci-lint's configuration, which is looked for as golangci-lint does, in the working
// directory and above. A plugin is not told which file it was; where none is found, it
// is the working directory.
func folder() (string, error) {
	wd, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for dir := wd; ; dir = filepath.Dir(dir) {
		for _, ext := range []string{"yml", "yaml", "toml", "json"} {
			if _, err := os.Stat(filepath.Join(dir, ".golangci."+ext)); err == nil {
				return dir, nil
			}
		}
		if dir == filepath.Dir(dir) {
			return wd, nil
		}
	}
}

// digestOf is another one if a file that the settings name holds something else, and empty
// if they name none. golangci-lint knows what the settings are, but not what such files hold.
func digestOf(f *config.File) (string, error) {
	files := f.Reads()
	if len(files) == 0 {
		return "", nil
	}
	h := sha256.New()
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(h, "%d ", len(data))
		h.Write(data)
	}
	return fmt.Sprintf("%x", h.Sum(nil)[:8]), nil
}
