package serviceconfig

import "testing"

func TestAttempts(t *testing.T) {
	const policy = `"retryPolicy": {"maxAttempts": 4, "initialBackoff": "0.1s", "maxBackoff": "1s", "backoffMultiplier": 2, "retryableStatusCodes": ["UNAVAILABLE"]}`
	for _, tt := range []struct {
		config, method string
		want           int
	}{
		{`{"methodConfig": [{"name": [{}], ` + policy + `}]}`, "/shop.Orders/Get", 4},
		{`{"methodConfig": [{"name": [{}], ` + policy + `}]}`, "", 4},
		{`{"methodConfig": [{"name": [{"service": "shop.Orders"}], ` + policy + `}]}`, "/shop.Orders/Get", 4},
		{`{"methodConfig": [{"name": [{"service": "shop.Orders"}], ` + policy + `}]}`, "/shop.Stock/Get", 1},
		{`{"methodConfig": [{"name": [{"service": "shop.Orders"}], ` + policy + `}]}`, "", 1},
		{`{"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}], ` + policy + `}]}`, "/shop.Orders/Get", 4},
		{`{"methodConfig": [{"name": [{"service": "shop.Orders", "method": "Get"}], ` + policy + `}]}`, "/shop.Orders/Put", 1},
		{`{"methodConfig": [{"name": [{}], ` + policy + `}, {"name": [{"service": "shop.Orders", "method": "Put"}]}]}`, "/shop.Orders/Put", 1},
		{`{"methodConfig": [{"name": [{}], ` + policy + `}, {"name": [{"service": "shop.Orders", "method": "Put"}]}]}`, "/shop.Orders/Get", 4},
		{`{"methodConfig": [{"name": [{}], ` + policy + `}, {"name": [{"service": "shop.Orders", "method": "Put"}]}]}`, "", 1},
		{`{"MethodConfig": [{"Name": [{}], "RetryPolicy": {"MaxAttempts": 9, "RetryableStatusCodes": [14]}}]}`, "/shop.Orders/Get", 5},
		{`{"methodConfig": [{"name": [{}], "retryPolicy": {"maxAttempts": 9, "retryableStatusCodes": ["ABORTED"]}}]}`, "/shop.Orders/Get", 1},
		{`{"methodConfig": [{"name": [{}], ` + policy + `}], "retryThrottling": {"maxTokens": 10, "tokenRatio": 0.1}}`, "/shop.Orders/Get", 1},
		{`{"loadBalancingPolicy": "round_robin"}`, "/shop.Orders/Get", 1},
		{`{`, "/shop.Orders/Get", 1},
	} {
		if got := Parse(tt.config).Attempts(tt.method, MaxAttempts); got != tt.want {
			t.Errorf("%s: Attempts(%q) = %d, want %d", tt.config, tt.method, got, tt.want)
		}
	}
}
