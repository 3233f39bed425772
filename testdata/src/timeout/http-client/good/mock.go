package good

import (
	"net/http"
	"net/http/httptest"
)

// mock is in no test file, but stands in for a server in tests.
func mock() (int, error) {
	s := httptest.NewServer(http.NotFoundHandler())
	defer s.Close()
	resp, err := http.Get(s.URL)
	if err != nil {
		return 0, err
	}
	return resp.StatusCode, resp.Body.Close()
}
