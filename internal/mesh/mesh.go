// Package mesh knows how often the proxies between a program and what it calls try again:
// from what a user says, and from the files that tell the proxies, those of Istio, of the
// Kubernetes Gateway API and of Envoy.
package mesh

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

// A Config is what is known of a mesh.
type Config struct {
	said  []route // by the user, who knows best
	files []route
}

// A route is what happens to calls of some hosts.
type route struct {
	hosts []pattern
	// attempts is how often a call is tried at most, the first time included. It is 0
	// where that is not known.
	attempts int
	// where says who declares it: "virtualservice.yaml:12".
	where string
	// plain is set where the proxy sees only calls that the program does not encrypt
	// itself.
	plain bool
}

// Parse reads what a user says: items that are HOST=ATTEMPTS, or files. Behind the name of a
// file an @ and a digest may stand, which is for the caches of others.
func Parse(items []string) (*Config, error) {
	c := new(Config)
	for _, item := range items {
		if host, times, ok := cutLast(item, "="); ok {
			r, err := parsePair(host, times)
			if err != nil {
				return nil, fmt.Errorf("%s: %w", item, err)
			}
			c.said = append(c.said, r)
			continue
		}
		name, _, _ := cutLast(item, "@")
		data, err := os.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("%w: name a file, or say HOST=ATTEMPTS", err)
		}
		routes, err := parseFile(filepath.Base(name), data)
		if err != nil {
			return nil, fmt.Errorf("%s%w", withoutBase(name), err)
		}
		c.files = append(c.files, routes...)
	}
	return c, nil
}

// cutLast cuts s at the last separator. Without one, before is all of it.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i > 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}

// withoutBase is the folder of a file, with its separator.
func withoutBase(name string) string { return strings.TrimSuffix(name, filepath.Base(name)) }

// IsPair reports whether an item is HOST=ATTEMPTS, and not a file.
func IsPair(item string) bool {
	_, _, ok := cutLast(item, "=")
	return ok
}

func parsePair(host, times string) (route, error) {
	n, err := strconv.Atoi(times)
	if err != nil || n < 1 {
		return route{}, fmt.Errorf("%q is no number of attempts: 1 for no retry, 3 for two retries", times)
	}
	p, err := parsePattern(host)
	if err != nil {
		return route{}, err
	}
	p.anyPort = p.port() == ""
	return route{hosts: []pattern{p}, attempts: n, where: "-mesh"}, nil
}

// Attempts is how often the mesh tries a call of a host, the first time included, and who
// says so. The host is as the program names it, with a port where it has one. Encrypted
// calls pass most proxies unread. A call of which nothing is known, or not enough, has 0.
func (c *Config) Attempts(host string, encrypted bool) (n int, where string) {
	if c == nil {
		return 0, ""
	}
	if n, where := best(c.said, host, false); n > 0 {
		return n, where
	}
	return best(c.files, host, encrypted)
}

// best asks the routes that fit a host most closely. Which of several a request will take,
// paths and headers decide: what is certain is the least of them.
func best(routes []route, host string, encrypted bool) (n int, where string) {
	host = normal(host)
	closest := 0
	for _, r := range routes {
		if encrypted && r.plain {
			continue
		}
		for _, p := range r.hosts {
			fit := p.fits(host)
			switch {
			case fit == 0 || fit < closest:
			case fit > closest || r.attempts < n:
				closest, n, where = fit, r.attempts, r.where
			}
		}
	}
	return n, where
}

// used is the mesh that the settings name.
var used struct {
	sync.Mutex
	config *Config
}

// Use makes the settings' mesh the one that Attempts tells of. An error leaves none.
func Use(items []string) error {
	c, err := Parse(items)
	used.Lock()
	defer used.Unlock()
	used.config = c
	return err
}

// Known reports whether the settings tell of a mesh.
func Known() bool {
	used.Lock()
	defer used.Unlock()
	return used.config != nil && len(used.config.said)+len(used.config.files) > 0
}

// Attempts is what Config.Attempts says of the mesh that the settings name.
func Attempts(host string, encrypted bool) (n int, where string) {
	used.Lock()
	defer used.Unlock()
	return used.config.Attempts(host, encrypted)
}
