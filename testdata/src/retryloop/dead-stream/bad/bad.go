// Package bad reads on from what has failed.
package bad

import (
	"encoding/json"
	"io"
	"log"
	"net"
)

type message struct{ Text string }

func follow(conn net.Conn, each func(message)) {
	dec := json.NewDecoder(conn)
	for {
		var m message
		if err := dec.Decode(&m); err != nil {
			log.Print(err)
			continue // want `the loop goes on after an error of Decode, which gives the same error again, at once and for ever: leave the loop, or open a new stream \(retryloop/dead-stream\)`
		}
		each(m)
	}
}

// The end leaves the loop, and a broken connection does not.
func untilEnd(conn net.Conn, each func(message)) {
	dec := json.NewDecoder(conn)
	for {
		var m message
		err := dec.Decode(&m)
		if err == io.EOF {
			return
		}
		if err != nil {
			log.Print(err)
			continue // want `the loop goes on after an error of Decode`
		}
		each(m)
	}
}

func more(conn net.Conn) (all []message) {
	dec := json.NewDecoder(conn)
	for dec.More() {
		var m message
		if err := dec.Decode(&m); err == nil { // want `calls Decode again`
			all = append(all, m)
		}
	}
	return all
}

type feed struct{ dec *json.Decoder }

func (f *feed) read(each func(message)) {
	for {
		var m message
		if err := f.dec.Decode(&m); err != nil {
			continue // want `the loop goes on after an error of Decode`
		}
		each(m)
	}
}

// What the warning says of the error is not the error.
func warns(conn net.Conn, warn func(error) error) error {
	dec := json.NewDecoder(conn)
	for {
		var m message
		if err := dec.Decode(&m); err != nil { // want `calls Decode again`
			if err := warn(err); err != nil {
				return err
			}
		}
	}
}
