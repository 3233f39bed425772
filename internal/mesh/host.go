package mesh

import (
	"fmt"
	"strings"
)

// A pattern is a host, or the hosts that end or begin with a text: "*.shop.svc", "api.*".
type pattern struct {
	before, after string // around the star; all is before without one
	star          bool
	// anyPort is set where a pattern without a port means all of them.
	anyPort bool
}

func parsePattern(host string) (pattern, error) {
	host = normal(host)
	before, after, star := strings.Cut(host, "*")
	switch {
	case host == "" || strings.ContainsAny(host, "/ \t"):
		return pattern{}, fmt.Errorf("%q is no host: orders, orders.shop.svc or *.shop.svc", host)
	case strings.Contains(after, "*") || star && before != "" && after != "":
		return pattern{}, fmt.Errorf("%q: one * can stand for what a host begins or ends with", host)
	}
	return pattern{before: before, after: after, star: star}, nil
}

// port is the port that the pattern names, or empty.
func (p pattern) port() string {
	_, port := splitPort(p.before + p.after)
	return port
}

// fits tells how closely the pattern fits a host: not at all with 0, and the more of the
// host it names, the more. A host itself is closer than any star.
func (p pattern) fits(host string) int {
	if p.anyPort {
		host, _ = splitPort(host)
	}
	switch {
	case !p.star && host == p.before:
		return 1 << 20
	case p.star && len(host) > len(p.before)+len(p.after) && strings.HasPrefix(host, p.before) && strings.HasSuffix(host, p.after):
		return 1 + len(p.before) + len(p.after)
	}
	return 0
}

// all reports whether the pattern is a star alone.
func (p pattern) all() bool { return p.star && p.before == "" && p.after == "" }

// normal is a host as it is compared: small letters, without the dot at the end and the usual
// domain of a cluster.
func normal(host string) string {
	name, port := splitPort(strings.ToLower(strings.TrimSpace(host)))
	name = strings.TrimSuffix(name, ".")
	if short, ok := strings.CutSuffix(name, ".svc.cluster.local"); ok {
		name = short + ".svc"
	}
	if port != "" {
		return name + ":" + port
	}
	return name
}

// splitPort cuts a port from a host: "orders:8080", "[::1]:80".
func splitPort(host string) (name, port string) {
	i := strings.LastIndexByte(host, ':')
	if i < 0 || strings.Contains(host[i:], "]") || strings.Contains(host[:i], ":") && !strings.HasSuffix(host[:i], "]") {
		return host, ""
	}
	return host[:i], host[i+1:]
}

// service is how the programs of a cluster name one of its services: with its namespace, and
// without in its own.
func service(name, namespace string, own bool) []pattern {
	var names []string
	if own {
		names = append(names, name)
	}
	if namespace != "" {
		names = append(names, name+"."+namespace, name+"."+namespace+".svc")
	}
	var list []pattern
	for _, n := range names {
		if p, err := parsePattern(n); err == nil {
			p.anyPort = true
			list = append(list, p)
		}
	}
	return list
}
