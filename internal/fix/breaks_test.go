package fix

import (
	"testing"

	"golang.org/x/tools/go/analysis"
)

// What stood on one line and has become too long for that is broken as gofmt would, and only on the line of the edit.
func TestNewBreaksLines(t *testing.T) {
	const long = "First: 1, Second: 2, Third: 3, Fourth: 4, Fifth: 5, Sixth: 6, Seventh: 7, Eighth: 8"
	tests := []struct{ name, src, insert, want string }{
		{
			"a function that no longer fits",
			"package p\n\ntype T struct{ First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth int }\n\nfunc newT() *T { return &T{/*here*/} }\n",
			long,
			"package p\n\ntype T struct{ First, Second, Third, Fourth, Fifth, Sixth, Seventh, Eighth int }\n\nfunc newT() *T {\n\treturn &T{/*here*/" + long + "}\n}\n",
		},
		{
			"one that does",
			"package p\n\ntype T struct{ First int }\n\nfunc newT() *T { return &T{/*here*/} }\n",
			"First: 1",
			"package p\n\ntype T struct{ First int }\n\nfunc newT() *T { return &T{/*here*/First: 1} }\n",
		},
		{
			"another line that is not clean",
			"package p\n\nfunc f() { if true { return } }\n\nfunc g() int { return /*here*/ 1 }\n",
			"1 +",
			"package p\n\nfunc f() { if true { return } }\n\nfunc g() int { return /*here*/1 + 1 }\n",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			pass, file := load(t, tt.src)
			pos := at(t, file, tt.src)
			fix := New(pass, "insert", analysis.TextEdit{Pos: pos, End: pos, NewText: []byte(tt.insert)})
			if got := applied(t, pass, tt.src, fix.TextEdits); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}
