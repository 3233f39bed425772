package bad

import (
	"net"
	"net/http"
)

func startForAll(l net.Listener) {
	srv := &http.Server{} // want `neither ReadHeaderTimeout`
	go srv.Serve(l)
}
