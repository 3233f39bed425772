package orders

import (
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// Inventory's connection repeats calls by itself.
const serviceConfig = `{
	"methodConfig": [{
		"name": [{"service": "shop.inventory.v1.Inventory"}],
		"retryPolicy": {
			"maxAttempts": 10,
			"initialBackoff": "0.1s",
			"maxBackoff": "1s",
			"backoffMultiplier": 2,
			"retryableStatusCodes": ["UNAVAILABLE"]
		}
	}]
}`

// DialInventory connects to the inventory, when it is first called.
func DialInventory(target string, opts ...grpc.DialOption) (*grpc.ClientConn, error) {
	return grpc.NewClient(target, append(opts,
		grpc.WithTransportCredentials(insecure.NewCredentials()),
		grpc.WithDefaultServiceConfig(serviceConfig))...)
}
