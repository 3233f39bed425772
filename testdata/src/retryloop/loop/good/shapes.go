package others

import (
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"log"
	"net"
	"net/http"
	"time"
)

// A tree is walked by recursion: each call is for another node.
func walk(ctx context.Context, c *client, url string) error {
	items, next, err := c.page(ctx, url)
	if err != nil {
		return err
	}
	_ = items
	if next != "" {
		return walk(ctx, c, next)
	}
	return nil
}

// Another server is asked by recursion.
func nextServer(ctx context.Context, c *client, urls []string) (*http.Response, error) {
	resp, err := c.fetch(ctx, urls[0])
	if err != nil && len(urls) > 1 {
		return nextServer(ctx, c, urls[1:])
	}
	return resp, err
}

// A new token is got, once, because the answer says that the old one is spent.
func withToken(ctx context.Context, c *client, fresh bool) (*http.Response, error) {
	resp, err := c.fetch(ctx, "a")
	if err != nil {
		return nil, err
	}
	if resp.StatusCode == http.StatusUnauthorized && !fresh {
		c.login(ctx)
		return withToken(ctx, c, true)
	}
	return resp, nil
}

func (c *client) login(ctx context.Context) { c.fetch(ctx, "login") }

// The items of an iterator are worked on, each once.
func eachOf(ctx context.Context, c *client, urls iter.Seq[string]) {
	for url := range urls {
		if _, err := c.fetch(ctx, url); err != nil {
			log.Print(err)
		}
	}
}

// The first server of an iterator that answers is taken.
func firstOf(ctx context.Context, c *client, urls iter.Seq[string]) (resp *http.Response, err error) {
	for url := range urls {
		if resp, err = c.fetch(ctx, url); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// finished says what state something is in, and not whether the call succeeded.
func (c *client) finished(ctx context.Context) bool {
	ok, err := c.done(ctx)
	return err == nil && ok
}

func pollBoolean(ctx context.Context, c *client) {
	for !c.finished(ctx) {
		time.Sleep(time.Second)
	}
}

// found says whether a thing is there.
func (c *client) found(ctx context.Context) bool {
	resp, err := c.fetch(ctx, "a")
	if err != nil {
		return false
	}
	defer resp.Body.Close()
	return resp.StatusCode == http.StatusOK
}

func pollFound(ctx context.Context, c *client) {
	for !c.found(ctx) {
		time.Sleep(time.Second)
	}
}

// A method of an interface without a context may be a buffer's: without a wait it is
// no retry of anything remote.
type decoder interface{ Decode() error }

func resync(d decoder) {
	for d.Decode() != nil {
	}
}

// What is behind an interface of the standard library is as likely to be a file.
func readSlowly(r io.Reader, buf []byte) (n int, err error) {
	for range 3 {
		if n, err = r.Read(buf); err == nil {
			return n, nil
		}
		time.Sleep(time.Second)
	}
	return n, err
}

// A server accepts connections, and waits when it has no files left.
func acceptSlowly(l net.Listener, serve func(net.Conn)) {
	for {
		c, err := l.Accept()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		go serve(c)
	}
}

// A queue's messages are taken one after the other; a failure to take one is waited
// out.
type message interface{ Ack() }

type queueReader interface {
	Next(ctx context.Context) (message, error)
}

func consume(ctx context.Context, q queueReader, handle func(message)) {
	for ctx.Err() == nil {
		m, err := q.Next(ctx)
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		handle(m)
		m.Ack()
	}
}

// The list is read again each minute, whether it could be read or not.
func rereads(ctx context.Context, c *client, out chan<- string) {
	for {
		resp, err := c.fetch(ctx, "list")
		if err == nil {
			for range 3 {
				resp.Body.Read(nil)
			}
		}
		time.Sleep(time.Minute)
	}
}

// What the recursion calls again succeeded.
func followed(ctx context.Context, c *client, depth int) error {
	resp, err := c.fetch(ctx, "a")
	if err != nil {
		return err
	}
	if resp.Header.Get("More") != "" && depth < 10 {
		return followed(ctx, c, depth+1)
	}
	return nil
}

var errSpent = errors.New("spent")

// The next server is put where the call takes it from.
type session struct {
	c       *client
	current string
}

func (s *session) connect(ctx context.Context) error {
	_, err := s.c.fetch(ctx, s.current)
	return err
}

func connectAny(ctx context.Context, s *session, urls []string) (err error) {
	for i := 0; i < len(urls); i++ {
		s.current = urls[i]
		if err = s.connect(ctx); err == nil {
			return nil
		}
	}
	return err
}

type lister interface {
	List(ctx context.Context) ([]string, error)
}

func all(ctx context.Context, l lister) ([]string, error) { return l.List(ctx) }

// It leads to an interface, and is tried again at once: that may be a cache.
func againAtOnce(ctx context.Context, l lister) (names []string, err error) {
	for range 4 {
		if names, err = all(ctx, l); err == nil {
			return names, nil
		}
	}
	return nil, err
}

// A failed item is left out, after a pause.
func skipFailed(ctx context.Context, c *client, urls []string) {
	for i := 0; i < len(urls); i++ {
		if _, err := c.fetch(ctx, urls[i]); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
	}
}

// The pace is the same after a success.
func paced(ctx context.Context, c *client, urls []string) {
	for i := 0; i < len(urls); {
		_, err := c.fetch(ctx, urls[i])
		time.Sleep(time.Second)
		if err != nil {
			continue
		}
		i++
	}
}

// The name of each server is put together.
func failoverByNumber(ctx context.Context, c *client, names []string) (resp *http.Response, err error) {
	for _, name := range names {
		if resp, err = c.fetch(ctx, fmt.Sprintf("https://%s.test", name)); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

type query struct{ fields map[string]any }

func (c *client) search(ctx context.Context, q query) error {
	_, err := c.fetch(ctx, fmt.Sprint(q.fields))
	return err
}

// Each question is another one, in a map in a struct.
func anyOf(ctx context.Context, c *client, names []string) (err error) {
	for _, name := range names {
		if err = c.search(ctx, query{map[string]any{"name": name}}); err == nil {
			return nil
		}
	}
	return err
}

// Once more with a new token: 401 says that the old one is spent, and what tells of
// trouble is an error at once.
func reauthenticates(ctx context.Context, c *client) (*http.Response, error) {
	for range 2 {
		resp, err := c.fetch(ctx, "a")
		if err != nil {
			return nil, err
		}
		switch {
		case resp.StatusCode == http.StatusUnauthorized:
			resp.Body.Close()
			c.login(ctx)
		case resp.StatusCode >= http.StatusBadRequest:
			resp.Body.Close()
			return nil, errSpent
		default:
			return resp, nil
		}
	}
	return nil, errSpent
}

func inTimerCase(ctx context.Context, c *client, timer *time.Timer) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-timer.C:
			if _, err := c.fetch(ctx, "a"); err == nil {
				return
			}
			timer.Reset(time.Minute)
		}
	}
}
