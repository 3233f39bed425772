package outputs

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
	"testing"

	"go.yaml.in/yaml/v4"

	"github.com/reslint/reslint/internal/config"
	"github.com/reslint/reslint/internal/rule"
)

// beyond are settings that reslint refuses and a schema can't: what is wrong, behind a part of the text.
var beyond = map[string]string{
	"[a'": "a pattern that is none",
}

// TestSettings holds the schema of the settings file against what reslint takes, over the texts of
// internal/config's own tests and some more.
func TestSettings(t *testing.T) {
	schema := compiled(t, read(t, "../../docs/reslint.schema.json"))
	texts := tested(t)
	if len(texts) < 25 {
		t.Fatalf("only %d texts were found", len(texts))
	}
	texts = append(texts,
		"strict: true\ntests: false\nruntime: true\nlimit: 3\nmax: 2m\ncap: 1h\nmesh: pay=3\nwarn: timeout\nerror: [fanout, timeout/dial]\n",
		"paths:\n- path: '**/*_gen.go'\n  disable: timeout\n  warn: [retryloop]\n- {path: a, error: layering/mesh}\n",
		"timeout: 1h2m3.5s\n", "timeout: 1.5h\n", "timeout: 100ms\n", "timeout: 5µs\n", "timeout: .5s\n", "timeout: 0\n", "timeout: 0s\n", "timeout: 5 s\n", "timeout: 5\n", "timeout: '5s'\n",
		"attempts: 1.5\n", "attempts: '3'\n", "attempts: -1\n", "attempts: 1e3\n", "strict: yes\n", "strict: 'true'\n", "enable: 3\n", "enable: []\n", "paths: []\n", "paths: {}\n", "api: []\n", "timeout: null\n", "config: x\n", "paths: [{path: ''}]\n",
	)
	check := config.Check{Rule: rule.Check.Rule} // no file of a mesh is there
	compared := 0
	for _, text := range texts {
		var v any
		if yaml.Unmarshal([]byte(text), &v) != nil {
			continue // no YAML, and an editor says so
		}
		data, err := json.Marshal(v)
		if err != nil || string(data) == "null" {
			continue // nothing that JSON knows
		}
		if v, err = decoded(data); err != nil {
			t.Fatal(err)
		}
		compared++
		_, refused := config.Parse("f.yaml", []byte(text), check)
		invalid := schema.Validate(v)
		for part, what := range beyond {
			if strings.Contains(text, part) && refused != nil && invalid == nil {
				t.Logf("%q: %s", text, what)
				invalid = refused
			}
		}
		if (refused == nil) != (invalid == nil) {
			t.Errorf("%q: reslint says %v, and the schema %v", text, refused, invalid)
		}
	}
	t.Logf("%d texts were compared", compared)
}

func decoded(data []byte) (v any, err error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	err = dec.Decode(&v)
	return v, err
}

// tested are the settings in internal/config's tests: the keys of the table of wrong ones, and what
// Parse is given in the others.
func tested(t *testing.T) (texts []string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "../../internal/config/config_test.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	add := func(e ast.Expr) {
		if lit, ok := e.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			if s, err := strconv.Unquote(lit.Value); err == nil {
				texts = append(texts, s)
			}
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if table, ok := n.X.(*ast.CompositeLit); ok {
				for _, e := range table.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok && !strings.HasPrefix(kv.Key.(*ast.BasicLit).Value, `"/`) {
						add(kv.Key)
					}
				}
			}
		case *ast.CallExpr:
			if conv, ok := n.Fun.(*ast.ArrayType); ok && len(n.Args) == 1 && conv.Len == nil {
				add(n.Args[0])
			}
		}
		return true
	})
	return texts
}
