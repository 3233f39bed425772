package loops

import (
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"testing"

	"golang.org/x/tools/go/ssa"
	"golang.org/x/tools/go/ssa/ssautil"
)

// remoteCalls judges by name alone.
type remoteCalls struct{}

func (remoteCalls) Remote(call *ssa.CallCommon) (string, bool) {
	name := calleeName(call)
	return name, name == "fetch"
}

func (remoteCalls) Asks(*ssa.CallCommon) bool { return false }

func (remoteCalls) Sleeps(*ssa.CallCommon) bool { return false }

func TestTrace(t *testing.T) {
	for _, tt := range []struct {
		name, body string
		want       string // attempts, waits, and whether it waits after the last
	}{
		{"counted", `for i := 0; i < 3; i++ { if fetch() == nil { return }; time.Sleep(time.Second) }`, "3 [1s 1s] last"},
		{"counted down", `for n := 4; n > 0; n-- { if fetch() == nil { return }; time.Sleep(time.Second) }`, "4 [1s 1s 1s] last"},
		{"by steps", `for i := 0; i < 9; i += 3 { if fetch() == nil { return }; time.Sleep(time.Second) }`, "3 [1s 1s] last"},
		{"range", `for range 3 { if fetch() == nil { return }; time.Sleep(time.Second) }`, "3 [1s 1s] last"},
		{"waits first", `for i := range 3 { if i > 0 { time.Sleep(time.Second) }; if fetch() == nil { return } }`, "3 [1s 1s]"},
		{"leaves before the wait", `for i := 0; ; i++ { if fetch() == nil { return }; if i >= 2 { return }; time.Sleep(time.Second) }`, "3 [1s 1s]"},
		{"doubles", `d := 100 * time.Millisecond; for range 4 { if fetch() == nil { return }; time.Sleep(d); d *= 2 }`, "4 [100ms 200ms 400ms] last"},
		{"capped", `d := time.Second; for range 5 { if fetch() == nil { return }; time.Sleep(d); d *= 2; if d > 3*time.Second { d = 3*time.Second } }`, "5 [1s 2s 3s 3s] last"},
		{"min", `d := time.Second; for range 5 { if fetch() == nil { return }; time.Sleep(d); d = min(d*2, 3*time.Second) }`, "5 [1s 2s 3s 3s] last"},
		{"linear", `for i := range 4 { if fetch() == nil { return }; time.Sleep(time.Duration(i+1) * time.Second) }`, "4 [1s 2s 3s] last"},
		{"shifted", `for i := range 4 { if fetch() == nil { return }; time.Sleep(time.Second << i) }`, "4 [1s 2s 4s] last"},
		{"power", `for i := range 4 { if fetch() == nil { return }; time.Sleep(time.Duration(math.Pow(2, float64(i))) * time.Second) }`, "4 [1s 2s 4s] last"},
		{"float", `for i := range 3 { if fetch() == nil { return }; time.Sleep(time.Duration(float64(time.Second) * math.Pow(1.5, float64(i)))) }`, "3 [1s 1.5s] last"},
		{"helper", `for i := range 4 { if fetch() == nil { return }; time.Sleep(pause(i)) }`, "4 [1s 2s 3s] last"},
		{"context between", `for range 3 { if fetch() == nil { return }; if ended() { return }; time.Sleep(time.Second) }`, "3 [1s 1s] last"},
		{"log between", `for i := range 3 { if fetch() == nil { return }; if ended() { println(i) }; time.Sleep(time.Second) }`, "3 [1s 1s] last"},
		{"log between, changes", `d := time.Second; for i := range 3 { if fetch() == nil { return }; if ended() { println(i); d = 2*time.Second }; time.Sleep(d) }`, "3 [] last"},
		{"two waits", `for range 3 { if fetch() == nil { return }; time.Sleep(time.Second); time.Sleep(time.Second) }`, "3 [2s 2s] last"},
		{"two different ways", `for range 3 { if fetch() == nil { return }; if ended() { time.Sleep(time.Second) } else { time.Sleep(time.Minute) } }`, "0 []"},
		{"address taken", `d := time.Second; change(&d); for range 3 { if fetch() == nil { return }; time.Sleep(d) }`, "3 [] last"},
		{"in a closure", `d := time.Second; f := func() { d *= 2 }; for range 3 { if fetch() == nil { return }; f(); time.Sleep(d) }`, "3 [] last"},
		{"parameter", `for range given { if fetch() == nil { return }; time.Sleep(time.Second) }`, "0 [1s 1s 1s 1s …]"},
		{"endless", `for { if fetch() == nil { return }; time.Sleep(time.Second) }`, "0 [1s 1s 1s 1s …]"},
		{"fails for good", `for range 2 { err := fetch(); if err == nil { return }; if errors.Is(err, gone) { return }; time.Sleep(time.Second) }`, "2 [1s] last"},
		{"unknown wait", `for range 3 { if fetch() == nil { return }; time.Sleep(wait) }`, "3 [] last"},
		{"no wait", `for range 3 { if fetch() == nil { return } }`, "3 []"},
		{"goto", `i := 0
again:
	if fetch() == nil { return }
	if i++; i < 3 { time.Sleep(time.Second); goto again }`, "3 [1s 1s]"},
		{"labelled", `
loop:
	for i := 1; ; i++ {
		switch err := fetch(); {
		case err == nil: break loop
		case i == 3: return
		default: time.Sleep(time.Duration(i) * time.Second); continue loop
		}
	}`, "3 [1s 2s]"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r := retryIn(t, tt.body)
			waits := fmt.Sprint(r.Trace.Waits)
			if n := len(r.Trace.Waits); n > 20 {
				waits = fmt.Sprintf("%v", r.Trace.Waits[:4])
				waits = waits[:len(waits)-1] + " …]"
			}
			got := fmt.Sprintf("%d %s", r.Trace.Attempts, waits)
			if r.Trace.AfterLast != nil {
				got += " last"
			}
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
		})
	}
}

