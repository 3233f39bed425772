package bad

import (
	"errors"
	"sync"
	"time"
)

var errOpen = errors.New("open")

type breaker struct {
	mu     sync.Mutex
	failed int
	opened time.Time
}

func (b *breaker) call(op func() error) error {
	b.mu.Lock()
	open := b.failed >= 5 && time.Since(b.opened) < time.Minute
	b.mu.Unlock()
	if open {
		return errOpen
	}
	err := op()
	b.done(err)
	return err
}

func (b *breaker) done(err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil {
		b.failed = 0
		return
	}
	b.failed++
	b.opened = time.Now()
}
