// Package good has service configs of gRPC without faults, and what looks like
// one.
package good

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"text/template"

	"retryloop/service-config/shop"
)

const _ = shop.Orders_Get_FullMethodName

const right = `{
	"loadBalancingConfig": [{"round_robin": {}}],
	"methodConfig": [{
		"name": [{"service": "shop.v1.Orders", "method": "Create"}, {"service": "mail.v1.Outbox"}, {}],
		"waitForReady": true,
		"timeout": "10s",
		"maxRequestMessageBytes": 1024,
		"retryPolicy": {
			"MaxAttempts": 5,
			"InitialBackoff": ".1s",
			"MaxBackoff": "1.s",
			"BackoffMultiplier": 1.5,
			"RetryableStatusCodes": ["UNAVAILABLE", "RESOURCE_EXHAUSTED", 10, "NOT_FOUND", "UNAUTHENTICATED", "OUT_OF_RANGE"]
		}
	}],
	"retryThrottling": {"maxTokens": 100, "tokenRatio": 0.1}
}`

// Of two attempts there is one wait: it can't grow.
const twoAttempts = `{"methodConfig": [{"name": [{"service": ""}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "0.1s", "backoffMultiplier": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

// Reads may be repeated.
const reads = `{"methodConfig": [{"name": [{"service": "shop.v1.Catalogue"}, {"service": "shop.v1.Orders", "method": "Get"}, {"service": "mail.v1.Outbox", "method": "ListMessages"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "INTERNAL", "UNKNOWN", "DEADLINE_EXCEEDED"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

// The protocol of OpenTelemetry says so.
const telemetry = `{"methodConfig": [{"name": [{"service": "opentelemetry.proto.collector.trace.v1.TraceService"}, {"service": "opentelemetry.proto.collector.metrics.v1.MetricsService"}], "retryPolicy": {"maxAttempts": 5, "initialBackoff": "0.3s", "maxBackoff": "5s", "backoffMultiplier": 2, "retryableStatusCodes": ["CANCELLED", "DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "ABORTED", "OUT_OF_RANGE", "UNAVAILABLE", "DATA_LOSS"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

// A name that looks like that of a stub may be a service of somebody else.
const client = `{"methodConfig": [{"name": [{"service": "mail.v1.OutboxClient"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

// Nobody says that this is for gRPC: it has no method config with a policy.
const (
	methodsOfSomething = `{"methodConfig": [{"name": "get", "timeout": "10"}]}`
	otherRetries       = `{"retryPolicy": {"maxAttempts": 100, "initialBackoff": "1"}}`
	workflow           = `{"methodConfig": {"retryPolicy": {"maxAttempts": 100}}}`
	notJSON            = `{"methodConfig": [{"retryPolicy": {"maxAttempts": 100}},]}`
	commented          = `{"methodConfig": [{ // all
		"retryPolicy": {"maxAttempts": 100}}]}`
	prose = `"methodConfig" has a "retryPolicy"`
)

// What a verb stands for may be right.
func verbs(throttling, names, service, wait string, codes []string, attempts int) []string {
	return []string{
		fmt.Sprintf(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]%s}`, throttling),
		fmt.Sprintf(`{%s "methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, throttling),
		fmt.Sprintf(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], %s}`, throttling),
		fmt.Sprintf(`{"methodConfig": [{"name": [%s], "retryPolicy": {"maxAttempts": %d, "initialBackoff": "%s", "maxBackoff": %q, "backoffMultiplier": %.1f, "retryableStatusCodes": [%s]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`, names, attempts, wait, wait, 2., codes),
		fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "%s"}], "retryPolicy": {"maxAttempts": 2%d, "initialBackoff": "%ds", "maxBackoff": "0.%ds", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", %s]}}], "retryThrottling": %s}`, service, attempts, 1, 1, codes, throttling),
		fmt.Sprintf(`{"methodConfig": [{%s, "retryPolicy": {"maxAttempts": 3, %[2]s "backoffMultiplier": 2}}], "retryThrottling": {"maxTokens": %d, "tokenRatio": 0.1}}`, names, wait, 1),
		`{"methodConfig": [{"name": [{"service": "` + service + `"}], "retryPolicy": {"maxAttempts": ` + fmt.Sprint(attempts) + `, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], ` + throttling + `}`,
	}
}

// A template is not yet what gRPC reads.
const blank = `{"methodConfig": [{"name": [{"service": "SERVICE"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "BACKOFF", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

func replaced(service string) string {
	return strings.NewReplacer("SERVICE", service, "BACKOFF", "0.1s").Replace(blank)
}

const fields = `{"methodConfig": [{"name": [{"service": "{{.Service}}"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "{{.Wait}}", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

var parsed = template.Must(template.New("").Parse(fields))

const variables = `{"methodConfig": [{"name": [{"service": "$SERVICE"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`

func expanded() string { return os.ExpandEnv(variables) }

// What was added on the way is not seen.
func decoded() (map[string]any, error) {
	config := map[string]any{}
	err := json.Unmarshal([]byte(`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`), &config)
	config["retryThrottling"] = map[string]float64{"maxTokens": 10, "tokenRatio": 0.1}
	return config, err
}

type client2 struct{ config string }

func (c *client2) limit() string {
	return strings.TrimSuffix(c.config, "}") + `, "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`
}

func limited() string {
	c := &client2{config: `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`}
	return c.limit()
}

func base() string {
	return `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`
}

func completed() string { return complete(base()) }

func complete(config string) string {
	return strings.Replace(config, "]}}]}", `]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`, 1)
}

//go:embed good.json
var embedded string

// This is filled in.
//
//go:embed template.json
var embeddedTemplate string

func filled() string { return strings.ReplaceAll(embeddedTemplate, "BACKOFF", "1s") }

// Whether an unknown method may be repeated is not known.
const unknownMethods = `{"methodConfig": [{"name": [{"service": "mail.v1.Outbox"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "INTERNAL", "DEADLINE_EXCEEDED"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

func unknownService(service string) string {
	return fmt.Sprintf(`{"methodConfig": [{"name": [{"service": "%s"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "INTERNAL"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`, service)
}

// Without a name, which the verb may bring, gRPC would not look at the policy.
func unknownName(name string) string {
	return fmt.Sprintf(`{"methodConfig": [{%s "retryPolicy": {"maxAttempts": 1, "retryableStatusCodes": ["UNAVAILABLE"]}}]}`, name)
}
