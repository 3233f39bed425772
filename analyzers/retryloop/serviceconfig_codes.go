package retryloop

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// A code is a status code of gRPC.
type code struct {
	name string
	// unsafe and pointless say what is wrong with retrying it: the call may
	// have been carried out, or the next answer will be the same. Some have
	// neither: what they mean depends on the service, as for NOT_FOUND,
	// ABORTED, RESOURCE_EXHAUSTED, OUT_OF_RANGE and UNAUTHENTICATED.
	unsafe, pointless string
}

// codes are the status codes by number.
var codes = []code{
	{name: "OK", pointless: "no failure"},
	{name: "CANCELLED", pointless: "the caller gave up"},
	{name: "UNKNOWN", unsafe: "any plain error of a handler, also after half of the work"},
	{name: "INVALID_ARGUMENT", pointless: "the request stays wrong"},
	{name: "DEADLINE_EXCEEDED", unsafe: "the server may have done the work, and is too slow already"},
	{name: "NOT_FOUND"},
	{name: "ALREADY_EXISTS", pointless: "it will still exist"},
	{name: "PERMISSION_DENIED", pointless: "the same credentials are refused again"},
	{name: "RESOURCE_EXHAUSTED"},
	{name: "FAILED_PRECONDITION", pointless: "so until somebody changes the state of the system"},
	{name: "ABORTED"},
	{name: "OUT_OF_RANGE"},
	{name: "UNIMPLEMENTED", pointless: "the server has no such method"},
	{name: "INTERNAL", unsafe: "something broke, maybe after the work was done"},
	{name: "UNAVAILABLE"},
	{name: "DATA_LOSS", pointless: "what is lost stays lost"},
	{name: "UNAUTHENTICATED"},
}

// otlp are the codes that the OpenTelemetry Protocol tells its clients to retry.
var otlp = []string{"CANCELLED", "DEADLINE_EXCEEDED", "ABORTED", "OUT_OF_RANGE", "UNAVAILABLE", "DATA_LOSS"}

// codes looks at the codes that are retried.
func (j *judgement) codes(list, names *value, retries bool) {
	var unsafe, pointless []string
	var unsafeAt, pointlessAt *value
	drop := make([]bool, len(list.elems))
	write, unknown := j.write(names)
	for i, v := range list.elems {
		c, ok := j.code(v)
		switch {
		case !ok || !retries || j.isOTLP(names) && slices.Contains(otlp, c.name):
		case c.unsafe != "" && (write != "" || unknown && j.strict):
			unsafe, unsafeAt = append(unsafe, c.name+" ("+c.unsafe+")"), first(unsafeAt, v)
			drop[i] = true
		case c.pointless != "":
			pointless, pointlessAt = append(pointless, c.name+" ("+c.pointless+")"), first(pointlessAt, v)
			drop[i] = true
		}
	}
	var edits []textEdit
	// Whether unknown methods may be repeated, a person has to say.
	if !list.open && slices.Contains(drop, false) && (unsafe == nil || write != "") {
		edits = remove(list.elems, drop)
	}
	if unsafe != nil {
		text := fmt.Sprintf("retrying %s is safe only if the methods are idempotent", enumerate(unsafe))
		if write != "" {
			text = fmt.Sprintf("retrying %s may run %s twice", enumerate(unsafe), write)
		}
		j.add(fault{danger: unsafeCodes, at: unsafeAt, edits: edits, text: text})
	}
	if pointless != nil {
		j.add(fault{danger: pointlessCodes, at: pointlessAt, edits: edits,
			text: fmt.Sprintf("retrying %s can't help", enumerate(pointless))})
	}
}

func first(v, other *value) *value {
	if v != nil {
		return v
	}
	return other
}

// enumerate joins the parts of a list.
func enumerate(parts []string) string {
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return strings.Join(parts, "")
}

// code returns the code that v stands for, and refuses what stands for none.
func (j *judgement) code(v *value) (code, bool) {
	switch v.kind {
	case number:
		if n, err := strconv.ParseUint(v.text, 10, 32); err == nil && n < uint64(len(codes)) {
			return codes[n], true
		}
		j.refuse(v, nil, "%s is no status code", v.text)
	case str:
		if i := codeNamed(v.text); i >= 0 {
			return codes[i], true
		}
		right := strings.ToUpper(v.text)
		if right == "CANCELED" {
			right = "CANCELLED"
		}
		if codeNamed(right) < 0 {
			j.refuse(v, nil, "%q is no status code", v.text)
			break
		}
		j.refuse(v, []textEdit{{v.start, v.end, strconv.Quote(right)}}, "%q is no status code: write %q", v.text, right)
	case boolean, array, object:
		j.refuse(v, nil, "%s is no status code", v.kind)
	}
	return code{}, false
}

func codeNamed(name string) int {
	return slices.IndexFunc(codes, func(c code) bool { return c.name == name })
}

// isOTLP reports whether all names are services of the OpenTelemetry Protocol.
func (j *judgement) isOTLP(names *value) bool {
	return j.allNames(names, func(service, _ string) bool {
		return strings.HasPrefix(service, "opentelemetry.proto.collector.")
	})
}

// write is a method, among those that a config is for, that does more than read by
// its name. Without one, unknown tells that there may be some all the same.
func (j *judgement) write(names *value) (method string, unknown bool) {
	known := j.allNames(names, func(name, m string) bool {
		var of []*service
		switch s := j.services[name]; {
		case m != "":
			of = []*service{{name: name, methods: []string{m}}}
		case name == "":
			of = slices.SortedFunc(maps.Values(j.services), func(a, b *service) int { return strings.Compare(a.name, b.name) })
			unknown = true // of other services, too
		case s != nil:
			of = []*service{s}
		case j.meant(name) != nil:
			of = []*service{j.meant(name)}
		default:
			unknown = true
		}
		for _, s := range of {
			for _, m := range s.methods {
				if method == "" && !isRead(m) {
					method = s.name + "/" + m
				}
			}
		}
		return true
	})
	return method, unknown || !known
}

// allNames reports whether all names of a method config are known, and ok holds for
// each.
func (j *judgement) allNames(names *value, ok func(service, method string) bool) bool {
	if names == nil || names.kind != array || names.open || len(names.elems) == 0 {
		return false
	}
	for _, n := range names.elems {
		service, method := n.get("service"), n.get("method")
		if n.kind != object || isUnknown(service) || isUnknown(method) || !ok(textOf(service), textOf(method)) {
			return false
		}
	}
	return true
}

func isUnknown(v *value) bool { return v != nil && v.kind == unknown }

func textOf(v *value) string {
	if v == nil {
		return ""
	}
	return v.text
}

var readVerbs = []string{"Get", "BatchGet", "List", "Search", "Lookup", "Find", "Fetch", "Read", "Check", "Watch", "Describe", "Count", "Exists", "Has", "Is", "Ping", "Status", "Stat", "Health", "Resolve", "Validate", "Verify", "Version"}

// isRead reports whether the name of a method begins with a word for reading.
func isRead(method string) bool {
	return slices.ContainsFunc(readVerbs, func(verb string) bool {
		rest, ok := strings.CutPrefix(method, verb)
		return ok && (rest == "" || rest[0] >= 'A' && rest[0] <= 'Z')
	})
}
