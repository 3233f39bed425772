package ready

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// TestDockerfile reads the file as BuildKit does, and runs the commands of its first stage in a clean
// folder. Images are not pulled, nor is what the second stage sets looked at.
func TestDockerfile(t *testing.T) {
	text := read(t, filepath.Join(root, "Dockerfile"))
	parsed, err := parser.Parse(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	stages, _, err := instructions.Parse(parsed.AST, linter.New(&linter.Config{Warn: func(rule, _, _, message string, _ []parser.Range) {
		t.Errorf("%s: %s", rule, message)
	}}))
	if err != nil {
		t.Fatal(err)
	}
	if len(stages) != 2 || stages[0].Name != "build" {
		t.Fatalf("there are %d stages", len(stages))
	}
	checkout, err := filepath.Abs(root)
	if err != nil {
		t.Fatal(err)
	}
	dir, out := t.TempDir(), t.TempDir()
	for _, command := range stages[0].Commands {
		switch c := command.(type) {
		case *instructions.CopyCommand:
			for _, name := range c.SourcePaths {
				// What git knows, as a clean clone has it.
				script{shell: bash, text: `git ls-files -z --cached --others --exclude-standard -- "$0" | tar --null -T - -cf - | tar -C ` + dir + ` -xf -`, dir: checkout}.with(name).must(t, 0)
			}
		case *instructions.RunCommand:
			line := strings.ReplaceAll(strings.Join(c.CmdLine, " "), "/out/", out+"/")
			script{shell: sh, text: line, dir: dir}.must(t, 0)
		}
	}
	made := filepath.Join(out, "reslint")
	wantIn(t, "the program", script{shell: bash, text: made + " version", dir: dir}.must(t, 0), "reslint ")
	script{shell: bash, text: made + " ./...", dir: filepath.Join(sample(t), "app")}.must(t, 1)

	for _, command := range stages[1].Commands {
		if c, ok := command.(*instructions.CopyCommand); ok && (c.From != "build" || c.SourcePaths[0] != "/out/reslint") {
			t.Errorf("it copies %v from %s", c.SourcePaths, c.From)
		}
	}
}

// with gives a script an argument.
func (s script) with(arg string) script {
	s.text = strings.ReplaceAll(s.text, "$0", arg)
	return s
}
