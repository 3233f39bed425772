package retryloop

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strconv"
	"strings"
)

// A service is what a package of generated stubs tells of a service of gRPC.
type service struct {
	name    string   // full, as in the .proto file
	methods []string // all of them
	pkg     string   // name of the Go package
}

// servicesOf returns the services whose stubs are in the package, or in one that
// it imports. The generated constants X_Method_FullMethodName have their names.
func servicesOf(pkg *types.Package) map[string]*service {
	all := make(map[string]*service)
	for _, p := range append([]*types.Package{pkg}, pkg.Imports()...) {
		for _, name := range p.Scope().Names() {
			if !strings.HasSuffix(name, "_FullMethodName") {
				continue
			}
			c, ok := p.Scope().Lookup(name).(*types.Const)
			if !ok || c.Val().Kind() != constant.String {
				continue
			}
			full := constant.StringVal(c.Val()) // "/pkg.Service/Method"
			parts := strings.Split(full, "/")
			if len(parts) != 3 || parts[0] != "" {
				continue
			}
			s := all[parts[1]]
			if s == nil {
				s = &service{name: parts[1], pkg: p.Name()}
				all[s.name] = s
			}
			s.methods = append(s.methods, parts[2])
		}
	}
	return all
}

// names looks at what a method config is for.
func (j *judgement) names(list *value) {
	if len(list.elems) == 0 && !list.open {
		j.add(fault{danger: ignored, at: list, text: `an empty "name" matches no call (for all methods that is "name": [{}])`})
		return
	}
	for _, n := range list.elems {
		if !j.want(n, "a name", object) {
			continue
		}
		serviceAt, methodAt := n.get("service"), n.get("method")
		if serviceAt != nil && !j.want(serviceAt, "service", str) || methodAt != nil && !j.want(methodAt, "method", str) {
			continue
		}
		name, method := textOf(serviceAt), textOf(methodAt)
		if name == "" && method != "" {
			j.refuse(methodAt, nil, "method %q has no service", method)
			continue
		}
		path := name + "/" + method
		if j.paths[path] {
			j.refuse(n, nil, "the name %s is there twice", path)
		}
		j.paths[path] = true
		if name != "" {
			j.match(serviceAt, methodAt, name, method)
		}
	}
}

// match reports a name that no call can have.
func (j *judgement) match(serviceAt, methodAt *value, name, method string) {
	nothing := func(at *value, right, format string, args ...any) {
		f := fault{danger: ignored, at: at, text: fmt.Sprintf(format, args...)}
		if right != "" {
			f.edits = []textEdit{{at.start, at.end, strconv.Quote(right)}}
		}
		j.add(f)
	}
	s := j.services[name]
	switch {
	case s != nil:
	case strings.ContainsAny(name, "*?^|[]()"):
		nothing(serviceAt, "", `the service %q matches no call: gRPC knows no patterns ({} stands for all methods)`, name)
		return
	default:
		if s = j.meant(name); s == nil {
			if strings.HasPrefix(name, "/") {
				nothing(serviceAt, strings.Trim(name, "/"), "the service %q matches no call: its name has no slash", name)
			}
			return
		}
		nothing(serviceAt, s.name, "the service %q matches no call: its name is %s", name, s.name)
	}
	if method == "" || slices.Contains(s.methods, method) {
		return
	}
	for _, m := range s.methods {
		if strings.EqualFold(m, strings.Trim(method, "/")) {
			nothing(methodAt, m, "the method %q matches no call: its name is %s", method, m)
			return
		}
	}
	nothing(methodAt, "", "the method %q matches no call: %s has %s", method, s.name, enumerate(s.methods))
}

// meant is the service that a name stands for which is not a service's: the name
// of a Go stub, or one with a slash or without its package. It is nil if that is
// not certain.
func (j *judgement) meant(name string) *service {
	bare := strings.Trim(name, "/")
	var found *service
	for _, s := range j.services {
		simple := s.name[strings.LastIndexByte(s.name, '.')+1:]
		for _, suffix := range []string{"", "Client", "Server"} {
			switch bare {
			case s.name + suffix, simple + suffix, s.pkg + "." + simple + suffix:
				if found != nil && found != s {
					return nil
				}
				found = s
			}
		}
	}
	return found
}
