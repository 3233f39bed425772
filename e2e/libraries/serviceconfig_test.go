package libraries

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials/insecure"
)

// TestServiceConfigs holds grpc-go against the file that the rule
// retryloop/service-config is tested with: which configs it refuses.
func TestServiceConfigs(t *testing.T) {
	data, err := os.ReadFile(filepath.Join("..", "..", "analyzers", "retryloop", "testdata", "serviceconfigs.txt"))
	if err != nil {
		t.Fatal(err)
	}
	counts := make(map[string]int)
	for line := range strings.Lines(string(data)) {
		want, config, _ := strings.Cut(strings.TrimSpace(line), " ")
		if want == "#" {
			continue
		}
		counts[want]++
		conn, err := grpc.NewClient("passthrough:///nowhere",
			grpc.WithTransportCredentials(insecure.NewCredentials()), grpc.WithDefaultServiceConfig(strings.TrimSpace(config)))
		if err == nil {
			conn.Close()
		}
		if refused := err != nil; refused != (want == "refused") {
			t.Errorf("%s: it should be %s: %v", config, want, err)
		}
	}
	if counts["taken"] < 20 || counts["refused"] < 20 {
		t.Errorf("the file has %v", counts)
	}
}
