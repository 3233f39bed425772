package retryloop

import (
	"encoding/json"
	"strings"
)

// A kind is what a JSON value is.
type kind int

const (
	// unknown is what a hole stands for, or contains.
	unknown kind = iota
	null
	boolean
	number
	str
	array
	object
)

func (k kind) String() string {
	return [...]string{"unknown", "null", "a boolean", "a number", "a string", "an array", "an object"}[k]
}

// A value is a JSON value and where it stands in a text.
type value struct {
	kind       kind
	start, end int
	// text is the number as it is written, or the string that is meant.
	text   string
	fields []field
	elems  []*value
	// open says that an array or object may have more than is seen.
	open bool
}

type field struct{ key, value *value }

// is reports whether a key stands for the field with the name.
func (v *value) is(name string) bool { return v.kind == str && strings.EqualFold(v.text, name) }

// get returns the value of a field of an object, in the way of encoding/json:
// the case of names does not matter. It is nil if there is none; the zero value
// is unknown.
func (v *value) get(name string) *value {
	var found *value
	for _, f := range v.fields {
		if f.key.kind == unknown {
			return &value{}
		}
		if f.key.is(name) {
			if found != nil {
				return &value{} // two of them: leave it
			}
			found = f.value
		}
	}
	switch {
	case found == nil && (v.open || v.kind == unknown):
		return &value{}
	case found != nil && found.kind == null:
		return nil
	}
	return found
}

// there reports whether the text has the value, even if it is not known.
func (v *value) there() bool { return v != nil && v.end > 0 }

// key returns the place of the name of a field, or of the object without it.
func (v *value) key(name string) *value {
	for _, f := range v.fields {
		if f.key.is(name) {
			return f.key
		}
	}
	return v
}

// parse parses a text as JSON. What a hole stands for is one value, or some
// elements or fields.
func parse(t text) (*value, bool) {
	p := &jsonParser{text: t}
	v := p.value()
	p.space()
	if p.failed || p.i != len(t) {
		return nil, false
	}
	return v, true
}

type jsonParser struct {
	text   text
	i      int
	failed bool
	// loose says that a hole follows a number: it may be the rest of it, or
	// bring more items.
	loose bool
}

// next is the byte at hand; it is 0 at a hole and at the end.
func (p *jsonParser) next() byte {
	if p.i < len(p.text) {
		return p.text[p.i].b
	}
	return 0
}

func (p *jsonParser) atHole() bool { return p.i < len(p.text) && p.text[p.i].hole }

func (p *jsonParser) space() {
	for p.i < len(p.text) && strings.IndexByte(" \t\r\n", p.next()) >= 0 {
		p.i++
	}
}

// take moves behind the byte c, if that is next.
func (p *jsonParser) take(c byte) bool {
	if p.space(); p.next() != c || p.atHole() || p.i >= len(p.text) {
		return false
	}
	p.i++
	return true
}

func (p *jsonParser) expect(c byte) {
	if !p.take(c) {
		p.failed = true
	}
}

func (p *jsonParser) value() *value {
	p.space()
	v := &value{start: p.i}
	switch c := p.next(); {
	case c == '{':
		p.object(v)
	case c == '[':
		p.array(v)
	case c == '"':
		p.string(v)
	default:
		p.scalar(v)
	}
	v.end = p.i
	return v
}

// list reads the items between an opening and a closing byte. A hole among them
// leaves the list open.
func (p *jsonParser) list(v *value, opening, closing byte, item func()) {
	p.expect(opening)
	comma, required := false, false // whether one comes next, and whether one came
	for !p.failed {
		p.space()
		switch {
		case p.atHole() && (v.kind == object || p.wholeItem(closing)):
			v.open = true
			p.i++
			p.take(',')
			comma, required = false, false
		case comma:
			if p.take(closing) {
				return
			}
			p.expect(',')
			comma, required = false, true
		case !required && p.take(closing):
			return
		default:
			item()
			v.open = v.open || p.loose
			comma, required, p.loose = true, false, false
		}
	}
}

// wholeItem reports whether the hole at hand is an element of its own, or some.
func (p *jsonParser) wholeItem(closing byte) bool {
	rest := strings.TrimLeft(string(p.text[p.i+1:].bytes()), " \t\r\n")
	return rest != "" && (rest[0] == ',' || rest[0] == closing || rest[0] == '{' || rest[0] == '"')
}

func (p *jsonParser) object(v *value) {
	v.kind = object
	p.list(v, '{', '}', func() {
		if p.next() != '"' {
			p.failed = true
			return
		}
		f := field{key: p.value()}
		p.expect(':')
		f.value = p.value()
		v.fields = append(v.fields, f)
	})
}

func (p *jsonParser) array(v *value) {
	v.kind = array
	p.list(v, '[', ']', func() { v.elems = append(v.elems, p.value()) })
}

func (p *jsonParser) string(v *value) {
	v.kind = str
	start := p.i
	for p.i++; ; p.i++ {
		switch {
		case p.i >= len(p.text):
			p.failed = true
			return
		case p.text[p.i].hole:
			v.kind = unknown
		case p.next() == '\\':
			p.i++
		case p.next() == '"':
			p.i++
			if v.kind == str && json.Unmarshal(p.text[start:p.i].bytes(), &v.text) != nil {
				p.failed = true
			}
			if placeholder(v.text) {
				v.kind = unknown
			}
			return
		}
	}
}

// placeholder reports whether a string looks like the place of another, in
// whatever language of templates.
func placeholder(s string) bool {
	return strings.ContainsAny(s, "%{}$<>#@") || strings.HasPrefix(s, "__")
}

// scalar reads a number, a word or a hole.
func (p *jsonParser) scalar(v *value) {
	holes := false
	for p.i < len(p.text) && (p.atHole() || strings.IndexByte(" \t\r\n,:{}[]\"", p.next()) < 0) {
		if p.atHole() {
			holes = true
			p.loose = p.loose || p.i > v.start
		}
		p.i++
	}
	s := string(p.text[v.start:p.i].bytes())
	switch {
	case holes: // unknown
	case s == "null":
		v.kind = null
	case s == "true", s == "false":
		v.kind, v.text = boolean, s
	case json.Valid([]byte(s)):
		v.kind, v.text = number, s
	default:
		p.failed = true
	}
}
