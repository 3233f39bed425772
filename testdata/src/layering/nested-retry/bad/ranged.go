package bad

import (
	"context"
	"errors"
	"iter"
	"log"
	"time"
)

// attempts yields up to n times, and waits between them.
func attempts(ctx context.Context, n int) iter.Seq[int] {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i) {
				return
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(time.Second):
			}
		}
	}
}

// ranged is a retry whose number of attempts an iterator knows.
func (s *service) ranged(ctx context.Context) (err error) {
	for range attempts(ctx, 3) {
		if err = s.client.Once(ctx); err == nil {
			break
		}
	}
	return err
}

// returned hands the error on by return, which an iterator's loop does through the function around it.
func (s *service) returned(ctx context.Context) error {
	for i := range attempts(ctx, 3) {
		err := s.client.Once(ctx)
		if err == nil || i == 2 {
			return err
		}
	}
	return errors.New("no attempt")
}

// logged does not fail because its attempts do.
func (s *service) logged(ctx context.Context) error {
	for range attempts(ctx, 3) {
		err := s.client.Once(ctx)
		if err == nil {
			break
		}
		log.Print(err)
	}
	return nil
}

func (s *service) aroundRanged(ctx context.Context) (err error) {
	for range attempts(ctx, 3) {
		if err = s.ranged(ctx); err == nil { // want `this retry multiplies: an unknown number of attempts here × an unknown number in \(\*bad\.service\)\.ranged`
			return nil
		}
	}
	return err
}

func (s *service) aroundReturned(ctx context.Context) (err error) {
	for range attempts(ctx, 3) {
		if err = s.returned(ctx); err == nil { // want `this retry multiplies: an unknown number of attempts here × an unknown number in \(\*bad\.service\)\.returned`
			return nil
		}
	}
	return err
}

func (s *service) aroundLogged(ctx context.Context) (err error) {
	for range attempts(ctx, 3) {
		if err = s.logged(ctx); err == nil {
			return nil
		}
	}
	return err
}
