package destination

import (
	"go/constant"
	"go/token"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// A text is what is known of a string: all of it, or how it begins.
type text struct {
	known string
	whole bool
}

// then is the text with another one behind it.
func (t text) then(next text) text {
	if !t.whole {
		return t
	}
	return text{t.known + next.known, next.whole}
}

// texts are what a string may be. One of which nothing is known is an empty beginning.
func (w *walk) texts(v ssa.Value) (all []text) {
	if w.lost {
		return []text{{}}
	}
	for _, made := range w.makers(v) {
		all = append(all, w.text(made)...)
	}
	if w.lost || len(all) > maxTexts {
		w.lost = false
		return []text{{}}
	}
	return all
}

// maxTexts bounds what a string may be.
const maxTexts = 16

func (w *walk) text(made ssa.Value) []text {
	switch v := made.(type) {
	case *ssa.Const:
		if v.Value != nil && v.Value.Kind() == constant.String {
			return []text{{constant.StringVal(v.Value), true}}
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return join(w.texts(v.X), w.texts(v.Y))
		}
	}
	call, fn := callOf(made)
	switch name(fn) {
	case "fmt.Sprintf":
		return w.formatted(call)
	case "net/url.JoinPath":
		return join(w.texts(call.Args[0]), []text{{known: "/"}})
	case "(*net/url.URL).String":
		var all []text
		for _, h := range w.url(call.Args[0]) {
			scheme := "http"
			if h.Encrypted {
				scheme = "https"
			}
			all = append(all, text{known: scheme + "://" + h.Name + "/"})
		}
		return all
	case "strings.TrimSuffix", "strings.TrimRight":
		if isConst(call.Args[1], "/") {
			var all []text
			for _, t := range w.texts(call.Args[0]) {
				if t.whole {
					t.known = strings.TrimRight(t.known, "/")
				}
				all = append(all, t)
			}
			return all
		}
	}
	return []text{{}}
}

func join(before, after []text) (all []text) {
	for _, b := range before {
		for _, a := range after {
			all = append(all, b.then(a))
		}
	}
	return all
}

// formatted is what fmt.Sprintf makes, up to the first verb whose value is not known.
func (w *walk) formatted(call *ssa.CallCommon) []text {
	format := w.texts(call.Args[0])
	if len(format) != 1 || !format[0].whole {
		return []text{{}}
	}
	args := variadic(call.Args[1])
	all := []text{{whole: true}}
	rest := format[0].known
	for {
		before, after, verb := strings.Cut(rest, "%")
		all = join(all, []text{{before, true}})
		switch {
		case !verb:
			return all
		case strings.HasPrefix(after, "%"):
			all = join(all, []text{{"%", true}})
		case len(args) > 0 && (strings.HasPrefix(after, "s") || strings.HasPrefix(after, "v")) && isText(args[0]):
			all = join(all, w.texts(unboxed(args[0])))
			args = args[1:]
		default:
			return join(all, []text{{}})
		}
		rest = after[1:]
	}
}
