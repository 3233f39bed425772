package mesh

// gateway reads an HTTPRoute or a GRPCRoute of the Kubernetes Gateway API. One that is attached
// to a service is about calls of that service, one that is attached to a gateway about those
// of its host names. What stands behind, in backendRefs, may be called directly, and then no
// route is taken. (gateway.networking.k8s.io/v1, HTTPRouteRetry: attempts are retries, and how
// many there are without, each implementation decides.)
func (r *reader) gateway(n node, kind string) error {
	r.known = true
	spec := n.get("spec")
	namespace := n.get("metadata").get("namespace").text()
	var services []pattern
	attached := false // to a gateway
	for _, ref := range spec.get("parentRefs").list() {
		if ref.get("kind").text() != "Service" {
			attached = true
			continue
		}
		of := namespace
		if ns := ref.get("namespace").text(); ns != "" {
			of = ns
		}
		services = append(services, service(ref.get("name").text(), of, of == namespace)...)
	}
	var hosts []pattern
	if attached {
		var err error
		if hosts, err = spec.get("hostnames").hosts("spec.hostnames"); err != nil {
			return err
		}
		for i := range hosts {
			hosts[i].anyPort = true
		}
	}
	for _, rule := range spec.get("rules").list() {
		attempts, where := 0, rule.where()
		if a := rule.get("retry").get("attempts"); !a.missing() {
			n, err := a.retries(kind + " spec.rules.retry.attempts")
			if err != nil {
				return err
			}
			attempts, where = n+1, a.where()
		}
		if redirects(rule) {
			continue
		}
		r.add(route{hosts: services, attempts: attempts, where: where, plain: true})
		r.add(route{hosts: hosts, attempts: attempts, where: where})
	}
	return nil
}

// redirects reports whether a rule answers by itself.
func redirects(rule node) bool {
	for _, f := range rule.get("filters").list() {
		if f.get("type").text() == "RequestRedirect" {
			return true
		}
	}
	return false
}
