package mend

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// writable tells why a file can't be replaced, before work is spent on it.
// Permission bits are looked at, too: a superuser may pass over them, but the
// file's owner said no.
func writable(name string) error {
	info, err := os.Lstat(name)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	if info.Mode().Perm()&0o222 == 0 {
		return fs.ErrPermission
	}
	f, err := os.OpenFile(name, os.O_WRONLY, 0)
	if err != nil {
		return reason(err)
	}
	if err := f.Close(); err != nil {
		return reason(err)
	}
	dir, err := os.Stat(filepath.Dir(name))
	if err != nil {
		return reason(err)
	}
	if dir.Mode().Perm()&0o222 == 0 {
		return errors.New("its directory is read-only")
	}
	return nil
}

// reason strips an error of the path, which the message names anyhow.
func reason(err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	return err
}

func readFile(name string) ([]byte, error) {
	content, err := os.ReadFile(name)
	if err != nil {
		return nil, reason(err)
	}
	return content, nil
}

// writeAll replaces files. All new contents are on the disk before the first
// file is replaced, and each is replaced in one step, so that no reader and no
// interruption ever sees a part. If a file is in the way, writeAll names it
// and changes none.
func writeAll(changes []Change) (bad string, err error) {
	staged := make([]string, 0, len(changes))
	defer func() {
		for _, name := range staged {
			os.Remove(name) // those that were not renamed
		}
	}()
	for _, c := range changes {
		tmp, err := stage(c)
		if tmp != "" {
			staged = append(staged, tmp)
		}
		if err != nil {
			return c.File, reason(err)
		}
	}
	for i, c := range changes {
		if err := os.Rename(staged[i], c.File); err != nil {
			return "", fmt.Errorf("replacing %s (the files before it are changed, those after it are not): %w", c.File, err)
		}
	}
	return "", nil
}

// stage writes the new content beside the file, with the file's mode, and
// makes sure that the file is still the one that was read.
func stage(c Change) (name string, err error) {
	info, err := os.Stat(c.File)
	if err != nil {
		return "", err
	}
	now, err := os.ReadFile(c.File)
	if err != nil {
		return "", err
	}
	if !bytes.Equal(now, c.Old) {
		return "", errors.New("it was changed meanwhile")
	}
	tmp, err := os.CreateTemp(filepath.Dir(c.File), ".reslint-*.tmp")
	if err != nil {
		return "", err
	}
	_, err = tmp.Write(c.New)
	err = errors.Join(err, tmp.Chmod(info.Mode().Perm()), tmp.Sync(), tmp.Close())
	return tmp.Name(), err
}
