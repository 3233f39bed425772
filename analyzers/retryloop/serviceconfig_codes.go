package retryloop

import (
	"fmt"
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
	known := j.allNames(names, func(string, string) bool { return true })
	for i, v := range list.elems {
		c, ok := j.code(v)
		switch {
		case !ok || !retries || j.isOTLP(names) && slices.Contains(otlp, c.name):
		case c.unsafe != "" && known && !j.onlyReads(names):
			unsafe, unsafeAt = append(unsafe, c.name+" ("+c.unsafe+")"), first(unsafeAt, v)
			drop[i] = true
		case c.pointless != "":
			pointless, pointlessAt = append(pointless, c.name+" ("+c.pointless+")"), first(pointlessAt, v)
			drop[i] = true
		}
	}
	var edits []textEdit
	// Whether unknown methods may be repeated, a person has to say.
	if !list.open && slices.Contains(drop, false) && (unsafe == nil || j.writes(names)) {
		edits = remove(list.elems, drop)
	}
	if unsafe != nil {
		j.add(fault{danger: unsafeCodes, at: unsafeAt, edits: edits,
			text: fmt.Sprintf("retrying %s is safe only if the methods are idempotent", enumerate(unsafe))})
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

// onlyReads reports whether the methods that a config is for only read, by their
// names: they may be repeated.
func (j *judgement) onlyReads(names *value) bool {
	return j.allNames(names, func(name, method string) bool {
		if method != "" {
			return isRead(method)
		}
		s := j.services[name]
		if s == nil {
			s = j.meant(name)
		}
		return s != nil && !slices.ContainsFunc(s.methods, func(m string) bool { return !isRead(m) })
	})
}

// writes reports whether the stubs show a method, among those that a config is
// for, that does more than read.
func (j *judgement) writes(names *value) bool {
	return !j.onlyReads(names) && j.allNames(names, func(name, _ string) bool { return j.services[name] != nil || j.meant(name) != nil })
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
