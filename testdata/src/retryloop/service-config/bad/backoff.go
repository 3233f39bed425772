package bad

// The example of grpc-go, as it is copied everywhere.
const example = `{"methodConfig": [{"name": [{"service": "echo.Echo"}], "waitForReady": true, "retryPolicy": {"MaxAttempts": 4, "InitialBackoff": ".01s", "MaxBackoff": ".01s", "BackoffMultiplier": 1.0, "RetryableStatusCodes": [ "UNAVAILABLE" ]}}]}` // want `nothing limits the retries: a server that fails gets up to 4 times its load \(add "retryThrottling"\); the waits do not grow: 10ms, 10ms, 10ms`

const capped = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 10, "initialBackoff": "2s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the waits do not grow: 1s, 1s, 1s, 1s; maxAttempts is 10, but gRPC stops after 5 \(more than that needs grpc.WithMaxCallAttempts\)`

const shrinking = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "5s", "backoffMultiplier": 0.5, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the waits do not grow: 1s, 500ms, 250ms`

const hedged = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 4, "initialBackoff": "1s", "maxBackoff": "5s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}, ` +
	`"hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retryPolicy and hedgingPolicy exclude each other: grpc-go knows no hedging and retries`

const onlyHedged = `{"methodConfig": [{"name": [{}], "hedgingPolicy": {"maxAttempts": 3, "hedgingDelay": "0.5s"}}]}` // want `grpc-go knows no hedging and ignores hedgingPolicy: each call is tried once`

const level = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 6, "initialBackoff": "1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the waits do not grow: 1s, 1s, 1s, 1s; maxAttempts is 6`

const tooMany = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 6, "initialBackoff": "1s", "maxBackoff": "5s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `config: maxAttempts is 6, but gRPC stops after 5`
