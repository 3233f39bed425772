package mesh

import "strings"

// istioRetries is how often Istio tries again where a route does not say: twice. (istio/istio,
// pilot/pkg/networking/core/route/retry/retry.go: defaultPolicy, and ConvertPolicy for
// what a route says; "retries: {}" and "attempts: 0" switch them off.)
const istioRetries = 2

// istio reads a VirtualService.
func (r *reader) istio(n node) error {
	r.known = true
	spec := n.get("spec")
	namespace := n.get("metadata").get("namespace").text()
	hosts, err := spec.get("hosts").hosts("spec.hosts")
	if err != nil {
		return err
	}
	var all []pattern
	for _, p := range hosts {
		all = append(all, istioHost(p, namespace)...)
	}
	// A gateway ends the encryption of those who call it. The proxy beside the program,
	// which has the name mesh, sees what the program has not encrypted.
	plain := true
	for _, g := range spec.get("gateways").list() {
		plain = plain && g.text() == "mesh"
	}
	for _, h := range spec.get("http").list() {
		if !h.get("redirect").missing() || !h.get("directResponse").missing() {
			continue // nobody is called
		}
		at := route{hosts: all, attempts: istioRetries + 1, where: r.file + " (Istio's default)", plain: plain}
		retries := h.get("retries")
		switch {
		case !h.get("delegate").missing():
			at.attempts, at.where = 0, h.where() // another resource says
		case !retries.missing():
			attempts := retries.get("attempts")
			at.attempts, at.where = 1, retries.where()
			if !attempts.missing() {
				n, err := attempts.retries("spec.http.retries.attempts")
				if err != nil {
					return err
				}
				at.attempts, at.where = n+1, attempts.where()
			}
		}
		r.add(at)
	}
	return nil
}

// istioHost is what programs call a host of a VirtualService. A name without a dot is that
// of a service in the namespace of the resource.
func istioHost(p pattern, namespace string) []pattern {
	p.anyPort = true
	if p.star {
		return []pattern{p}
	}
	if !strings.Contains(p.before, ".") {
		return service(p.before, namespace, true)
	}
	if name, ok := strings.CutSuffix(p.before, ".svc"); ok {
		if name, ns, ok := strings.Cut(name, "."); ok && !strings.Contains(ns, ".") {
			return service(name, ns, ns == namespace)
		}
	}
	return []pattern{p}
}
