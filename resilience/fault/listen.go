package fault

import (
	"net"
	"os"
	"sync"
	"time"
)

// Listen returns a listener whose connections have the faults of s. It knows
// nothing of what is spoken on them: a request begins with what the client
// says first, and with what it says after the server spoke, or after a fault
// was set. This is so in HTTP/1, in the protocols of databases and in most
// others; a TLS handshake counts for a request or two. In HTTP/2, and so in
// gRPC, both sides speak at any time, and a fault may meet what isn't a
// request: there Listen is for Hang and Cut, which end all requests of the
// connection, and a [Handler] or an interceptor for the others.
//
// A request that is late or hangs has not arrived yet: the server's Read
// waits, up to its deadline or to Close. One that is cut closes the connection,
// and so do Err and Status, for which a connection has no words. If the fault
// is Lost, the request arrives, and what the server writes doesn't.
//
// There is no goroutine behind it, and connections are as safe for concurrent
// use as those of l.
func Listen(l net.Listener, s *Switch) net.Listener {
	return listener{l, s}
}

type listener struct {
	net.Listener
	s *Switch
}

func (l listener) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &conn{Conn: c, s: l.s, spoken: true, changed: make(chan struct{})}, nil
}

// A conn is the server's end of a connection.
type conn struct {
	net.Conn
	s *Switch

	reading sync.Mutex // one Read at a time, for held
	held    []byte     // read, and not yet handed on
	until   time.Time  // when held arrives

	mu       sync.Mutex
	spoken   bool  // the server was the last to speak
	fault    Fault // of the request that is being read or answered
	broken   int   // Switch.broken when that was drawn
	closed   bool
	deadline time.Time     // of Read
	changed  chan struct{} // closed when deadline or closed changes
}

// Read reads what arrives, and meets the fault at the start of a request.
func (c *conn) Read(p []byte) (int, error) {
	c.reading.Lock()
	defer c.reading.Unlock()
	if len(c.held) == 0 {
		n, err := c.Conn.Read(p)
		if n == 0 || !c.begins() {
			return n, err
		}
		// Deadlines and Close may end the wait for it: what was read is kept.
		// The error, if there was one, comes again with the next Read.
		c.held = append(c.held, p[:n]...)
	}
	f := c.current()
	if err := c.wait(); err != nil {
		return 0, err
	}
	switch {
	case f.Lost:
	case f.Hang:
		return 0, c.swallow()
	case f.fails():
		c.Close()
		return 0, ErrCut
	}
	n := copy(p, c.held)
	c.held = c.held[n:]
	return n, nil
}

// begins tells whether what was read now begins a request, and if so draws its
// fault.
func (c *conn) begins() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.fault.Lost {
		return false // a connection that loses answers stays mute
	}
	broken := c.s.broken()
	if !c.spoken && (broken == 0 || broken == c.broken) {
		return false
	}
	c.spoken, c.broken = false, broken
	c.fault = c.s.Next()
	c.until = time.Now().Add(c.fault.Latency)
	return true
}

func (c *conn) current() Fault {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.fault
}

// wait waits until what is held arrives.
func (c *conn) wait() error {
	for {
		c.mu.Lock()
		closed, deadline, changed := c.closed, c.deadline, c.changed
		c.mu.Unlock()
		now := time.Now()
		if closed {
			return net.ErrClosed
		}
		if !deadline.IsZero() && !deadline.After(now) {
			return os.ErrDeadlineExceeded
		}
		d := c.until.Sub(now)
		if d <= 0 {
			return nil
		}
		if !deadline.IsZero() {
			d = min(d, deadline.Sub(now))
		}
		t := time.NewTimer(d)
		select {
		case <-t.C:
		case <-changed:
		}
		t.Stop()
	}
}

// swallow reads on without a word until either end closes the connection or a
// deadline ends it; the connection below sees to these.
func (c *conn) swallow() error {
	var b [512]byte
	for {
		if _, err := c.Conn.Read(b[:]); err != nil {
			return err
		}
	}
}

// Write answers, if the answer isn't lost.
func (c *conn) Write(p []byte) (int, error) {
	c.mu.Lock()
	f := c.fault
	c.spoken = true
	c.mu.Unlock()
	switch {
	case !f.Lost:
		return c.Conn.Write(p)
	case f.Hang:
		return len(p), nil
	}
	c.Close()
	return 0, ErrCut
}

// Close closes the connection and ends a Read that waits.
func (c *conn) Close() error {
	c.mu.Lock()
	c.closed = true
	c.change()
	c.mu.Unlock()
	return c.Conn.Close()
}

// CloseWrite makes net/http's lingering close work as it does without faults.
func (c *conn) CloseWrite() error {
	if w, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return w.CloseWrite()
	}
	return nil
}

// SetDeadline sets both deadlines.
func (c *conn) SetDeadline(t time.Time) error {
	c.setDeadline(t)
	return c.Conn.SetDeadline(t)
}

// SetReadDeadline sets the deadline of Read, which the wait for a fault heeds.
func (c *conn) SetReadDeadline(t time.Time) error {
	c.setDeadline(t)
	return c.Conn.SetReadDeadline(t)
}

func (c *conn) setDeadline(t time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.deadline = t
	c.change()
}

// change wakes a Read that waits. The caller holds c.mu.
func (c *conn) change() {
	close(c.changed)
	c.changed = make(chan struct{})
}
