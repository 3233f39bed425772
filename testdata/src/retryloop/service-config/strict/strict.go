// Package strict has a config that leaves the end of its calls to the callers.
package strict

const noTimeout = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `all attempts share the deadline of the caller's context, and nothing ends them without one: add a "timeout" to the method config`

const waits = `{"methodConfig": [{"name": [{}], "waitForReady": true, "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `a call whose context has no deadline waits for ever while the server is away \(waitForReady\)`

const bounded = `{"methodConfig": [{"name": [{}], "timeout": "5s", "waitForReady": true, "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

const unknownMethods = `{"methodConfig": [{"name": [{"service": "mail.v1.Outbox"}], "timeout": "5s", "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["INTERNAL", "UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying INTERNAL \(something broke, maybe after the work was done\) is safe only if the methods are idempotent`
