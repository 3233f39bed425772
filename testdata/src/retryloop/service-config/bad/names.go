package bad

const stub = `{"methodConfig": [{"name": [{"service": "shop.v1.OrdersClient"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the service "shop.v1.OrdersClient" matches no call: its name is shop.v1.Orders`

const goName = "{\"methodConfig\": [{\"name\": [{\"service\": \"shop.Orders\"}, {\"service\": \"/shop.v1.Catalogue\"}], \"retryPolicy\": {\"maxAttempts\": 3, \"initialBackoff\": \"0.1s\", \"maxBackoff\": \"1s\", \"backoffMultiplier\": 2, \"retryableStatusCodes\": [\"UNAVAILABLE\"]}}], \"retryThrottling\": {\"maxTokens\": 10, \"tokenRatio\": 0.1}}" // want `"shop.Orders" matches no call: its name is shop.v1.Orders; the service "/shop.v1.Catalogue" matches no call: its name is shop.v1.Catalogue`

const method = `{"methodConfig": [{"name": [{"service": "shop.v1.Orders", "method": "/get"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the method "/get" matches no call: its name is Get`

const noMethod = `{"methodConfig": [{"name": [{"service": "shop.v1.Orders", "method": "Cancel"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the method "Cancel" matches no call: shop.v1.Orders has Create and Get`

const pattern = `{"methodConfig": [{"name": [{"service": "*"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the service "\*" matches no call: gRPC knows no patterns \({} stands for all methods\)`

const slash = `{"methodConfig": [{"name": [{"service": "/mail.v1.Outbox/"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `the service "/mail.v1.Outbox/" matches no call: its name has no slash`

// grpc-go does not even look at the policy of the first.
const noName = `{"methodConfig": [{"timeout": "3s", "retryPolicy": {"maxAttempts": 30, "retryableStatusCodes": ["INTERNAL"]}}, ` + // want `gRPC ignores a method config without "name" \(for all methods that is "name": \[{}\]\) \(retryloop`
	`{"name": [], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}}` + throttled // want `an empty "name" matches no call`
