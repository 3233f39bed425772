// Peers measures reslint beside go vet, staticcheck and nilaway on one checkout,
// one tool after the other in one run: wall time, CPU time of all processes, and
// the memory of the largest process.
//
//	go run ./bench/peers -reslint BIN -staticcheck BIN -nilaway BIN -dir CHECKOUT [-runs N] [packages]
//
// The packages are compiled first, so that no tool pays for that. A run is cold
// when the tool has analysed nothing yet: the first flag of go vet and reslint
// that changes their cache keys is new each time, staticcheck gets an empty cache
// of its own, and nilaway has none. The warm run follows with the same flags.
// Tests are left out in all four, which go vet can't: it and reslint, which runs
// in it, type-check them, too.
//
//	go run ./bench/peers compare [-cases DIR] [-checkouts DIR -repo NAME] [-write]
//
// asks these and some linters of golangci-lint about code of which it is known what is wrong
// with it, and makes the tables of docs/comparison.md. The binaries that no flag names are built
// from the module proxy. CPU time and memory are those of a run with nothing analysed before, but with whatever
// the go command has compiled.
package main

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"text/tabwriter"
	"time"
)

// A tool is one program to measure.
type tool struct {
	name string
	// args makes the command of a run; n is new for each cold run.
	args func(n int) []string
	// env is added to the environment.
	env []string
	// noCache is set for tools whose warm runs are cold ones.
	noCache bool
}

// A usage is what one run took.
type usage struct {
	wall, cpu time.Duration
	memory    int64 // bytes
}

func main() {
	if len(os.Args) > 1 && os.Args[1] == "compare" {
		if err := compare(os.Args[2:]); err != nil {
			fmt.Fprintln(os.Stderr, "peers:", err)
			os.Exit(1)
		}
		return
	}
	reslint := flag.String("reslint", "", "the reslint `binary`")
	staticcheck := flag.String("staticcheck", "", "the staticcheck `binary`")
	nilaway := flag.String("nilaway", "", "the nilaway `binary`")
	dir := flag.String("dir", ".", "the `checkout` to look at")
	runs := flag.Int("runs", 3, "how `often` each is measured; the median counts")
	flag.Parse()
	if err := measure(*reslint, *staticcheck, *nilaway, *dir, *runs, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "peers:", err)
		os.Exit(1)
	}
}

func measure(reslint, staticcheck, nilaway, dir string, runs int, packages []string) error {
	if reslint == "" {
		return errors.New("-reslint names no binary")
	}
	if len(packages) == 0 {
		packages = []string{"./..."}
	}
	build := command(dir, append([]string{"go", "build"}, packages...), nil)
	build.Stderr = os.Stderr
	if err := build.Run(); err != nil {
		return fmt.Errorf("go build: %w", err)
	}
	cache, err := os.MkdirTemp("", "peers")
	if err != nil {
		return err
	}
	defer os.RemoveAll(cache)
	seed := int(time.Now().Unix()) % 1_000_000
	tools := []tool{
		{name: "go vet", args: func(n int) []string {
			return []string{"go", "vet", fmt.Sprintf("-printf.funcs=Peers%d", seed+n)}
		}},
		{name: "reslint", args: func(n int) []string {
			return []string{reslint, fmt.Sprintf("-timeout=%ds", seed+n)}
		}},
	}
	if staticcheck != "" {
		tools = append(tools, tool{name: "staticcheck", args: func(n int) []string {
			return []string{staticcheck, "-tests=false"}
		}, env: []string{"STATICCHECK_CACHE=" + cache}})
	}
	if nilaway != "" {
		tools = append(tools, tool{name: "nilaway", args: func(n int) []string {
			return []string{nilaway, "-test=false"}
		}, noCache: true})
	}
	w := tabwriter.NewWriter(os.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer w.Flush()
	fmt.Fprintln(w, "tool\tcold wall\tcold CPU\t× go vet\twarm wall\twarm CPU\tlargest process\t")
	var vet usage
	for _, t := range tools {
		cold, warm, err := t.measure(dir, cache, runs, packages)
		if err != nil {
			return err
		}
		if t.name == "go vet" {
			vet = cold
		}
		fmt.Fprintf(w, "%s\t%.1f s\t%.1f s\t%.2f\t%.1f s\t%.1f s\t%d MB\t\n", t.name, cold.wall.Seconds(), cold.cpu.Seconds(),
			cold.cpu.Seconds()/vet.cpu.Seconds(), warm.wall.Seconds(), warm.cpu.Seconds(), max(cold.memory, warm.memory)>>20)
	}
	return nil
}

func (t tool) measure(dir, cache string, runs int, packages []string) (cold, warm usage, err error) {
	var colds, warms []usage
	for n := range runs {
		if err := os.RemoveAll(cache); err != nil {
			return cold, warm, err
		}
		args := append(t.args(n), packages...)
		for _, list := range []*[]usage{&colds, &warms} {
			if t.noCache && list == &warms {
				continue
			}
			u, err := run(dir, args, t.env)
			if err != nil {
				return cold, warm, fmt.Errorf("%s: %w", strings.Join(args, " "), err)
			}
			*list = append(*list, u)
		}
	}
	if t.noCache {
		warms = colds
	}
	return median(colds), median(warms), nil
}

// run runs a tool to its end. That it finds something is no error.
func run(dir string, args, env []string) (usage, error) {
	cmd := command(dir, args, env)
	start := time.Now()
	err := cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.Exited() {
		err = nil
	}
	if err != nil {
		return usage{}, err
	}
	return used(cmd, start), nil
}

// used is what a command took that has ended.
func used(cmd *exec.Cmd, start time.Time) usage {
	u := usage{wall: time.Since(start), cpu: cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()}
	if r, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		u.memory = r.Maxrss << 10
	}
	return u
}

func command(dir string, args, env []string) *exec.Cmd {
	cmd := exec.Command(args[0], args[1:]...)
	cmd.Dir = dir
	cmd.Env = append(cmd.Environ(), env...)
	return cmd
}

func median(list []usage) usage {
	slices.SortFunc(list, func(a, b usage) int { return cmp.Compare(a.cpu, b.cpu) })
	m := list[len(list)/2]
	for _, u := range list {
		m.memory = max(m.memory, u.memory)
	}
	return m
}
