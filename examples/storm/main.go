// Storm is what a slow backend and its clients' retries do to each other: a
// trigger of five seconds, and an outage that ends with it or never does. It
// prints a table for each of its three parts, and draws them under plots:
//
//	go run .
package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"
)

func main() {
	inVirtualTime(func(t *testing.T) {
		r := simulate()
		r.print(os.Stdout)
		if err := r.write("plots"); err != nil {
			t.Fatal(err)
		}
	})
}

// write writes the numbers and the pictures into a folder.
func (r results) write(dir string) error {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	policies, err := storms(article, r.article, 2)
	if err != nil {
		return err
	}
	budgets, err := storms(shipped, r.shipped, 3)
	if err != nil {
		return err
	}
	jitter, err := jitterFigure(r.waves)
	if err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		write func(io.Writer) error
	}{
		{"storm.csv", r.writeStorm},
		{"jitter.csv", r.writeJitter},
		{"policies.svg", policies.svg}, {"policies.png", policies.png},
		{"budgets.svg", budgets.svg}, {"budgets.png", budgets.png},
		{"jitter.svg", jitter.svg}, {"jitter.png", jitter.png},
	} {
		var b bytes.Buffer
		if err := f.write(&b); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, f.name), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}
