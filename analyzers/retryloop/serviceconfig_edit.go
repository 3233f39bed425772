package retryloop

import (
	"bytes"
	"go/ast"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/fix"
	"github.com/reslint/reslint/internal/source"
)

// remove returns the edits that remove some of the elements of an array, not all,
// each with a comma.
func remove(elems []*value, drop []bool) []textEdit {
	var edits []textEdit
	kept := false
	for i, v := range elems {
		switch {
		case !drop[i]:
			kept = true
		case kept:
			edits = append(edits, textEdit{elems[i-1].end, v.end, ""})
		default:
			edits = append(edits, textEdit{v.start, elems[i+1].start, ""})
		}
	}
	return edits
}

// addThrottling returns the edit that adds gRPC's own example of a budget behind
// the other fields of a config, laid out as they are.
func addThrottling(t text, root *value) []textEdit {
	last := root.fields[len(root.fields)-1]
	indent := t[:last.key.start].bytes()
	indent = indent[bytes.LastIndexAny(indent, ",{")+1:]
	if len(bytes.TrimSpace(indent)) > 0 {
		return nil // a hole
	}
	budget := `"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}`
	colon := last.key.end + bytes.IndexByte(t[last.key.end:].bytes(), ':') + 1
	if colon == last.value.start {
		budget = strings.ReplaceAll(budget, ": ", ":")
		budget = strings.ReplaceAll(budget, ", ", ",")
	} else if !bytes.ContainsRune(indent, '\n') {
		indent = []byte(" ")
	}
	return []textEdit{{last.value.end, last.value.end, "," + string(indent) + budget}}
}

// mend returns the fix that mends all of the faults in the source. There is none
// if one of them is for a person to decide, or if an edit would not stay within
// one literal that belongs to this text alone.
func (r *reader) mend(t text, faults []fault) []analysis.SuggestedFix {
	var all []textEdit
	for _, f := range faults {
		if len(f.edits) == 0 {
			return nil
		}
		for _, e := range f.edits {
			if !slices.Contains(all, e) {
				all = append(all, e)
			}
		}
	}
	var edits []analysis.TextEdit
	for _, e := range all {
		edit, ok := r.edit(t, e)
		if !ok {
			return nil
		}
		edits = append(edits, edit)
	}
	return []analysis.SuggestedFix{fix.New(r.pass, message(all), edits...)}
}

// message says what a fix does.
func message(edits []textEdit) string {
	if len(edits) == 1 && strings.Contains(edits[0].json, "retryThrottling") {
		return "Limit the retries"
	}
	return "Mend the service config"
}

// edit turns an edit of a text into one of the source.
func (r *reader) edit(t text, e textEdit) (analysis.TextEdit, bool) {
	at := max(e.start, 1) - 1 // what an insertion follows
	if e.start < e.end {
		at = e.start
	}
	last := max(at, e.end-1)
	for i := at; i <= last; i++ {
		if t[i].hole || t[i].lit == nil || t[i].lit != t[at].lit || i > at && t[i].pos > t[i-1].end {
			return analysis.TextEdit{}, false
		}
	}
	lit := t[at].lit
	if r.shared[lit] {
		return analysis.TextEdit{}, false
	}
	edit := analysis.TextEdit{Pos: t[at].pos, End: t[last].end, NewText: []byte(r.quote(lit, e.json))}
	if e.start == e.end {
		edit.Pos = edit.End
	}
	return edit, true
}

// quote writes JSON as a part of a literal. Lines that have literals of their own
// stay so.
func (r *reader) quote(lit *ast.BasicLit, json string) string {
	if strings.HasPrefix(lit.Value, "`") {
		return json
	}
	quoted := strconv.Quote(json)
	quoted = quoted[1 : len(quoted)-1]
	if strings.HasSuffix(lit.Value, `\n"`) {
		if margin, ok := r.margin(lit.Pos()); ok {
			return strings.ReplaceAll(quoted, `\n`, `\n"`+" +\n"+margin+`"`)
		}
	}
	return quoted
}

// margin is the white space before pos, if nothing else stands there on the line.
func (r *reader) margin(pos token.Pos) (string, bool) {
	file := r.pass.Fset.File(pos)
	src, err := source.Read(r.pass, file.Name())
	if err != nil || len(src) != file.Size() {
		return "", false
	}
	line := src[file.Offset(file.LineStart(file.PositionFor(pos, false).Line)):file.Offset(pos)]
	return string(line), len(bytes.TrimSpace(line)) == 0
}
