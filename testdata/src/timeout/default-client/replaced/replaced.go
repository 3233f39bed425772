// Package replaced gives http.DefaultClient a timeout.
package replaced

import (
	"net/http"
	"time"
)

func init() { http.DefaultClient.Timeout = time.Minute }

func get(u string) (*http.Response, error) { return http.Get(u) }

func method(u string) (*http.Response, error) { return http.DefaultClient.Get(u) }
