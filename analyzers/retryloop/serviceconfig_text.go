package retryloop

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/reslint/reslint/internal/source"
)

// A text is a string as the program will see it, byte by byte.
type text []char

// A char is one byte of a text, and where the source has it.
type char struct {
	b byte
	// hole says that some unknown text stands here instead.
	hole bool
	// pos and end are where the byte is written; they are NoPos for what is
	// written in another package or in a file that is not Go. The bytes of a
	// rune share the place of an escape.
	pos, end token.Pos
	// lit is the literal, or nil.
	lit *ast.BasicLit
}

// bytes returns the text with a zero byte for each hole.
func (t text) bytes() []byte {
	b := make([]byte, len(t))
	for i, c := range t {
		b[i] = c.b
	}
	return b
}

// plain is a text that is written nowhere in the Go source.
func plain(s string) text {
	t := make(text, len(s))
	for i := range t {
		t[i].b = s[i]
	}
	return t
}

var hole = text{{hole: true}}

// A reader reads string expressions as texts.
type reader struct {
	pass *analysis.Pass
	// constants are the expressions that the constants of the package are
	// declared with.
	constants map[types.Object]ast.Expr
	// shared are the literals that more than one expression may be made of.
	shared map[*ast.BasicLit]bool
	files  map[*token.File][]byte
}

// read returns the text of a string expression.
func (r *reader) read(e ast.Expr) text {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return r.read(e.X)
	case *ast.BasicLit:
		if e.Kind == token.STRING {
			return r.literal(e)
		}
	case *ast.BinaryExpr:
		if e.Op == token.ADD {
			return append(r.read(e.X), r.read(e.Y)...)
		}
	case *ast.Ident:
		return r.constant(e, e)
	case *ast.SelectorExpr:
		return r.constant(e, e.Sel)
	case *ast.CallExpr:
		if r.pass.TypesInfo.Types[e.Fun].IsType() && len(e.Args) == 1 {
			if basic, ok := r.pass.TypesInfo.TypeOf(e.Args[0]).Underlying().(*types.Basic); ok && basic.Info()&types.IsString != 0 {
				return r.read(e.Args[0])
			}
		}
		if isSprintf(r.pass.TypesInfo, e) {
			return verbs(r.read(e.Args[0]))
		}
	}
	return hole
}

func isSprintf(info *types.Info, call *ast.CallExpr) bool {
	fn, ok := typeutil.Callee(info, call).(*types.Func)
	return ok && fn.FullName() == "fmt.Sprintf" && len(call.Args) > 0
}

// constant returns the text of e, which is the name id with or without a
// package before it.
func (r *reader) constant(e ast.Expr, id *ast.Ident) text {
	value := r.pass.TypesInfo.Types[e].Value
	if value == nil || value.Kind() != constant.String {
		return hole
	}
	if made, ok := r.constants[r.pass.TypesInfo.Uses[id]]; ok {
		return r.read(made)
	}
	return plain(constant.StringVal(value))
}

// literal returns the text of a string literal.
func (r *reader) literal(lit *ast.BasicLit) text {
	var t text
	if strings.HasPrefix(lit.Value, "`") {
		t = r.raw(lit)
	} else {
		t = interpreted(lit)
	}
	if value, err := strconv.Unquote(lit.Value); err != nil || value != string(t.bytes()) {
		return plain(value) // not the source that was analysed
	}
	return t
}

// raw reads a raw literal. The syntax tree has it without its carriage returns; if
// there are some, the places are those in the source.
func (r *reader) raw(lit *ast.BasicLit) text {
	if int(lit.End()-lit.Pos()) == len(lit.Value) {
		return rawText(lit, []byte(lit.Value))
	}
	file := r.pass.Fset.File(lit.Pos())
	src, ok := r.files[file]
	if !ok {
		src, _ = source.Read(r.pass, file.Name())
		if len(src) != file.Size() {
			src = nil
		}
		r.files[file] = src
	}
	if src == nil {
		return nil
	}
	return rawText(lit, src[file.Offset(lit.Pos()):])
}

// rawText returns the text of a raw literal, with which src begins.
func rawText(lit *ast.BasicLit, src []byte) text {
	var t text
	for i := 1; i < len(src) && src[i] != '`'; i++ {
		if src[i] != '\r' {
			pos := lit.Pos() + token.Pos(i)
			t = append(t, char{b: src[i], pos: pos, end: pos + 1, lit: lit})
		}
	}
	return t
}

// interpreted returns the text of an interpreted literal.
func interpreted(lit *ast.BasicLit) text {
	if len(lit.Value) < 2 {
		return nil
	}
	var t text
	pos := lit.Pos() + 1
	for rest := lit.Value[1 : len(lit.Value)-1]; rest != ""; {
		r, multibyte, tail, err := strconv.UnquoteChar(rest, '"')
		if err != nil {
			return nil
		}
		end := pos + token.Pos(len(rest)-len(tail))
		encoded := []byte{byte(r)} // \xff is a byte
		if multibyte {
			encoded = utf8.AppendRune(nil, r)
		}
		for _, b := range encoded {
			t = append(t, char{b: b, pos: pos, end: end, lit: lit})
		}
		rest, pos = tail, end
	}
	return t
}

// verbs puts a hole in the place of each verb of a format.
func verbs(format text) text {
	var t text
	for i := 0; i < len(format); i++ {
		if format[i].b != '%' {
			t = append(t, format[i])
			continue
		}
		i++
		for i < len(format) && strings.IndexByte("+-# 0123456789.*[]", format[i].b) >= 0 {
			i++
		}
		switch {
		case i < len(format) && format[i].b == '%':
			t = append(t, format[i])
		default:
			t = append(t, hole...)
		}
	}
	return t
}
