// Command command sets its timeouts.
package main

import (
	"net/http"
	"time"
)

type App struct {
	*http.Server
	Admin *http.Server
}

func NewApp() *App {
	return &App{
		Server: &http.Server{},
		Admin:  &http.Server{},
	}
}

type Embedded struct {
	http.Server
}

func main() {
	a := NewApp()
	a.ReadTimeout = time.Minute
	a.Admin.ReadTimeout = time.Minute
	go a.Admin.ListenAndServe()
	go a.ListenAndServe()
	var e Embedded
	e.ReadHeaderTimeout = time.Second
	_ = e.ListenAndServe()
}
