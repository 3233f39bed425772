package bad

import (
	"net"
	"net/http"
)

// localhost.example.com is a host like any other.
func lookalike() error {
	return http.ListenAndServe("localhost.example.com:80", nil) // want `makes a server`
}

func anyAddress() error {
	l, err := net.Listen("tcp", ":0")
	if err != nil {
		return err
	}
	return http.Serve(l, nil) // want `makes a server`
}

// The second listener lets others in.
func both() error {
	srv := &http.Server{Addr: "localhost:8080"} // want `neither ReadHeaderTimeout`
	go srv.ListenAndServe()
	l, err := net.Listen("tcp", ":8080")
	if err != nil {
		return err
	}
	return srv.Serve(l)
}

func changed(debug bool) error {
	srv := &http.Server{Addr: "localhost:8080"} // want `neither ReadHeaderTimeout`
	if debug {
		srv.Addr = ":8080"
	}
	return srv.ListenAndServe()
}
