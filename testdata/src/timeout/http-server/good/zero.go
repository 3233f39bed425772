package good

import (
	"flag"
	"net/http"
	"time"
)

func made() error {
	srv := new(http.Server)
	srv.Addr = ":8080"
	srv.ReadTimeout = time.Minute
	return srv.ListenAndServe()
}

func declared(h http.Handler) error {
	var srv http.Server
	srv.Handler = h
	if h != nil {
		srv.ReadHeaderTimeout = time.Second
	}
	return srv.ListenAndServe()
}

var shared http.Server

func init() { shared.ReadHeaderTimeout = time.Second }

func start() error { return shared.ListenAndServe() }

// The zero server is gone when it starts.
func replaced() error {
	var srv http.Server
	srv = http.Server{ReadHeaderTimeout: time.Second}
	return srv.ListenAndServe()
}

var fromFlag http.Server

func flags(fs *flag.FlagSet) {
	fs.DurationVar(&fromFlag.ReadHeaderTimeout, "header-timeout", 0, "")
}

func startFromFlag() error { return fromFlag.ListenAndServe() }
