package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
)

// write writes numbers, pictures and changes into a folder.
func (r results) write(dir, machine string, shops []*version) error {
	f, err := r.figure()
	if err != nil {
		return err
	}
	files := map[string]func(io.Writer) error{
		"shop.csv": func(w io.Writer) error { return r.writeCSV(w, machine) },
		"shop.svg": f.svg,
		"shop.png": f.png,
	}
	for _, v := range shops {
		if v.flags != nil {
			files[v.short+".diff"] = func(w io.Writer) error {
				_, err := io.WriteString(w, v.diff)
				return err
			}
		}
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	for name, write := range files {
		var b bytes.Buffer
		if err := write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
