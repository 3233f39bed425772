// Package serviceconfig reads from a gRPC service config how often calls are tried.
package serviceconfig

import (
	"encoding/json"
	"slices"
	"strings"
)

// MaxAttempts is how often gRPC tries a call at most, whatever its config says, without
// grpc.WithMaxCallAttempts: dialoptions.go of google.golang.org/grpc@v1.85.0.
const MaxAttempts = 5

// A Config is how often calls are tried, by the names in a config: "/shop.v1.Orders/Get" for a
// method, "/shop.v1.Orders/" for a service, and "" for all others.
type Config map[string]int

// Parse reads a config. It is empty if nothing is retried when the server is not there: without
// that code among those that are retried, or with a throttle, which ends the retries in an outage.
func Parse(text string) Config {
	var raw struct {
		MethodConfig []struct {
			Name        []struct{ Service, Method string }
			RetryPolicy *struct {
				MaxAttempts          int
				RetryableStatusCodes []any
			}
		}
		RetryThrottling *json.RawMessage
	}
	if json.Unmarshal([]byte(text), &raw) != nil || raw.RetryThrottling != nil {
		return nil
	}
	c := make(Config)
	for _, mc := range raw.MethodConfig {
		attempts := 1
		if p := mc.RetryPolicy; p != nil && slices.ContainsFunc(p.RetryableStatusCodes, isUnavailable) {
			attempts = max(1, p.MaxAttempts)
		}
		for _, name := range mc.Name {
			key := ""
			if name.Service != "" {
				key = "/" + name.Service + "/" + name.Method
			}
			c[key] = attempts
		}
	}
	return c
}

func isUnavailable(code any) bool {
	if n, ok := code.(float64); ok {
		return n == 14
	}
	s, ok := code.(string)
	return ok && strings.EqualFold(s, "UNAVAILABLE")
}

// Attempts is how often a method is tried, by its full name. Without that it is what the config says of all
// that it names, and 1 if it says different things, or does not name all. No more attempts than limit are made.
func (c Config) Attempts(method string, limit int) int {
	if method == "" {
		attempts := max(1, c[""])
		for _, n := range c {
			if n != attempts {
				return 1
			}
		}
		return min(attempts, limit)
	}
	service := method[:strings.LastIndexByte(method, '/')+1]
	for _, key := range []string{method, service, ""} {
		if n, ok := c[key]; ok {
			return min(n, limit)
		}
	}
	return 1
}

// Most is how often the method is tried that is tried most.
func (c Config) Most(limit int) int {
	most := 1
	for _, n := range c {
		most = max(most, n)
	}
	return min(most, limit)
}
