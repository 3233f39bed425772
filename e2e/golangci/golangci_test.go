package golangci

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

	"github.com/rogpeppe/go-internal/testscript" // the go command's own language for such tests
)

const exampleDir = "../../examples/golangci"

// The example builds the golangci-lint that is tested here.
func TestExample(t *testing.T) {
	read := func(name string) string {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	config, mod, program := read(filepath.Join(exampleDir, ".custom-gcl.yml")), read("go.mod"), read("golangci-lint/main.go")
	for pattern, where := range map[string]string{
		`(?m)^version: (v\S+)$`:   mod,
		`(?m)^    import: (\S+)$`: program,
		`(?m)^  - module: (\S+)$`: mod,
		`(?m)^    path: (\S+)$`:   mod,
	} {
		m := regexp.MustCompile(pattern).FindStringSubmatch(config)
		if m == nil || !strings.Contains(where, m[1]) {
			t.Errorf("%s in .custom-gcl.yml is %q, which the tests do not know", pattern, m)
		}
	}
}

func TestScripts(t *testing.T) {
	if os.Getenv("RESLINT_SKIP_GOLANGCI") != "" {
		if os.Getenv("CI") != "" {
			t.Fatal("RESLINT_SKIP_GOLANGCI is set where CI is: these tests are not skipped there")
		}
		t.Skip("RESLINT_SKIP_GOLANGCI is set")
	}
	bin := t.TempDir()
	build(t, ".", bin, "./golangci-lint")
	build(t, filepath.Join("..", ".."), bin, "./cmd/reslint")
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	example, err := filepath.Abs(exampleDir)
	if err != nil {
		t.Fatal(err)
	}
	lintCache := t.TempDir()
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup: func(env *testscript.Env) error {
			env.Setenv("PATH", bin+string(filepath.ListSeparator)+env.Getenv("PATH"))
			env.Setenv("EXAMPLE", example)
			env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
			env.Setenv("GOLANGCI_LINT_CACHE", lintCache)
			env.Setenv("GOPATH", filepath.Join(env.WorkDir, "gopath"))
			env.Setenv("GOENV", "off")
			env.Setenv("GOFLAGS", "")
			env.Setenv("GOPROXY", "off")
			env.Setenv("GOTOOLCHAIN", "local")
			env.Setenv("GOWORK", "")
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"exits":    exits,
			"lint":     lint,
			"findings": findingsOf,
			"replace":  replace,
		},
	})
}

func build(t *testing.T, dir, bin, pkg string) {
	t.Helper()
	cmd := exec.Command("go", "build", "-o", bin+string(filepath.Separator), pkg)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("building %s: %v\n%s", pkg, err, out)
	}
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

// lint runs golangci-lint and wants a certain exit status: lint 1 --fix
func lint(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: lint status [args...]")
	}
	exits(ts, false, slices.Concat(
		[]string{args[0], "golangci-lint", "run", "--allow-parallel-runners", "--show-stats=false", "--output.text.print-issued-lines=false"},
		args[1:]))
}

var (
	finding = regexp.MustCompile(`(?m)^(\S+\.go:\d+:\d+: .*)$`)
	// golangci-lint puts the name of the linter behind a message, and that of the analyser
	// before it where it is another one; the plugin adds the address of the rule.
	added = regexp.MustCompile(`^(\S+: )(?:reslint: )?(.*\)) https://\S+#\S+ \(\w+\)$`)
)

// findingsOf writes the findings that the last command printed to a file, one a line, in
// order, and in the form of reslint.
func findingsOf(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: findings file")
	}
	var found []string
	for _, m := range finding.FindAllStringSubmatch(ts.ReadFile("stdout"), -1) {
		found = append(found, added.ReplaceAllString(strings.ReplaceAll(m[1], "\\", "/"), "$1$2"))
	}
	slices.Sort(found)
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.Join(found, "\n")+"\n"), 0o644))
}

// replace replaces one text in a file by another: replace file old new
func replace(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: replace file old new")
	}
	text := ts.ReadFile(args[0])
	if !strings.Contains(text, args[1]) {
		ts.Fatalf("%s does not hold %q", args[0], args[1])
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(strings.ReplaceAll(text, args[1], args[2])), 0o644))
}
