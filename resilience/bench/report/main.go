// Report runs the benchmarks and prints what came out as Markdown:
//
//	go run ./report            # all, to the terminal
//	go run ./report -w         # all, into README.md
//	go run ./report -run Retry # one path
//
// Each number is the least of several runs: a busy machine makes them longer, and
// nothing makes them shorter.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"golang.org/x/tools/benchmark/parse"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("report: ")
	run := flag.String("run", ".", "`pattern` of the benchmarks to run")
	count := flag.Int("count", 10, "how often to run each")
	benchtime := flag.Duration("time", 30*time.Millisecond, "how long to run each, roughly")
	write := flag.Bool("w", false, "write the tables into README.md")
	flag.Parse()

	cmd := exec.Command("go", "test", "-run=^$", "-bench="+*run, "-cpu=1,2",
		fmt.Sprintf("-count=%d", *count), fmt.Sprintf("-benchtime=%v", *benchtime), ".")
	cmd.Stderr = os.Stderr
	output, err := cmd.Output()
	if err != nil {
		log.Fatalf("%v\n%s", err, output)
	}
	var b bytes.Buffer
	r := read(output)
	fmt.Fprintf(&b, "%s, %s, %s/%s, %s. The least of %d runs each.\n",
		time.Now().Format("2 January 2006"), runtime.Version(), runtime.GOOS, runtime.GOARCH, r.cpu, *count)
	r.print(&b)
	if !*write {
		os.Stdout.Write(b.Bytes())
		return
	}
	if err := replace("README.md", b.Bytes()); err != nil {
		log.Fatal(err)
	}
}

// A result is what was measured of one library on one path.
type result struct {
	library       string
	one, two      float64 // nanoseconds, with one core and with two
	bytes, allocs uint64
}

type path struct {
	name    string
	results []*result
}

type report struct {
	cpu   string
	paths []*path
}

// read takes the least of all numbers that belong together, in the order in which
// they come.
func read(output []byte) report {
	var r report
	for line := range strings.Lines(string(output)) {
		if cpu, ok := strings.CutPrefix(line, "cpu: "); ok {
			r.cpu = strings.TrimSpace(cpu)
		}
		b, err := parse.ParseLine(line)
		if err != nil {
			continue // something else
		}
		name, library, _ := strings.Cut(strings.TrimPrefix(b.Name, "Benchmark"), "/")
		library, twice := strings.CutSuffix(library, "-2")
		res := r.result(name, library)
		if twice {
			res.two = least(res.two, b.NsPerOp)
			continue
		}
		res.one = least(res.one, b.NsPerOp)
		res.bytes, res.allocs = b.AllocedBytesPerOp, b.AllocsPerOp
	}
	return r
}

func (r *report) result(name, library string) *result {
	var p *path
	for _, known := range r.paths {
		if known.name == name {
			p = known
		}
	}
	if p == nil {
		p = &path{name: name}
		r.paths = append(r.paths, p)
	}
	for _, known := range p.results {
		if known.library == library {
			return known
		}
	}
	res := &result{library: library}
	p.results = append(p.results, res)
	return res
}

func least(old, now float64) float64 {
	if old == 0 {
		return now
	}
	return min(old, now)
}

func (r report) print(w io.Writer) {
	for _, p := range r.paths {
		ours := 0.0
		for _, res := range p.results {
			if res.library == "resilience" {
				ours = res.one
			}
		}
		fmt.Fprintf(w, "\n| %s | ns | of resilience | ns, two cores | B | allocs |\n|---|--:|--:|--:|--:|--:|\n", p.name)
		for _, res := range p.results {
			name := res.library
			if floor, ok := strings.CutPrefix(name, "floor-"); ok {
				name = "*" + strings.ReplaceAll(floor, "-", " ") + "*"
			}
			fmt.Fprintf(w, "| %s | %s | %s | %s | %d | %d |\n",
				name, digits(res.one), digits(res.one/ours)+" ×", digits(res.two), res.bytes, res.allocs)
		}
	}
}

// digits prints what can be relied on: two or three digits.
func digits(v float64) string {
	switch {
	case v >= 100:
		return fmt.Sprintf("%.0f", v)
	case v >= 10:
		return fmt.Sprintf("%.1f", v)
	}
	return fmt.Sprintf("%.2f", v)
}

// replace puts the report between the marks in a file.
func replace(name string, report []byte) error {
	const begin, end = "<!-- report: begin -->\n", "<!-- report: end -->\n"
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	before, rest, ok := bytes.Cut(old, []byte(begin))
	_, after, ok2 := bytes.Cut(rest, []byte(end))
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the report", name)
	}
	return os.WriteFile(name, bytes.Join([][]byte{before, []byte(begin), report, []byte(end), after}, nil), 0o666)
}
