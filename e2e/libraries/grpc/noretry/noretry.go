// Package noretry switches retries off, so that what they would do does not matter.
package noretry

import "google.golang.org/grpc"

const config = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "0.1s", "backoffMultiplier": 1, "retryableStatusCodes": ["INTERNAL"]}}]}`

const refused = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1", "maxBackoff": "0.1s", "backoffMultiplier": 1, "retryableStatusCodes": ["INTERNAL"]}}]}` // want `service-config: gRPC refuses this service config, so grpc.NewClient fails: initialBackoff is "0.1": write "0.1s"$`

func options() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultServiceConfig(config), grpc.WithDisableRetry()}
}
