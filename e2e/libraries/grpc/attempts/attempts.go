// Package attempts sets the greatest number of attempts itself, so that of gRPC's own
// limit nothing is known.
package attempts

import "google.golang.org/grpc"

const config = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

const unlimited = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}]}` // want `service-config: gRPC service config: nothing limits the retries \(add "retryThrottling"\)$`

func options() []grpc.DialOption {
	return []grpc.DialOption{grpc.WithDefaultServiceConfig(config), grpc.WithMaxCallAttempts(10)}
}
