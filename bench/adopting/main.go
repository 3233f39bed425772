// Adopting runs what docs/adopting.md tells people to type, in a copy of the repository that the page is
// about, and holds what comes back against the page.
//
//	go run ./bench/adopting -checkout DIR
//
// The lines of the page's sh blocks are run in order. A comment behind a command says what it has to print, in parts
// separated by semicolons: pieces of its output, or "exit status N", which is 0 if it is not said. What
// differs is printed, and the exit status is 1.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
)

func main() {
	page := flag.String("page", "docs/adopting.md", "the `file` to follow")
	checkout := flag.String("checkout", "", "the `folder` with the repository, a git checkout; it is only read")
	reslint := flag.String("reslint", "", "the reslint `binary` (default: ./cmd/reslint is built)")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	ok, err := run(ctx, *page, *checkout, *reslint, os.Stdout)
	if err != nil {
		fmt.Fprintln(os.Stderr, "adopting:", err)
		os.Exit(2)
	}
	if !ok {
		os.Exit(1)
	}
	fmt.Printf("%s is true\n", *page)
}

// run follows a page and reports whether it is true.
func run(ctx context.Context, page, checkout, reslint string, out io.Writer) (ok bool, err error) {
	text, err := os.ReadFile(page)
	if err != nil {
		return false, err
	}
	if checkout == "" {
		return false, fmt.Errorf("no -checkout: which repository?")
	}
	tmp, err := os.MkdirTemp("", "adopting-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(tmp)
	bin := filepath.Join(tmp, "bin")
	if err := os.Mkdir(bin, 0o777); err != nil {
		return false, err
	}
	if reslint == "" {
		cmd := exec.CommandContext(ctx, "go", "build", "-o", filepath.Join(bin, "reslint"), "./cmd/reslint")
		if out, err := cmd.CombinedOutput(); err != nil {
			return false, fmt.Errorf("go build ./cmd/reslint: %w\n%s", err, out)
		}
	} else if reslint, err = filepath.Abs(reslint); err != nil {
		return false, err
	} else if err := os.Symlink(reslint, filepath.Join(bin, "reslint")); err != nil {
		return false, err
	}
	work := filepath.Join(tmp, "work")
	if err := copied(ctx, checkout, work); err != nil {
		return false, err
	}
	cmd := exec.CommandContext(ctx, "bash", "-c", script(string(text)))
	cmd.Dir = work
	cmd.Env = append(os.Environ(), "PATH="+bin+string(os.PathListSeparator)+os.Getenv("PATH"), "PWD="+work)
	cmd.Stdout, cmd.Stderr = out, out
	err = cmd.Run()
	if exit, isExit := err.(*exec.ExitError); isExit && exit.ExitCode() == 1 {
		return false, nil
	}
	return err == nil, err
}

// copied makes a repository with one commit of what a checkout has checked out.
func copied(ctx context.Context, checkout, work string) error {
	if err := os.Mkdir(work, 0o777); err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "bash", "-euo", "pipefail", "-c", `git -C "$1" archive HEAD | tar -x -C "$2" && cd "$2" && git init -q && git add -A &&
		git -c user.name=adopting -c user.email=adopting@example.com commit -q -m copy`, "copy", checkout, work)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("copying %s: %w\n%s", checkout, err, out)
	}
	return nil
}
