package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A command is a program to run in a folder.
type command struct {
	dir   string
	flags string // for the go command
	name  string
	args  []string
}

// An output is what a command left.
type output struct {
	stdout, stderr string
	code           int
}

// text is all that the command printed.
func (o output) text() string { return o.stderr + o.stdout }

// execute runs a command to its end. The error says that it could not be run
// or was interrupted; a command that fails is no error.
func execute(ctx context.Context, c command) (output, error) {
	var stdout, stderr bytes.Buffer
	cmd := exec.CommandContext(ctx, c.name, c.args...)
	cmd.Dir = c.dir
	cmd.Env = environment(c.dir, c.flags)
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	// The go command's children hold its pipes: an interrupt reaches them
	// through it, a kill would not.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.WaitDelay = 10 * time.Second
	err := cmd.Run()
	if cause := ctx.Err(); cause != nil {
		return output{}, fmt.Errorf("%s %s: %w", filepath.Base(c.name), strings.Join(c.args, " "), cause)
	}
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		err = nil
	}
	return output{stdout.String(), stderr.String(), cmd.ProcessState.ExitCode()}, err
}

// environment is the one that the commands run in: no modules or toolchains
// are downloaded, paths are those of the copy, and neither a workspace nor a
// repository around the copy takes part.
func environment(dir, flags string) []string {
	env := append(os.Environ(), "PWD="+dir, "GOPROXY=off", "GOTOOLCHAIN=local", "GOFLAGS=-buildvcs=false "+flags)
	if _, err := os.Stat(filepath.Join(dir, "go.work")); err != nil {
		env = append(env, "GOWORK=off")
	}
	return env
}
