package libraries

import (
	"fmt"
	"go/scanner"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestCases compares what reslint finds in the cases of all libraries with what
// their comments want.
func TestCases(t *testing.T) {
	want := wanted(t)
	for _, f := range findings(t, analysed(t)) {
		if !take(want, f.place, f.message) {
			t.Errorf("%s: unexpected: %s", f.place, f.message)
		}
	}
	for place, patterns := range want {
		for _, re := range patterns {
			t.Errorf("%s: nothing matches %q", place, re)
		}
	}
}

func placeOf(file string, line int) string { return fmt.Sprintf("%s:%d", filepath.ToSlash(file), line) }

// wanted are the patterns of the want comments by file:line.
func wanted(t *testing.T) map[string][]*regexp.Regexp {
	t.Helper()
	want := make(map[string][]*regexp.Regexp)
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, ".go") {
			return err
		}
		src, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		fset := token.NewFileSet()
		file := fset.AddFile(name, -1, len(src))
		var s scanner.Scanner
		s.Init(file, src, nil, scanner.ScanComments)
		for {
			pos, tok, lit := s.Scan()
			if tok == token.EOF {
				return nil
			}
			rest, ok := strings.CutPrefix(lit, "// want ")
			if tok != token.COMMENT || !ok {
				continue
			}
			place := placeOf(name, fset.Position(pos).Line)
			for rest = strings.TrimSpace(rest); rest != ""; rest = strings.TrimSpace(rest) {
				quoted, err := strconv.QuotedPrefix(rest)
				if err != nil {
					return fmt.Errorf("%s: want %s: %w", place, rest, err)
				}
				pattern, _ := strconv.Unquote(quoted)
				re, err := regexp.Compile(pattern)
				if err != nil {
					return fmt.Errorf("%s: %w", place, err)
				}
				want[place] = append(want[place], re)
				rest = rest[len(quoted):]
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 {
		t.Fatal("no want comment in any case")
	}
	return want
}

// take removes a pattern that matches the message, and reports whether there
// was one.
func take(want map[string][]*regexp.Regexp, place, message string) bool {
	for i, re := range want[place] {
		if re.MatchString(message) {
			want[place] = append(want[place][:i:i], want[place][i+1:]...)
			return true
		}
	}
	return false
}
