package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/reslint/reslint/internal/findings"
)

func TestText(t *testing.T) {
	dir := t.TempDir()
	source := "package p\n\nfunc f() {\r\n\tg(\"é\", h(1,\n\t\t2))\n}\n" + strings.Repeat("x", maxLine+1) + "\n"
	if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	at := func(line, column int) findings.Position {
		return findings.Position{File: "a.go", Line: line, Column: column}
	}
	for _, tt := range []struct {
		name string
		f    findings.Finding
		want string
	}{
		{"range", findings.Finding{Start: at(4, 2), End: at(4, 7)},
			"a.go:4:2: m (r/r)\n\t4 | \tg(\"é\", h(1,\n\t  | \t^^^^\n"},
		{"behind a wide rune", findings.Finding{Start: at(4, 10), End: at(4, 11)},
			"a.go:4:10: m (r/r)\n\t4 | \tg(\"é\", h(1,\n\t  | \t       ^\n"},
		{"several lines", findings.Finding{Start: at(4, 10), End: at(5, 4)},
			"a.go:4:10: m (r/r)\n\t4 | \tg(\"é\", h(1,\n\t  | \t       ^^^^\n"},
		{"empty range", findings.Finding{Start: at(1, 1), End: at(1, 1)},
			"a.go:1:1: m (r/r)\n\t1 | package p\n\t  | ^\n"},
		{"carriage return", findings.Finding{Start: at(3, 1), End: at(3, 99)},
			"a.go:3:1: m (r/r)\n\t3 | func f() {\n\t  | ^^^^^^^^^^\n"},
		{"long line", findings.Finding{Start: at(7, 1), End: at(7, 2)}, "a.go:7:1: m (r/r)\n"},
		{"line that is not there", findings.Finding{Start: at(70, 1)}, "a.go:70:1: m (r/r)\n"},
		{"column that is not there", findings.Finding{Start: at(1, 70)}, "a.go:1:70: m (r/r)\n"},
		{"end before start", findings.Finding{Start: at(1, 5), End: at(1, 2)},
			"a.go:1:5: m (r/r)\n\t1 | package p\n\t  |     ^\n"},
		{"no column", findings.Finding{Start: at(1, 0)}, "a.go:1: m (r/r)\n"},
		{"no file", findings.Finding{Start: findings.Position{File: "b.go", Line: 1, Column: 1}}, "b.go:1:1: m (r/r)\n"},
		{"chain", findings.Finding{Start: at(9, 1), Related: []findings.Related{{Start: at(1, 1), Message: "first"}, {Start: at(2, 1), Message: "then"}}},
			"a.go:9:1: m (r/r)\n\ta.go:1:1: first\n\ta.go:2:1: then\n"},
		{"not fixed", findings.Finding{Start: at(9, 1), Unfixed: "it is late"},
			"a.go:9:1: m (r/r)\n\tnot fixed: it is late\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.f.Message, tt.f.Rule, tt.f.URL = "m", "r/r", "u"
			var buf bytes.Buffer
			text := Text{Dir: dir}
			if err := text.Write(&buf, []findings.Finding{tt.f}); err != nil {
				t.Fatal(err)
			}
			want := tt.want + "\n   1  r/r  u\n1 finding in 1 package\n"
			if buf.String() != want {
				t.Errorf("got\n%s\nwant\n%s", buf.String(), want)
			}
		})
	}
}

func TestTextColor(t *testing.T) {
	var buf bytes.Buffer
	text := Text{Color: true}
	if err := text.Write(&buf, []findings.Finding{{Start: findings.Position{File: "a.go", Line: 1}, Message: "m", Rule: "r/r"}}); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[1ma.go:1\x1b[0m: m \x1b[2m(r/r)\x1b[0m\n"; !strings.HasPrefix(buf.String(), want) {
		t.Errorf("got %q, want it to begin with %q", buf.String(), want)
	}
}

func TestSummary(t *testing.T) {
	fix := []findings.Fix{{}}
	list := []findings.Finding{{Package: "p", Fixes: fix}, {Package: "p"}, {Package: "q", Fixes: fix, Unfixed: "no"}}
	if got, want := Summary(list), "3 findings in 2 packages; 1 with a fix (reslint -fix)"; got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
	if got, want := Summary(list[1:2]), "1 finding in 1 package"; got != want {
		t.Errorf("Summary = %q, want %q", got, want)
	}
}

func TestNoFindings(t *testing.T) {
	var text, array bytes.Buffer
	if err := (&Text{}).Write(&text, nil); err != nil || text.Len() > 0 {
		t.Errorf("text of nothing is %q, %v", text.String(), err)
	}
	if err := JSON(&array, nil); err != nil || array.String() != "[]\n" {
		t.Errorf("JSON of nothing is %q, %v", array.String(), err)
	}
}

func TestWantColor(t *testing.T) {
	file, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if WantColor(file) {
		t.Error("a file gets colours")
	}
	terminal, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0) // a character device, too
	if err != nil {
		t.Fatal(err)
	}
	defer terminal.Close()
	t.Setenv("TERM", "xterm")
	t.Setenv("NO_COLOR", "")
	if !WantColor(terminal) {
		t.Error("a terminal gets no colours")
	}
	t.Setenv("NO_COLOR", "1")
	if WantColor(terminal) {
		t.Error("NO_COLOR is not honoured")
	}
}
