package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"

	"github.com/reslint/reslint/internal/findings"
	"github.com/reslint/reslint/internal/source"
)

// renamedVar is set for the process that works for another one, which gives the files in its
// output their names.
const renamedVar = "RESLINT_RENAMED"

// overlaid runs the tool on a package some of whose files are unsaved buffers, and returns its
// exit status. It is not ok where all files are on the disk, and the caller has to do the work.
//
// The go command passes the names of the buffers to the tool and keeps what the tool says in its cache, under
// a key that knows nothing of names. A later run, when the buffer is saved, would be answered
// with the name of a file that is gone. So the work is done by another process, and what it says is
// rewritten.
func overlaid(cfg string) (status int, ok bool) {
	name := os.Getenv(findings.OverlayVar)
	if name == "" {
		return 0, false
	}
	names, unit, err := overlaidFiles(name, cfg)
	if err != nil {
		fmt.Fprintf(os.Stderr, "reslint: reading the overlay: %v\n", err)
		return exitFailure, true
	}
	if len(names) == 0 {
		return 0, false
	}
	source.Overlay(names)
	if os.Getenv(renamedVar) != "" {
		return 0, false
	}
	cmd := exec.Command(os.Args[0], os.Args[1:]...)
	cmd.Env = append(os.Environ(), renamedVar+"=1")
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	err = cmd.Run()
	os.Stdout.Write(renamed(stdout.Bytes(), names))
	os.Stderr.Write(renamed(stderr.Bytes(), names))
	if unit.Stdout != "" {
		if data, err := os.ReadFile(unit.Stdout); err == nil {
			if err := os.WriteFile(unit.Stdout, renamed(data, names), 0o666); err != nil {
				fmt.Fprintf(os.Stderr, "reslint: %v\n", err)
				return exitFailure, true
			}
		}
	}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		fmt.Fprintf(os.Stderr, "reslint: %v\n", err)
		return exitFailure, true
	}
	return cmd.ProcessState.ExitCode(), true
}

// An overlaidUnit is what has to be known of a package that the go command describes.
type overlaidUnit struct {
	GoFiles []string
	Stdout  string // the file that takes the place of standard output
}

// overlaidFiles returns the names of the files of the package that are buffers, and those of
// the files that they stand for.
func overlaidFiles(overlay, cfg string) (names map[string]string, unit overlaidUnit, err error) {
	var replaced struct{ Replace map[string]string }
	if err := readJSON(overlay, &replaced); err != nil {
		return nil, unit, err
	}
	if err := readJSON(cfg, &unit); err != nil {
		return nil, unit, err
	}
	names = make(map[string]string)
	for file, buffer := range replaced.Replace {
		if buffer != "" && slices.Contains(unit.GoFiles, buffer) {
			names[buffer] = file
		}
	}
	return names, unit, nil
}

func readJSON(name string, v any) error {
	data, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if err := json.Unmarshal(data, v); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// renamed puts the names of files in the place of those of their buffers, as they are and as
// they stand in JSON.
func renamed(text []byte, names map[string]string) []byte {
	for buffer, file := range names {
		text = bytes.ReplaceAll(text, inJSON(buffer), inJSON(file))
		text = bytes.ReplaceAll(text, []byte(buffer), []byte(file))
	}
	return text
}

func inJSON(s string) []byte {
	data, err := json.Marshal(s)
	if err != nil {
		return []byte(s)
	}
	return data[1 : len(data)-1]
}
