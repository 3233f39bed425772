package good

import (
	"net/http"
	"net/http/httptest"
	"testing"
)

func TestServer(t *testing.T) {
	ts := httptest.NewUnstartedServer(nil)
	ts.Config = &http.Server{}
	ts.Start()
	defer ts.Close()
	srv := &http.Server{}
	go srv.ListenAndServe()
	_ = srv.Close()
}
