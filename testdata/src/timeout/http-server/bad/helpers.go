// Package bad holds servers that wait for ever.
package bad

import "net/http"

func helper() error {
	return http.ListenAndServe(":80", nil) // want `timeout/http-server`
}
