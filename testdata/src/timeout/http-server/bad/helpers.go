package bad

import (
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
)

func helper() {
	log.Fatal(http.ListenAndServe(":8080", nil)) // want `http.ListenAndServe makes a server without ReadHeaderTimeout: a client that sends .* \(timeout/http-server\)`
}

func helperInIf(addr string, h http.Handler) error {
	if err := http.ListenAndServe(addr, h); err != nil { // want `http.ListenAndServe makes a server`
		return err
	}
	return nil
}

func helperTLS(addr string, h http.Handler) error {
	return http.ListenAndServeTLS(addr, "cert.pem", "key.pem", h) // want `http.ListenAndServeTLS makes a server`
}

func helperServe(l net.Listener, u *url.URL) error {
	return http.Serve(l, httputil.NewSingleHostReverseProxy(u)) // want `http.Serve makes a server`
}

func helperServeTLS(l net.Listener) error {
	return http.ServeTLS(l, nil, "cert.pem", "key.pem") // want `http.ServeTLS makes a server`
}

func helperLines(addr string) error {
	return http.ListenAndServe(addr, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { // want `http.ListenAndServe makes a server`
		// It is healthy.
		w.WriteHeader(http.StatusNoContent)
	}))
}

// No fix: the comment would be lost.
func helperComment() error {
	return http.ListenAndServe( // want `http.ListenAndServe makes a server`
		":8080", // the port that the probe knows
		nil,
	)
}

func arguments() (string, http.Handler) { return ":8080", nil }

// No fix: the arguments come from one call.
func helperTuple() error {
	return http.ListenAndServe(arguments()) // want `http.ListenAndServe makes a server`
}

// The names of the packages may be taken.
func helperShadowed(time string, h http.Handler) error {
	return http.ListenAndServe(":"+time, h) // want `http.ListenAndServe makes a server`
}
