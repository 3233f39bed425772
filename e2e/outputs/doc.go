// Package outputs holds what reslint writes against what others read: SARIF against the schema of OASIS, SARIF,
// rdjson and Checkstyle against reviewdog, and the schema of the settings file against the settings
// that reslint takes and refuses.
package outputs

// What the tests build and read, so that go.mod requires it.
import (
	_ "github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	_ "github.com/reslint/reslint"
)
