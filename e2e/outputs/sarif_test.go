package outputs

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// TestSARIF holds what is written against the schema of OASIS: what the command finds in a
// program, and what it hardly ever has to write.
func TestSARIF(t *testing.T) {
	schema := compiled(t, sarifSchema(t))
	if schema.Validate(map[string]any{"version": "2.1.0", "runs": []any{map[string]any{"results": 3}}}) == nil {
		t.Fatal("the schema takes anything")
	}
	for name, data := range map[string][]byte{
		"command": sample(t).written(t, "sarif"),
		"made":    written(t, "sarif", made(t)),
		"nothing": written(t, "sarif", nothing()),
	} {
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(data)))
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(v); err != nil {
			t.Errorf("%s: %v\n%s", name, err, data)
		}
	}
	// The schema that is named has to be the one that was looked at.
	if !strings.Contains(string(written(t, "sarif", nothing())), `"$schema": "`+schema.ID+`"`) {
		t.Errorf("the file does not name %s", schema.ID)
	}
}

// sarifSchema is the schema of SARIF 2.1.0, which go-sarif holds as a constant of its own.
func sarifSchema(t *testing.T) string {
	t.Helper()
	dir := strings.TrimSpace(string(run(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/owenrumney/go-sarif/v3")))
	return constant(t, filepath.Join(dir, "pkg", "report", "v210", "sarif", "schema.go"), "schema")
}

// constant is the value of a constant string of a Go file.
func constant(t *testing.T, file, name string) (value string) {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(f, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Names[0].Name == name {
			value, err = strconv.Unquote(spec.Values[0].(*ast.BasicLit).Value)
		}
		return value == ""
	})
	if err != nil || value == "" {
		t.Fatalf("%s has no constant %s: %v", file, name, err)
	}
	return value
}

func compiled(t *testing.T, text string) *jsonschema.Schema {
	t.Helper()
	v, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.AssertFormat()
	if err := c.AddResource("schema.json", v); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