func TestOverflows(t *testing.T) {
	for _, tt := range []struct {
		body string
		want int
	}{
		{`for i := 0; ; i++ { if fetch() == nil { return }; time.Sleep(time.Second << i) }`, 0},
		{`d := time.Second; for { if fetch() == nil { return }; time.Sleep(d); d *= 2 }`, 0},
		{`for i := 0; ; i++ { if fetch() == nil { return }; time.Sleep(max(0, min(time.Second << i, time.Minute))) }`, 35},
		{`for i := 0; ; i++ { if fetch() == nil { return }; time.Sleep(overflowing(i)) }`, 32},
		{`for i := 0; ; i++ { if fetch() == nil { return }; time.Sleep(min(time.Second << i, time.Minute)) }`, 35},
		{`for i := 0; ; i++ { if fetch() == nil { return }; time.Sleep(time.Second << min(i, 6)) }`, 0},
		{`for i := range 20 { if fetch() == nil { return }; time.Sleep(time.Second << i) }`, 0},
		{`for { if fetch() == nil { return }; time.Sleep(time.Second) }`, 0},
	} {
		if got := retryIn(t, tt.body).Trace.Overflows(); got != tt.want {
			t.Errorf("%s: overflows at %d, want %d", tt.body, got, tt.want)
		}
	}
}

func retryIn(t *testing.T, body string) *Retry {
	t.Helper()
	fset := token.NewFileSet()
	src := `package p
import ("errors"; "math"; "time")
var gone = errors.New("gone")
func fetch() error
func ended() bool
func change(*time.Duration)
func pause(i int) time.Duration {
	d := time.Duration(i+1) * time.Second
	if d > time.Minute { return time.Minute }
	return d
}
func overflowing(n int) time.Duration {
	d := time.Duration(math.Pow(2, float64(n))) * (5 * time.Second)
	if d > 5*time.Minute { d = 5*time.Minute }
	return d
}
var _ = math.Pow
var _ time.Duration
func g(given int, wait time.Duration) {
` + body + "\n}"
	file, err := parser.ParseFile(fset, "p.go", src, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, _, err := ssautil.BuildPackage(&types.Config{Importer: importer.Default()}, fset, types.NewPackage("p", ""), []*ast.File{file}, ssa.SanityCheckFunctions)
	if err != nil {
		t.Fatal(err)
	}
	found := Retries(pkg.Func("g"), remoteCalls{})
	if len(found) != 1 {
		t.Fatalf("%s: %d retries", body, len(found))
	}
	return found[0]
}
