package bad

import web "net/http"

func renamed() error {
	return web.ListenAndServe(":8080", nil) // want `http.ListenAndServe makes a server`
}

func renamedType() error {
	return (&web.Server{}).ListenAndServe() // want `neither ReadHeaderTimeout`
}
