package main

import (
	"strings"
	"testing"
)

func TestReport(t *testing.T) {
	const output = `goos: linux
cpu: Any CPU
BenchmarkRetry/floor-call     	 100	         3.0 ns/op	       0 B/op	       0 allocs/op
BenchmarkRetry/floor-call-2   	 100	         1.6 ns/op	       0 B/op	       0 allocs/op
BenchmarkRetry/floor-call     	 100	         2.5 ns/op	       0 B/op	       0 allocs/op
BenchmarkRetry/resilience     	 100	         5.0 ns/op	       0 B/op	       0 allocs/op
BenchmarkRetry/resilience-2   	 100	         2.5 ns/op	       0 B/op	       0 allocs/op
BenchmarkRetry/other          	 100	       500 ns/op	      48 B/op	       1 allocs/op
BenchmarkRetry/other-2        	 100	       250 ns/op	      48 B/op	       1 allocs/op
PASS
`
	const want = `
| Retry | ns | of resilience | ns, two cores | B | allocs |
|---|--:|--:|--:|--:|--:|
| *call* | 2.50 | 0.50 × | 1.60 | 0 | 0 |
| resilience | 5.00 | 1.00 × | 2.50 | 0 | 0 |
| other | 500 | 100 × | 250 | 48 | 1 |
`
	r := read([]byte(output))
	if r.cpu != "Any CPU" {
		t.Errorf("cpu is %q", r.cpu)
	}
	var b strings.Builder
	r.print(&b)
	if b.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", &b, want)
	}
}
