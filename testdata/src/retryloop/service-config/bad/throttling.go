// Package bad has service configs of gRPC with faults.
package bad

import "fmt"

// want +6 `nothing limits the retries: a server that fails gets up to 4 times its load \(add "retryThrottling"\)`
const indented = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"methodConfig": [
		{
			"name": [{"service": "shop.v1.Orders"}],
			"retryPolicy": {
				"maxAttempts": 4,
				"initialBackoff": "0.1s",
				"maxBackoff": "1s",
				"backoffMultiplier": 2,
				"retryableStatusCodes": ["UNAVAILABLE"]
			}
		}
	]
}`

const line = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}` // want `up to 3 times`

const compact = `{"methodConfig":[{"name":[{}],"retryPolicy":{"maxAttempts":3,"initialBackoff":"0.1s","maxBackoff":"1s","backoffMultiplier":2,"retryableStatusCodes":["UNAVAILABLE"]}}]}` // want `up to 3 times`

const interpreted = "{\"methodConfig\": [{\"name\": [{}], \"retryPolicy\": {\"maxAttempts\": 2, \"initialBackoff\": \".1s\", \"maxBackoff\": \"1s\", \"backoffMultiplier\": 2, \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}]}" // want `up to 2 times`

const lines = "{\n" +
	"  \"methodConfig\": [{\n" +
	"    \"name\": [{}],\n" +
	"    \"retryPolicy\": {\n" + // want `up to 3 times`
	"      \"maxAttempts\": 3,\n" +
	"      \"initialBackoff\": \"0.1s\",\n" +
	"      \"maxBackoff\": \"1s\",\n" +
	"      \"backoffMultiplier\": 2,\n" +
	"      \"retryableStatusCodes\": [\"UNAVAILABLE\"]\n" +
	"    }\n" +
	"  }]\n" +
	"}"

// One budget is for all methods, so it is missing once.
// want +4 `up to 5 times`
var two = `{
	"methodConfig": [{
		"name": [{"service": "shop.v1.Orders"}],
		"retryPolicy": {
			"MaxAttempts": 5,
			"InitialBackoff": "0.1s",
			"MaxBackoff": "1s",
			"BackoffMultiplier": 1.6,
			"RetryableStatusCodes": ["UNAVAILABLE"]
		}
	}, {
		"name": [{"service": "shop.v1.Catalogue"}],
		"retryPolicy": {
			"MaxAttempts": 2,
			"InitialBackoff": "0.1s",
			"MaxBackoff": "1s",
			"BackoffMultiplier": 1.6,
			"RetryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}`

// The unknown name does not matter here.
func formatted(service string) string {
	return fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "%s"}], "timeout": "%ds", "retryPolicy": {"maxAttempts": %[2]d, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, service, 3) // want `nothing limits the retries \(add`
}

const retries = `"retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}` // want `up to 3 times`

func joined(service string) string {
	return `{"methodConfig": [{"name": [{"service": "` + service + `"}], ` + retries + `}]}`
}

func misplaced() []byte {
	return []byte(`{"methodConfig": [{"name": [{}],` +
		` "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1},` + // want `retryThrottling stands in the method config, where gRPC ignores it`
		` "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`)
}

// A part of two configs is reported once, and mended by hand.
const part = `{"methodConfig": [{"retryPolicy": {"maxAttempts": 7, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}, "name": [{}], "timeout": "` // want `nothing limits`

const slow, fast = part + `10s"}]}`, part + `1s"}]}`

// A config that is used as it is may be mended however often it is used.
const shared = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}` // want `up to 3 times`

var sharers = []string{shared, shared}
