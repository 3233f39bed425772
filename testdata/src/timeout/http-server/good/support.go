package good

import (
	"net"
	"net/http"
	"testing"
)

// startForTest is in no test file, but only tests can call it.
func startForTest(t testing.TB, l net.Listener) {
	srv := &http.Server{}
	go srv.Serve(l)
	t.Cleanup(func() { _ = srv.Close() })
}

func helperForTest(t *testing.T, l net.Listener) {
	go http.Serve(l, nil)
}
