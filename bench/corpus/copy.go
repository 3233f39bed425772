package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// copyTree makes dst a copy of the files that git tracks in the checkout src,
// which must be at the given commit and unchanged. A file that is missing there
// is left out: a partial clone may lack large test data.
func copyTree(ctx context.Context, src, dst, commit string) error {
	git := func(args ...string) (string, error) {
		out, err := execute(ctx, command{dir: src, name: "git", args: args})
		if err == nil && out.code != 0 {
			err = errors.New(strings.TrimSpace(out.stderr))
		}
		return out.stdout, err
	}
	if _, err := os.Stat(src); err != nil {
		return fmt.Errorf("no checkout: %w", err)
	}
	head, err := git("rev-parse", "HEAD")
	if err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	if head = strings.TrimSpace(head); head != commit {
		return fmt.Errorf("%s is at %s, want %s (git checkout it there)", src, head, commit)
	}
	modified, err := git("diff", "--name-only", "--diff-filter=M", "HEAD")
	if err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	if modified != "" {
		return fmt.Errorf("%s has local changes, as in %s", src, strings.Fields(modified)[0])
	}
	names, err := git("ls-files", "-z")
	if err != nil {
		return fmt.Errorf("%s: %w", src, err)
	}
	if err := os.RemoveAll(dst); err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimRight(names, "\x00"), "\x00") {
		if err := copyFile(filepath.Join(src, name), filepath.Join(dst, name)); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a file or a symbolic link, if it exists. A submodule, which
// git lists as a file, is left out.
func copyFile(src, dst string) error {
	info, err := os.Lstat(src)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil
	case err != nil:
		return err
	case info.IsDir():
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o777); err != nil {
		return err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		to, err := os.Readlink(src)
		if err != nil {
			return err
		}
		return os.Symlink(to, dst)
	}
	text, err := os.ReadFile(src)
	if err != nil {
		return err
	}
	return os.WriteFile(dst, text, info.Mode().Perm())
}

// A snapshot holds a digest of each file of a tree.
type snapshot map[string][sha256.Size]byte

func takeSnapshot(root string) (snapshot, error) {
	snap := make(snapshot)
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		name, err := filepath.Rel(root, path)
		snap[filepath.ToSlash(name)] = sha256.Sum256(text)
		return err
	})
	return snap, err
}

// changed returns the names of the files that differ, are new or are gone in
// the later snapshot.
func (s snapshot) changed(later snapshot) []string {
	var names []string
	for name, digest := range later {
		if old, ok := s[name]; !ok || old != digest {
			names = append(names, name)
		}
	}
	for name := range s {
		if _, ok := later[name]; !ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}
