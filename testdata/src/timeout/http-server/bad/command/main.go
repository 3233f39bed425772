// Command command shows what a program knows that a library does not: nobody
// imports it.
package main

import "net/http"

type App struct {
	*http.Server
	Admin *http.Server
}

func NewApp() *App {
	return &App{
		Server: &http.Server{}, // want `neither ReadHeaderTimeout`
		Admin:  &http.Server{}, // want `neither ReadHeaderTimeout`
	}
}

type Embedded struct {
	http.Server
}

func main() {
	a := NewApp()
	go a.Admin.ListenAndServe()
	go a.ListenAndServe()
	var e Embedded
	_ = e.ListenAndServe() // want `neither ReadHeaderTimeout`
}
