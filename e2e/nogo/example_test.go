package nogo

import (
	"path/filepath"
	"testing"

	"github.com/bazelbuild/buildtools/build" // what buildifier is made of
)

// TestExample reads the files of the example as buildifier does, and wants them formatted.
func TestExample(t *testing.T) {
	for name, parse := range map[string]func(string, []byte) (*build.File, error){
		"BUILD.bazel": build.ParseBuild, "MODULE.bazel": build.ParseModule,
	} {
		text := read(t, filepath.Join(example, name))
		f, err := parse(name, []byte(text))
		if err != nil {
			t.Error(err)
		} else if formatted := string(build.Format(f)); formatted != text {
			t.Errorf("%s is not formatted: buildifier makes\n%s", name, formatted)
		}
	}
	if n := len(analyzers(t)); n != 6 {
		t.Errorf("the target names %d analysers of reslint", n)
	}
}
