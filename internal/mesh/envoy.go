package mesh

import "go.yaml.in/yaml/v4"

// maxDepth bounds the search for virtual hosts. In a bootstrap they stand some dozen levels
// deep.
const maxDepth = 40

// envoy looks for virtual hosts in a configuration of Envoy, wherever they stand: a whole
// bootstrap, a listener, a route configuration.
func (r *reader) envoy(n node, depth int) error {
	if n.Node == nil || depth > maxDepth {
		return nil
	}
	for _, host := range n.get("virtual_hosts", "virtualHosts").list() {
		if err := r.virtualHost(host); err != nil {
			return err
		}
	}
	if n.Kind != yaml.MappingNode && n.Kind != yaml.SequenceNode {
		return nil
	}
	for _, c := range n.Content { // aliases are not followed: what they name stands elsewhere
		if err := r.envoy(node{c, n.file}, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// virtualHost reads one. The policy of a route takes the place of the host's, whole.
// (envoyproxy/envoy, api/envoy/config/route/v3/route_components.proto)
func (r *reader) virtualHost(host node) error {
	hosts, err := host.get("domains").hosts("domains")
	if err != nil {
		return err
	}
	r.known = r.known || len(hosts) > 0
	whole := host.get("retry_policy", "retryPolicy")
	for _, at := range host.get("routes").list() {
		action := at.get("route")
		if action.missing() {
			continue // a redirect, or an answer of the proxy's own
		}
		policy := action.get("retry_policy", "retryPolicy")
		if policy.missing() {
			policy = whole
		}
		attempts, where, err := envoyPolicy(policy)
		if err != nil {
			return err
		}
		if policy.missing() {
			where = action.where()
		}
		if n := action.get("retry_policy_typed_config", "retryPolicyTypedConfig"); !n.missing() {
			attempts = 0 // an extension of the proxy decides
		}
		r.add(route{hosts: hosts, attempts: attempts, where: where, plain: true})
	}
	return nil
}

// envoyPolicy reads a retry policy. Without a condition to retry on there is no retry; without a
// number there is one.
func envoyPolicy(policy node) (attempts int, where string, err error) {
	if policy.missing() || policy.get("retry_on", "retryOn").text() == "" {
		return 1, policy.where(), nil
	}
	num := policy.get("num_retries", "numRetries")
	if num.missing() {
		return 2, policy.where(), nil
	}
	n, err := num.retries("retry_policy.num_retries")
	return n + 1, num.where(), err
}
