package fix

import (
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// What is left without the import of "time" is what gofmt would leave; where that is not
// certain, the import stays.
func TestDeleteImport(t *testing.T) {
	for imports, want := range map[string]string{
		"import \"time\"\n\n":                                         "",
		"import t \"time\"\n\n":                                       "",
		"import (\n\t\"time\"\n)\n\n":                                 "",
		"import \"os\"\nimport \"time\"\n\n":                          "import \"os\"\n\n",
		"import \"time\"\nimport \"os\"\n\n":                          "import \"os\"\n\n",
		"import (\n\t\"os\"\n\t\"time\"\n)\n\n":                       "import (\n\t\"os\"\n)\n\n",
		"import (\n\t\"time\"\n\n\t\"a.b/c\"\n)\n\n":                  "import (\n\t\"a.b/c\"\n)\n\n",
		"import (\n\t\"a.b/c\"\n\n\t\"time\"\n)\n\n":                  "import (\n\t\"a.b/c\"\n)\n\n",
		"import (\n\t\"a.b/c\"\n\n\t\"time\"\n\n\t\"d.e/f\"\n)\n\n":   "import (\n\t\"a.b/c\"\n\n\t\"d.e/f\"\n)\n\n",
		"import (\n\t\"os\" // for files\n\t\"time\"\n)\n\n":          "import (\n\t\"os\" // for files\n)\n\n",
		"import (\n\t\"time\" // for clocks\n\t\"x\"\n)\n\n":          "-",
		"import (\n\t// For clocks.\n\t\"time\"\n\t\"x\"\n)\n\n":      "-",
		"// For clocks.\nimport \"time\"\n\n":                         "-",
		"import (\n\t// For clocks.\n\n\t\"time\"\n)\n\n":             "-",
		"import (\"time\"; \"os\")\n\n":                               "-",
		"import (\n\t\"time\"; \"os\"\n)\n\n":                         "-",
		"import \"time\"; import \"os\"\n\n":                          "-",
		"import (\r\n\t\"os\"\r\n\r\n\t\"time\"\r\n)\r\n\r\n":         "import (\r\n\t\"os\"\r\n)\r\n\r\n",
		"import \"C\"\n\nimport (\n\t\"time\"\n)\n\nimport \"x\"\n\n": "import \"C\"\n\nimport \"x\"\n\n",
	} {
		const head, tail = "// Package p is for the test.\npackage p\n\n", "var x int\n"
		fset := token.NewFileSet()
		src := []byte(head + imports + tail)
		file, err := parser.ParseFile(fset, "p.go", src, parser.ParseComments)
		if err != nil {
			t.Errorf("%q: %v", imports, err)
			continue
		}
		var spec *ast.ImportSpec
		for _, s := range file.Imports {
			if s.Path.Value == `"time"` {
				spec = s
			}
		}
		e, ok := DeleteImport(fset, file, src, spec)
		if !ok {
			if want != "-" {
				t.Errorf("%q is not deleted", imports)
			}
			continue
		}
		tokens := fset.File(file.FileStart)
		got := string(src[:tokens.Offset(e.Pos)]) + string(src[tokens.Offset(e.End):])
		if got != head+want+tail {
			t.Errorf("%q leaves %q, want %q", imports, got, want)
		}
		if formatted, err := format.Source([]byte(got)); err != nil || !strings.Contains(got, "\r") && string(formatted) != got {
			t.Errorf("%q leaves what gofmt has something to say about: %v", imports, err)
		}
	}
}
