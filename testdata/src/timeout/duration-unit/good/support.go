package good

import (
	"testing"
	"time"
)

// settle is in no test file, but only tests can call it.
func settle(t testing.TB) {
	t.Helper()
	time.Sleep(50)
}
