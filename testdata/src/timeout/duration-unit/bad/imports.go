package bad

import "net/http"

// The fix has to import package time.
func withoutTime() *http.Client {
	return &http.Client{Timeout: 30} // want `Timeout: 30 is 30ns`
}
