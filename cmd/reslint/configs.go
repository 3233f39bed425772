package main

import (
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

// findConfigs reads the settings files, and returns the value of the vet tool's flag that names them, each with a
// digest: the go command hashes flags, and not the files that they name.
func (o *options) findConfigs() (string, error) {
	if o.config == "off" {
		return "off", nil
	}
	names, prefix := []string{o.config}, ""
	if o.config == "" {
		var err error
		if names, err = governing(o.patterns, o.build()); err != nil {
			return "", fmt.Errorf("looking for %s: %w", config.Name, err)
		}
		prefix = rule.Nearest
	}
	for i, name := range names {
		f, err := config.Load(name, rule.Check)
		if err == nil {
			names[i], err = withDigest(f)
		}
		if err != nil && o.config != "" {
			err = fmt.Errorf("-config: %w", err)
		}
		if err != nil {
			return "", err
		}
		o.configs = append(o.configs, f)
	}
	return prefix + strings.Join(names, ","), nil
}

func withDigest(f *config.File) (string, error) {
	digest, err := f.Digest()
	return f.Name + "@" + digest, err
}

// governing are the settings files that may govern the packages that patterns name: those
// above the folders that are named, and those below where a pattern says so.
func governing(patterns, build []string) ([]string, error) {
	var names []string
	for _, dir := range folders(patterns, build) {
		dir, deep := strings.CutSuffix(dir, "...")
		name, err := config.Find(dir)
		if err != nil {
			return nil, err
		}
		if name != "" {
			names = append(names, name)
		}
		if abs, err := filepath.Abs(dir); err == nil && deep {
			below, err := config.Below(abs)
			if err != nil {
				return nil, err
			}
			names = append(names, below...)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// folders are those of the patterns, with ... behind one below which packages are wanted.
// The go command knows where packages are that are named by their import paths.
func folders(patterns, build []string) []string {
	var list, paths []string
	for _, p := range patterns {
		if !strings.HasPrefix(p, ".") && !filepath.IsAbs(p) {
			paths = append(paths, p)
			continue
		}
		before, _, deep := strings.Cut(filepath.ToSlash(p), "...")
		if info, err := os.Stat(before); err != nil || !info.IsDir() {
			before = filepath.Dir(before) // a file, or x... for x1 and x2
		}
		if deep {
			before = strings.TrimSuffix(before, "/") + "/..."
		}
		list = append(list, before)
	}
	if len(paths) > 0 {
		args := slices.Concat([]string{"list", "-e", "-find", "-f", "{{.Dir}}"}, build, []string{"--"}, paths)
		out, _ := exec.Command("go", args...).Output() // what it can't find, the run will tell
		for dir := range strings.Lines(string(out)) {
			list = append(list, strings.TrimSpace(dir))
		}
	}
	return list
}

// configVar is set where the settings files stand in the flags, each with its digest.
const configVar = "RESLINT_CONFIG"

// toolVersion answers the go command's -V=full for a plain go vet whose packages settings
// files govern: the tool finds these itself, and what the go command caches has to become
// stale when they change. It reports false where there are none, and x/tools answers.
func toolVersion(w io.Writer) bool {
	if os.Getenv(configVar) != "" {
		return false
	}
	names, err := governing([]string{"./..."}, nil)
	if err != nil || len(names) == 0 {
		return false
	}
	h := sha256.New()
	self, err := os.Executable()
	if err != nil {
		return false
	}
	f, err := os.Open(self)
	if err != nil {
		return false
	}
	defer f.Close()
	if _, err := io.Copy(h, f); err != nil {
		return false
	}
	for _, name := range names {
		file := ""
		f, err := config.Load(name, rule.Check)
		if err == nil {
			file, err = withDigest(f)
		}
		if err != nil {
			// What is wrong is told for each package. It is told again when it has changed.
			data, _ := os.ReadFile(name)
			file = fmt.Sprintf("%s %v %x", name, err, sha256.Sum256(data))
		}
		fmt.Fprintln(h, file)
	}
	// The form is that of x/tools, which the go command reads.
	fmt.Fprintf(w, "%s version devel reslint with settings buildID=%x\n", self, h.Sum(nil))
	return true
}
