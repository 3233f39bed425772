package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript" // the go command's own language for such tests
	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/rule"
)

// TestMain makes the test binary stand for the commands in the scripts:
// reslint, and the same driver around the toy analyser.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"reslint": main,
		"toylint": func() { os.Exit(command([]*analysis.Analyzer{rule.SettingsAnalyzer, toy})) },
	})
}

// TestScripts runs the command end to end. Each script is a case of its own,
// in modules of its own; they share the user's build cache, since to compile
// and analyse net/http for each would take minutes.
func TestScripts(t *testing.T) {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 filepath.Join("..", "..", "testdata", "cli"),
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			env.Setenv("GOPATH", filepath.Join(env.WorkDir, "gopath"))
			env.Setenv("GOENV", "off")
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("GOWORK", "")
			reslint, err := exec.LookPath("reslint")
			env.Setenv("RESLINT", reslint)
			return err
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"vet":      vet,
			"waitfor":  waitFor,
			"findings": findingsOf,
			"gone":     gone,
		},
	})
}

// exits runs a command and wants a certain exit status: exits 2 reslint ./...
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits status command [args...]")
	}
	err := ts.Exec(args[1], args[2:]...)
	status := 0
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		status = exit.ExitCode()
	} else if err != nil {
		ts.Fatalf("%v", err)
	}
	if strconv.Itoa(status) != args[0] {
		ts.Fatalf("exit status %d, want %s", status, args[0])
	}
}

// vet runs go vet with one of the commands as its tool and wants a certain exit
// status: vet 1 reslint -json ./...
func vet(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: vet status tool [flags] [packages]")
	}
	tool, err := exec.LookPath(args[1])
	ts.Check(err)
	exits(ts, false, append([]string{args[0], "go", "vet", "-vettool=" + tool}, args[2:]...))
}

// findingsOf writes the findings that the last command printed to a file, one a line and in
// order: go vet prints them in any, and among other lines.
func findingsOf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: findings file")
	}
	line := regexp.MustCompile(`(?m)^(?:\./)?(\S+\.go:\d+:\d+: .*)$`)
	var found []string
	for _, m := range line.FindAllStringSubmatch(ts.ReadFile("stdout")+ts.ReadFile("stderr"), -1) {
		found = append(found, strings.ReplaceAll(m[1], "\\", "/"))
	}
	slices.Sort(found)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(found, "\n")+"\n"), 0o644))
}

// waitFor waits until a file is there and not empty.
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: waitfor file")
	}
	for range 600 {
		if info, err := os.Stat(ts.MkAbs(args[0])); err == nil && info.Size() > 0 {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	ts.Fatalf("%s did not appear within a minute", args[0])
}

// gone wants that the process whose number is in a file has ended.
func gone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone file")
	}
	pid := strings.TrimSpace(ts.ReadFile(args[0]))
	for range 50 {
		if exec.Command("kill", "-0", pid).Run() != nil {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	ts.Fatalf("process %s is still there", pid)
}
