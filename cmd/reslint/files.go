package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// placeFor tells why no file of the name can be written, before work is spent on it.
func placeFor(flag, name string) error {
	if info, err := os.Stat(name); err == nil && info.IsDir() {
		return fmt.Errorf("%s=%s is a folder", flag, name)
	}
	if info, err := os.Stat(filepath.Dir(name)); err != nil {
		return fmt.Errorf("%s=%s: %w", flag, name, err)
	} else if !info.IsDir() {
		return fmt.Errorf("%s=%s: %s is no folder", flag, name, filepath.Dir(name))
	}
	return nil
}

// writeWhole writes a file so that no reader and no interruption ever sees a part of it. A
// device or a pipe is written to as it is.
func writeWhole(name string, data []byte) error {
	mode := os.FileMode(0o666)
	info, err := os.Stat(name)
	switch {
	case err == nil && !info.Mode().IsRegular():
		return os.WriteFile(name, data, mode)
	case err == nil:
		if name, err = filepath.EvalSymlinks(name); err != nil { // the link stays
			return err
		}
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	// CreateTemp would make a file that only its owner reads, whatever the umask says.
	tmp := filepath.Join(filepath.Dir(name), fmt.Sprintf(".reslint-%d.tmp", os.Getpid()))
	f, err := os.OpenFile(tmp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	defer os.Remove(tmp) // if it was not renamed
	_, err = f.Write(data)
	if info != nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(tmp, name)
}
