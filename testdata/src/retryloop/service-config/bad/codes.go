package bad

import "retryloop/service-config/shop"

const _ = shop.Orders_Get_FullMethodName

// want +7 `retrying DEADLINE_EXCEEDED \(the server may have done the work, and is too slow already\) and INTERNAL \(something broke, maybe after the work was done\) may run shop.v1.Orders/Create twice`
const writes = `{
	"methodConfig": [{
		"name": [{"service": "shop.v1.Orders"}],
		"retryPolicy": {
			"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE",
				"DEADLINE_EXCEEDED", "RESOURCE_EXHAUSTED", "INTERNAL"]
		}
	}],
	"retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}
}`

const pointless = `{"methodConfig": [{"name": [{"service": "shop.v1.Catalogue"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["OK", "CANCELLED", "INVALID_ARGUMENT", "UNAVAILABLE", "ALREADY_EXISTS", "PERMISSION_DENIED", "FAILED_PRECONDITION", "UNIMPLEMENTED", "DATA_LOSS"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying OK \(no failure\), CANCELLED \(the caller gave up\), INVALID_ARGUMENT \(the request stays wrong\), ALREADY_EXISTS .*, PERMISSION_DENIED .*, FAILED_PRECONDITION .*, UNIMPLEMENTED .* and DATA_LOSS \(what is lost stays lost\) can't help`

const numbers = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": [2, 14, 3]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying UNKNOWN \(any plain error of a handler, also after half of the work\) may run shop.v1.Orders/Create twice; retrying INVALID_ARGUMENT \(the request stays wrong\) can't help`

// What is left to retry, a person has to say.
const nothingLeft = `{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNKNOWN"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying UNKNOWN`

const oneWrites = `{"methodConfig": [{"name": [{"service": "shop.v1.Catalogue"}, {"service": "shop.v1.Orders", "method": "Create"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE", "INTERNAL"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying INTERNAL`

// The config itself names a method that does more than read.
const named = `{"methodConfig": [{"name": [{"service": "mail.v1.Outbox", "method": "Send"}], "retryPolicy": {"maxAttempts": 3, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["INTERNAL", "UNAVAILABLE"]}}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}` // want `retrying INTERNAL .* may run mail.v1.Outbox/Send twice`
