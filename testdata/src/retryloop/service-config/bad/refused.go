package bad

const throttled = `], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`

const noUnit = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `gRPC refuses this service config, so grpc.NewClient fails: initialBackoff is "0.1": write "0.1s"`

const goUnit = "{\"methodConfig\": [{\"name\": [{}], \"retryPolicy\": {\"maxAttempts\": 3, \"initialBackoff\": \"250ms\", \"maxBackoff\": \"1m\", \"backoffMultiplier\": 2, \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}], \"retryThrottling\": {\"maxTokens\": 10, \"tokenRatio\": 0.1}}" // want `fails: initialBackoff is "250ms": write "0.25s", maxBackoff is "1m": write "60s"`

const bareNumber = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": 0.5, "maxBackoff": 4, "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `initialBackoff is 0.5: write "0.5s", maxBackoff is 4: write "4s"`

// Seconds can't be meant.
const milliseconds = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "100", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `initialBackoff is "100" instead of a string of seconds like "0.1s"`

const once = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 1, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `fails \(before grpc v1.70 nothing was retried\): maxAttempts is 1: it counts the first attempt, so it has to be 2 or more`

const zeros = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0s", "maxBackoff": "-1s", "backoffMultiplier": 0, "retryableStatusCodes": []}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `initialBackoff is "0s": it has to be above 0, maxBackoff is "-1s": it has to be above 0, backoffMultiplier is 0: it has to be above 0, retryableStatusCodes is empty`

const slip = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBakckoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retryPolicy has no initialBackoff \(gRPC knows no "initialBakckoff"\)`

const quotedNumbers = `{"methodConfig": [{"name": [{}], "waitForReady": "true", "maxRequestMessageBytes": 1.5, "retryPolicy": {"maxAttempts": "3", "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": "2", "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `waitForReady is a string instead of a boolean, maxRequestMessageBytes is 1.5, not a whole number, maxAttempts is a string instead of a number, backoffMultiplier is a string instead of a number`

const codes = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["unavailable", "Aborted"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `fails: "unavailable" is no status code: write "UNAVAILABLE", "Aborted" is no status code: write "ABORTED"`

const noCodes = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": [503, "TIMEOUT", true]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `503 is no status code, "TIMEOUT" is no status code, a boolean is no status code`

const budget = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 2000}}` // want `maxTokens is 2000: it has to be above 0, and 1000 at most, retryThrottling has no tokenRatio`

const twice = `{"methodConfig": [{"name": [{"service": "shop.v1.Orders"}, {"method": "Get"}], "retryPolicy": {"maxAttempts": 2, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}, ` + // want `method "Get" has no service`
	`{"name": [{"service": "shop.v1.Orders"}], "timeout": "1s"}` + throttled // want `the name shop.v1.Orders/ is there twice`
