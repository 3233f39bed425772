// Package good leaves what has failed.
package good

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net"
)

type message struct{ Text string }

func follow(conn net.Conn, each func(message)) error {
	dec := json.NewDecoder(conn)
	for {
		var m message
		if err := dec.Decode(&m); err != nil {
			return err
		}
		each(m)
	}
}

// After a value of another type the decoder goes on.
func tolerant(conn net.Conn, each func(message)) error {
	dec := json.NewDecoder(conn)
	for {
		var m message
		err := dec.Decode(&m)
		if wrong := new(json.UnmarshalTypeError); errors.As(err, &wrong) {
			continue
		}
		if err != nil {
			return err
		}
		each(m)
	}
}

// Each line has a decoder of its own.
func lines(conn net.Conn, each func(message)) error {
	scanner := bufio.NewScanner(conn)
	for scanner.Scan() {
		var m message
		if err := json.Unmarshal(scanner.Bytes(), &m); err != nil {
			log.Print(err)
			continue
		}
		each(m)
	}
	return scanner.Err()
}

// Each connection has a decoder of its own.
func accept(l net.Listener, each func(message)) error {
	for {
		conn, err := l.Accept()
		if err != nil {
			return err
		}
		var m message
		if err := json.NewDecoder(conn).Decode(&m); err != nil {
			log.Print(err)
			continue
		}
		each(m)
	}
}

func reopen(open func() (net.Conn, error), each func(message)) error {
	conn, err := open()
	if err != nil {
		return err
	}
	dec := json.NewDecoder(conn)
	for {
		var m message
		if err := dec.Decode(&m); err != nil {
			if conn, err = open(); err != nil {
				return err
			}
			dec = json.NewDecoder(conn)
			continue
		}
		each(m)
	}
}

type feed struct {
	dec  *json.Decoder
	open func() (net.Conn, error)
}

func (f *feed) reopen() error {
	conn, err := f.open()
	if err == nil {
		f.dec = json.NewDecoder(conn)
	}
	return err
}

func (f *feed) read(each func(message)) error {
	for {
		var m message
		if err := f.dec.Decode(&m); err != nil {
			if err := f.reopen(); err != nil {
				return err
			}
			continue
		}
		each(m)
	}
}

// The error is the same when it is wrapped.
func wrapped(conn net.Conn, each func(message)) error {
	dec := json.NewDecoder(conn)
	for {
		var m message
		err := dec.Decode(&m)
		if err != nil {
			err = fmt.Errorf("decoding: %w", err)
		}
		if err != nil {
			return err
		}
		each(m)
	}
}
