package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Find returns the name of the settings file that governs a folder: the one in it, or in
// the nearest folder above. It is empty if there is none.
func Find(dir string) (string, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", err
	}
	for {
		name := filepath.Join(dir, Name)
		switch _, err := os.Stat(name); {
		case err == nil:
			return name, nil
		case !errors.Is(err, fs.ErrNotExist):
			return "", err
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", nil
		}
		dir = parent
	}
}

// Below returns the names of the settings files in the folders below dir, without those
// in which the go command looks for no packages.
func Below(dir string) ([]string, error) {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil && path != dir:
			return fs.SkipDir // what can't be read holds no package either
		case err != nil:
			return err
		case d.IsDir() && path != dir && ignored(d.Name()):
			return fs.SkipDir
		case d.Name() == Name && filepath.Dir(path) != dir:
			list = append(list, path)
		}
		return nil
	})
	return list, err
}

func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") ||
		name == "testdata" || name == "vendor" || name == "node_modules"
}

// Nearest is the file that governs a folder: of those above it, the one in the nearest.
func Nearest(files []*File, dir string) *File {
	var best *File
	for _, f := range files {
		rel, err := filepath.Rel(f.Dir(), dir)
		if err == nil && filepath.IsLocal(rel) && (best == nil || len(f.Dir()) > len(best.Dir())) {
			best = f
		}
	}
	return best
}
