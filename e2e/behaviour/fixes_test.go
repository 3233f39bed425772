package behaviour

import (
	"cmp"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "write what the fixes make of the loops")

var bin string // reslint

// TestFixes holds the folder after against what the command makes of the folder
// before: the behaviour that the other tests see is that of real fixes.
func TestFixes(t *testing.T) {
	module := newModule(t)
	// What is left needs a decision: how long a hot loop is to wait.
	out := run(t, module, 1, bin, "-fix", "./...")
	if n := strings.Count(out, "(retryloop/no-backoff)"); n != 5 || !strings.Contains(out, "5 findings") {
		t.Errorf("left is\n%s", out)
	}
	compare(t, "after", module)
}

// TestAlternatives does the same with the fixes that take the wait, the loop or the
// whole call to the runtime. Each alone compiles, and of what they mend nothing is reported again.
func TestAlternatives(t *testing.T) {
	for folder, forms := range map[string][]string{"sleeps": {"Sleep"}, "attempts": {"Attempts"}, "calls": {"Run", "Do"}} {
		module, alone := newModule(t), newModule(t)
		all := findings(t, module, "-runtime")
		var edits []edit
		left := 0
		for _, f := range all {
			i := slices.IndexFunc(f.Fixes, func(fix alternative) bool {
				return slices.ContainsFunc(forms, func(form string) bool { return strings.Contains(fix.Message, "resilience."+form+":") })
			})
			if i < 0 {
				left++
				continue
			}
			edits = append(edits, f.Fixes[i].Edits...)
			dir := filepath.Join(alone, fmt.Sprint("fix", len(edits)))
			copyLoops(t, dir)
			apply(t, dir, f.Fixes[i].Edits)
		}
		run(t, alone, 0, "go", "build", "./...")
		if out := run(t, alone, 0, "gofmt", "-l", "."); out != "" {
			t.Errorf("%s: to format is left\n%s", folder, out)
		}
		if left == 0 || left == len(all) {
			t.Errorf("%s: %d findings, %d of them without a fix", folder, len(all), left)
		}
		apply(t, module, edits)
		if again := findings(t, module, "-runtime"); len(again) != left {
			t.Errorf("%s: %d findings are left, want %d: %v", folder, len(again), left, again)
		}
		compare(t, folder, module)
	}
}

// TestOffer looks at who is offered the runtime: those who import it, and those who
// say that they may.
func TestOffer(t *testing.T) {
	for _, tt := range []struct {
		name   string
		source string // one more file
		flags  []string
		want   bool
	}{
		{name: "neither"},
		{name: "setting", flags: []string{"-runtime"}, want: true},
		{name: "import", source: "package loops\n\nimport \"github.com/reslint/reslint/resilience\"\n\nvar Orders resilience.Policy\n", want: true},
	} {
		module := newModule(t)
		if tt.source != "" {
			if err := os.WriteFile(filepath.Join(module, "more.go"), []byte(tt.source), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		offered, cut := 0, 0
		for _, f := range findings(t, module, append(tt.flags, "-cap=10s")...) {
			for i, fix := range f.Fixes {
				if strings.Contains(fix.Message, "resilience.") {
					offered++
					if i == 0 && !strings.Contains(f.Message, "attempts at once") {
						t.Errorf("%s: %v: the runtime comes first", tt.name, f.Start)
					}
				}
				if strings.Contains(fix.Message, "Cut the waits at 10 s") {
					cut++
				}
			}
		}
		if tt.want != (offered > 10) {
			t.Errorf("%s: %d fixes with the runtime", tt.name, offered)
		}
		if cut == 0 {
			t.Errorf("%s: no cap is that of the settings", tt.name)
		}
	}
}

// TestMain builds reslint.
func TestMain(m *testing.M) {
	os.Exit(func() int {
		flag.Parse()
		dir, err := os.MkdirTemp("", "reslint")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		bin = filepath.Join(dir, "reslint")
		build := exec.Command("go", "build", "-o", bin, "./cmd/reslint")
		build.Dir = filepath.Join("..", "..")
		if out, err := build.CombinedOutput(); err != nil {
			panic(fmt.Sprintf("%v\n%s", err, out))
		}
		return m.Run()
	}())
}

// newModule returns a copy of the folder before, as a module of its own that has the
// runtime at hand.
func newModule(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	copyLoops(t, dir)
	runtime, err := filepath.Abs(filepath.Join("..", "..", "resilience"))
	if err != nil {
		t.Fatal(err)
	}
	const path = "github.com/reslint/reslint/resilience"
	mod := fmt.Sprintf("module loops.test\n\ngo 1.26.0\n\nrequire %s v0.0.0\n\nreplace %[1]s => %q\n", path, runtime)
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod), 0o666); err != nil {
		t.Fatal(err)
	}
	return dir
}

var files = []string{"loops.go", "shapes.go"}

// copyLoops copies the folder before.
func copyLoops(t *testing.T, dir string) {
	t.Helper()
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		src, err := os.ReadFile(filepath.Join("before", name))
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// compare holds the files of a folder against those of a module.
func compare(t *testing.T, folder, module string) {
	t.Helper()
	for _, name := range files {
		got, err := os.ReadFile(filepath.Join(module, name))
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(folder, name)
		if *update {
			if err := os.WriteFile(file, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if string(got) != string(want) {
			t.Errorf("%s is not what the fixes make (go test -update writes it):\n%s", file, got)
		}
	}
}

// A finding is the part of reslint's JSON that the tests read.
type finding struct {
	Message string
	Start   struct {
		File string
		Line int
	}
	Fixes []alternative
}

type alternative struct {
	Message string
	Edits   []edit
}

type edit struct {
	File       string
	Start, End int
	New        string
}

func findings(t *testing.T, dir string, flags ...string) []finding {
	t.Helper()
	var list []finding
	if err := json.Unmarshal([]byte(run(t, dir, 1, bin, append(flags, "-json", "./...")...)), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// apply makes edits in the files of a module. Equal ones, of an import, count once.
func apply(t *testing.T, module string, edits []edit) {
	t.Helper()
	byFile := make(map[string][]edit)
	for _, e := range edits {
		if !slices.Contains(byFile[e.File], e) {
			byFile[e.File] = append(byFile[e.File], e)
		}
	}
	for _, name := range slices.Sorted(maps.Keys(byFile)) {
		file := filepath.Join(module, name)
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		list := byFile[name]
		slices.SortStableFunc(list, func(a, b edit) int { return cmp.Or(cmp.Compare(b.Start, a.Start), cmp.Compare(b.End, a.End)) })
		for _, e := range list {
			src = slices.Concat(src[:e.Start], []byte(e.New), src[e.End:])
		}
		if err := os.WriteFile(file, src, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func run(t *testing.T, dir string, code int, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, _ := cmd.Output()
	if got := cmd.ProcessState.ExitCode(); got != code {
		t.Fatalf("%s %s: exit status %d, want %d\n%s%s", name, strings.Join(args, " "), got, code, out, stderr.String())
	}
	return string(out)
}
