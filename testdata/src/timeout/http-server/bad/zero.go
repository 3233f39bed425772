package bad

import "net/http"

func made() error {
	srv := new(http.Server) // want `neither ReadHeaderTimeout`
	srv.Addr = ":8080"
	return srv.ListenAndServe()
}

func madeAndStarted() error {
	return new(http.Server).ListenAndServe() // want `neither ReadHeaderTimeout`
}

func declared(h http.Handler) error {
	var srv http.Server // want `neither ReadHeaderTimeout`
	srv.Handler = h
	return srv.ListenAndServe()
}

var shared http.Server // want `neither ReadHeaderTimeout`

func start() error { return shared.ListenAndServe() }

// No fix: it would have to give both a value.
func declaredTogether() error {
	var a, b http.Server // want `neither ReadHeaderTimeout`
	_ = b.Close()
	return a.ListenAndServe()
}
