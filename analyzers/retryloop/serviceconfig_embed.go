package retryloop

import (
	"go/ast"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// An embedded file is one that a variable holds by a //go:embed comment.
type embedded struct {
	name *ast.Ident // the variable
	path string     // as the comment has it, or what its pattern matches
	text text
}

// maxEmbedded is the size up to which a file is looked at: a service config is
// much smaller.
const maxEmbedded = 1 << 20

// embeddedIn returns the JSON files that are embedded in a variable.
func embeddedIn(dir string, decl *ast.GenDecl) []embedded {
	if decl.Tok != token.VAR {
		return nil
	}
	var all []embedded
	for _, spec := range decl.Specs {
		spec := spec.(*ast.ValueSpec)
		doc := spec.Doc
		if doc == nil && !decl.Lparen.IsValid() {
			doc = decl.Doc
		}
		if doc == nil || len(spec.Names) != 1 {
			continue
		}
		for _, file := range matches(dir, patterns(doc)) {
			data, err := os.ReadFile(filepath.Join(dir, file))
			if err == nil {
				all = append(all, embedded{spec.Names[0], filepath.ToSlash(file), plain(string(data))})
			}
		}
	}
	return all
}

// patterns are those of the //go:embed comments.
func patterns(doc *ast.CommentGroup) []string {
	var list []string
	for _, c := range doc.List {
		args, ok := strings.CutPrefix(c.Text, "//go:embed ")
		if !ok {
			continue
		}
		for args = strings.TrimSpace(args); args != ""; args = strings.TrimSpace(args) {
			p, rest, _ := strings.Cut(args, " ")
			if quoted, err := strconv.QuotedPrefix(args); err == nil {
				p, _ = strconv.Unquote(quoted)
				rest = args[len(quoted):]
			}
			list = append(list, strings.TrimPrefix(p, "all:"))
			args = rest
		}
	}
	return list
}

// matches are the regular files with the name of a JSON file that the patterns
// match, relative to dir.
func matches(dir string, patterns []string) []string {
	var list []string
	for _, p := range patterns {
		if !strings.HasSuffix(p, ".json") {
			continue // a directory, or something else
		}
		found, err := filepath.Glob(filepath.Join(escape(dir), filepath.FromSlash(p)))
		if err != nil {
			continue
		}
		for _, name := range found {
			info, err := os.Lstat(name)
			if err != nil || !info.Mode().IsRegular() || info.Size() > maxEmbedded {
				continue
			}
			if rel, err := filepath.Rel(dir, name); err == nil && !slices.Contains(list, rel) {
				list = append(list, rel)
			}
		}
	}
	return list
}

// escape makes a pattern that matches only dir.
func escape(dir string) string {
	if filepath.Separator == '\\' {
		return dir
	}
	return strings.NewReplacer(`\`, `\\`, `*`, `\*`, `?`, `\?`, `[`, `\[`).Replace(dir)
}
