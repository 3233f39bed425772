// Package others has loops that look like retries and are none.
package others

import (
	"context"
	"errors"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

type client struct{ hc http.Client }

func (c *client) fetch(ctx context.Context, url string) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	return c.hc.Do(req)
}

// page returns the items after a token, and the next token.
func (c *client) page(ctx context.Context, token string) (items []string, next string, err error) {
	_, err = c.fetch(ctx, token)
	return nil, "", err
}

func (c *client) done(ctx context.Context) (bool, error) {
	_, err := c.fetch(ctx, "")
	return err == nil, err
}

func (c *client) checkReady(ctx context.Context) error {
	_, err := c.fetch(ctx, "")
	return err
}

func each(ctx context.Context, c *client, urls []string) {
	for _, url := range urls {
		if _, err := c.fetch(ctx, url); err != nil {
			log.Print(err)
			time.Sleep(time.Second)
			continue
		}
	}
}

// The first replica that answers.
func failover(ctx context.Context, c *client, urls []string) (resp *http.Response, err error) {
	for _, url := range urls {
		if resp, err = c.fetch(ctx, url); err == nil {
			return resp, nil
		}
		time.Sleep(time.Millisecond)
	}
	return nil, err
}

func rotation(ctx context.Context, c *client, urls []string) (resp *http.Response, err error) {
	for i := 0; i < 9; i++ {
		if resp, err = c.fetch(ctx, urls[i%len(urls)]); err == nil {
			return resp, nil
		}
	}
	return nil, err
}

// Walks up the labels of a name until one is known.
func parents(ctx context.Context, c *client, name string) string {
	for {
		if _, err := c.fetch(ctx, name); err == nil {
			return name
		}
		i := strings.Index(name, ".")
		if i < 0 {
			return ""
		}
		name = name[i+1:]
	}
}

func pages(ctx context.Context, c *client) (all []string, err error) {
	token := ""
	for {
		items, next, err := c.page(ctx, token)
		if err != nil {
			return nil, err
		}
		all = append(all, items...)
		if next == "" {
			return all, nil
		}
		token = next
	}
}

// The error ends it, the answer decides.
func poll(ctx context.Context, c *client) error {
	for {
		done, err := c.done(ctx)
		if err != nil {
			return err
		}
		if done {
			return nil
		}
		time.Sleep(time.Second)
	}
}

func pollThroughErrors(ctx context.Context, c *client) {
	for {
		done, err := c.done(ctx)
		if err == nil && done {
			return
		}
		time.Sleep(time.Second)
	}
}

func untilReady(ctx context.Context, c *client) {
	for {
		if err := c.checkReady(ctx); err == nil {
			return
		}
		time.Sleep(time.Second)
	}
}

func periodic(ctx context.Context, c *client) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if _, err := c.fetch(ctx, "a"); err != nil {
				log.Print(err)
				continue
			}
		case <-ctx.Done():
			return
		}
	}
}

func accept(l net.Listener) {
	for {
		conn, err := l.Accept()
		if err != nil {
			time.Sleep(time.Second)
			continue
		}
		go conn.Close()
	}
}

func worker(ctx context.Context, c *client, jobs <-chan string) {
	for url := range jobs {
		if _, err := c.fetch(ctx, url); err != nil {
			log.Print(err)
			continue
		}
	}
}

func queue(ctx context.Context, c *client, jobs <-chan string) string {
	for {
		url := <-jobs
		if _, err := c.fetch(ctx, url); err == nil {
			return url
		}
	}
}

// A file on this machine.
func lockFile(name string) *os.File {
	for {
		f, err := os.OpenFile(name, os.O_CREATE|os.O_EXCL, 0o600)
		if err == nil {
			return f
		}
		time.Sleep(100 * time.Millisecond)
	}
}

// Ends with the first failure.
func untilFailure(ctx context.Context, c *client) error {
	for {
		if _, err := c.fetch(ctx, "a"); err != nil {
			return err
		}
		time.Sleep(time.Second)
	}
}

// Nothing decides but the count.
func load(ctx context.Context, c *client) {
	for i := 0; i < 100; i++ {
		if _, err := c.fetch(ctx, "a"); err != nil {
			log.Print(err)
		}
	}
}

func own(ctx context.Context) error {
	for {
		if err := ctx.Err(); err == nil {
			return nil
		}
		time.Sleep(time.Second)
	}
}

var errNone = errors.New("none")

// The error says that there is no more.
func drain(ctx context.Context, c *client) (n int) {
	for {
		_, err := c.fetch(ctx, "next")
		if errors.Is(err, errNone) {
			return n
		}
		n++
	}
}

var errConflict = errors.New("somebody else was faster")

// Reads anew and writes again: optimistic locking.
func update(ctx context.Context, c *client) error {
	for {
		if _, err := c.fetch(ctx, "read"); err != nil {
			return err
		}
		_, err := c.fetch(ctx, "write")
		if !errors.Is(err, errConflict) {
			return err
		}
	}
}

type response struct{ data []byte }

// exchange is implemented elsewhere.
type exchanger interface {
	Exchange(ctx context.Context) (response, error)
}

// Goes on after a success, too, until there is something to read.
func untilData(ctx context.Context, e exchanger, out chan<- []byte) {
	for {
		resp, err := e.Exchange(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return
			}
			time.Sleep(time.Second)
			continue
		}
		if len(resp.data) != 0 {
			out <- resp.data
		}
		if len(resp.data) != 0 {
			return
		}
	}
}
