package bad

import (
	"embed"
	_ "embed"
)

//go:embed retry.json
var embeddedString string // want `retry.json:4: gRPC service config: nothing limits the retries: a server that fails gets up to 3 times its load \(add "retryThrottling"\)`

var (
	//go:embed "refused.json"
	embeddedBytes []byte // want `refused.json:1: gRPC refuses this service config, so grpc.NewClient fails: initialBackoff is "100ms": write "0.1s"`

	//go:embed re*.json
	embeddedFiles embed.FS // want `retry.json:4: ` `refused.json:1: `
)
