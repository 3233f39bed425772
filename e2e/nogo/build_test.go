package nogo

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// root is the checkout.
const root = "../.."

// example is the folder whose nogo target is built.
const example = root + "/examples/nogo"

// nogoFiles are the sources of nogo, but for the one that is generated, and generatorFiles those of what
// generates it. (rules_go v0.65.0, go/tools/builders/BUILD.bazel: nogo_srcs, builder_srcs.)
var (
	nogoFiles = []string{
		"constants.go", "env.go", "flags.go", "nogo_fix.go", "nogo_goversions_go118.go", "nogo_goversions_go121.go",
		"nogo_goversions_go122.go", "nogo_main.go", "nogo_version.go", "nolint.go",
	}
	generatorFiles = []string{"env.go", "flags.go", "generate_nogo_main.go"}
)

// generatorMain stands for rules_go's builder, which is made of far more.
const generatorMain = `package main

import (
	"log"
	"os"
)

func main() {
	if err := genNogoMain(os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}
`

// buildNogo builds the nogo target of the example.
func buildNogo(t *testing.T) (nogo string) {
	t.Helper()
	dir := t.TempDir()
	builders := filepath.Join(strings.TrimSpace(run(t, ".", "go", "list", "-m", "-f", "{{.Dir}}", "github.com/bazelbuild/rules_go")), "go", "tools", "builders")

	// The name of the module lets nogo import an internal package of x/tools. Bazel
	// has visibility in the place of that.
	module := read(t, "go.mod")
	module = strings.Replace(module, "module github.com/reslint/reslint/e2e/nogo", "module golang.org/x/tools/nogo", 1)
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "go.mod"), strings.Replace(module, "=> "+root, "=> "+checkout, 1))
	write(t, filepath.Join(dir, "go.sum"), read(t, "go.sum"))
	for _, name := range generatorFiles {
		write(t, filepath.Join(dir, "generate", name), read(t, filepath.Join(builders, name)))
	}
	write(t, filepath.Join(dir, "generate", "main.go"), generatorMain)
	for _, name := range nogoFiles {
		write(t, filepath.Join(dir, "nogo", name), read(t, filepath.Join(builders, name)))
	}

	args := []string{"run", "./generate", "-output", filepath.Join(dir, "nogo", "generated_main.go"), "-config", filepath.Join(checkout, "examples", "nogo", "nogo.json")}
	for _, pkg := range analyzers(t) {
		args = append(args, "-analyzer_importpath", pkg)
	}
	run(t, dir, "go", args...)
	nogo = filepath.Join(dir, "nogo.exe")
	run(t, dir, "go", "build", "-o", nogo, "./nogo")
	return nogo
}

// analyzers are the import paths of the analysers that the example's target names.
func analyzers(t *testing.T) (list []string) {
	label := regexp.MustCompile(`"@com_github_reslint_reslint//(.*)"`)
	for _, m := range label.FindAllStringSubmatch(read(t, example+"/BUILD.bazel"), -1) {
		list = append(list, "github.com/reslint/reslint/"+m[1])
	}
	return list
}

func run(t *testing.T, dir, name string, args ...string) (stdout string) {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", cmd, err, stderr.String())
	}
	return string(out)
}

func read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
