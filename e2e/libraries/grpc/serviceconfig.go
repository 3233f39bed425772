package grpc

import (
	"fmt"
	"strings"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
	healthpb "google.golang.org/grpc/health/grpc_health_v1"
)

const stubName = `{"methodConfig": [{"name": [{"service": "grpc.health.v1.HealthClient"}], "waitForReady": true, "retryPolicy": {"maxAttempts": 100, "initialBackoff": "0.3s", "maxBackoff": "60s", "backoffMultiplier": 1.2, "retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL"]}}]}` // want `service-config: gRPC service config: the service "grpc.health.v1.HealthClient" matches no call: its name is grpc.health.v1.Health; nothing limits the retries: a server that fails gets up to 5 times its load \(add "retryThrottling"\); maxAttempts is 100, but gRPC stops after 5`

func retried(target string) (healthpb.HealthClient, *grpc.ClientConn, error) {
	conn, err := grpc.NewClient(target, grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(stubName))
	if err != nil {
		return nil, nil, err
	}
	return healthpb.NewHealthClient(conn), conn, nil
}

// Without a retry policy it is the call that tells what the text is.
func timedOut() []grpc.DialOption {
	config := `{"methodConfig": [{"name": [{}], "timeout": "500ms"}]}` // want `service-config: gRPC refuses this service config, so grpc.NewClient fails: timeout is "500ms": write "0.5s"`
	return []grpc.DialOption{grpc.WithDefaultServiceConfig(config)}
}

const withoutMethods = `{"retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}` // want `service-config: gRPC ignores retryPolicy at the top: it belongs into a method config`

type options struct{ config string }

func newOptions() *options { return &options{config: withoutMethods} }

func (o *options) dial() grpc.DialOption { return grpc.WithDefaultServiceConfig(o.config) }

func dnsRecord() grpc.DialOption {
	return grpc.WithDefaultServiceConfig(`{"clientLanguage": ["go"], "serviceConfig": {"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3}}]}}`) // want `gRPC ignores serviceConfig at the top: that is the form of a DNS record`
}

func bare() grpc.DialOption {
	return grpc.WithDefaultServiceConfig(`{"maxAttempts": 3, "initialBackoff": "100ms"}`) // want `gRPC ignores maxAttempts at the top: it belongs into the retryPolicy of a method config`
}

// A parameter tells it, too.
func withRetries(config string) grpc.DialOption { return grpc.WithDefaultServiceConfig(config) }

func through() grpc.DialOption {
	return withRetries(`{"methodConfig": [{"name": [{"service": "grpc.health.v1.Health", "method": "check"}], "timeout": "1s"}]}`) // want `the method "check" matches no call: its name is Check`
}

// These are right.

// All methods of the service only read.
const health = `{"loadBalancingConfig": [{"round_robin": {}}], "methodConfig": [{"name": [{"service": "grpc.health.v1.Health"}], "timeout": "5s", "retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.3s", "maxBackoff": "60s", "backoffMultiplier": 1.2, "retryableStatusCodes": ["UNAVAILABLE", "DEADLINE_EXCEEDED", "INTERNAL"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

func right() []grpc.DialOption {
	return []grpc.DialOption{
		grpc.WithDefaultServiceConfig(health),
		grpc.WithDefaultServiceConfig(`{"loadBalancingPolicy": "round_robin"}`),
		grpc.WithDefaultServiceConfig(fmt.Sprintf(`{"methodConfig": [{"name": [{"service": %q}], "timeout": "%ds"}]}`, "a.B", 3)),
	}
}

const template = `{"methodConfig": [{"name": [{}], "timeout": "TIMEOUT"}]}`

func filled(timeout string) grpc.DialOption {
	return grpc.WithDefaultServiceConfig(strings.Replace(template, "TIMEOUT", timeout, 1))
}

// Nothing says that this is a service config.
var other = `{"methodConfig": [{"name": [{}], "timeout": "500ms"}]}`
