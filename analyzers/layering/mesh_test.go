package layering

import (
	"path/filepath"
	"testing"

	"github.com/reslint/reslint/internal/ruletest"
)

// meshFile is a file of the cases.
func meshFile(t *testing.T, name string) string {
	t.Helper()
	file, err := filepath.Abs("../../testdata/src/layering/mesh/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return file
}

func TestMesh(t *testing.T) {
	ruletest.Set(t, "mesh", meshFile(t, "mesh.yaml")+"@0123,"+meshFile(t, "envoy.json"))
	ruletest.Run(t, Analyzer, "layering/mesh/bad", "layering/mesh/good", "layering/mesh/rewritten")
}

func TestMeshSaid(t *testing.T) {
	ruletest.Set(t, "mesh", "orders=4,*.pay.svc=2,stock=1,"+meshFile(t, "mesh.yaml"))
	ruletest.Run(t, Analyzer, "layering/mesh/said")
}

// Nothing is known of a mesh without the setting.
func TestNoMesh(t *testing.T) {
	ruletest.Silent(t, Analyzer, "layering/mesh/...")
}
