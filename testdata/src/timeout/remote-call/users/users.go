package users

import (
	"context"
	"time"

	"timeout/remote-call/inhouse"
)

func load(s inhouse.Store) (string, error) {
	return s.Load(context.Background(), "1") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func save(s inhouse.Store) error {
	return save2(context.TODO(), s)
}

func save2(ctx context.Context, s inhouse.Store) error {
	return s.Save(ctx, "1") // want `nothing ends this call; context.TODO\(\) sets no deadline`
}

func count(s inhouse.Store) int { return s.Len(context.Background()) }

func loadInTime(s inhouse.Store) (string, error) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	return s.Load(ctx, "1")
}

func send() error {
	return inhouse.Send(context.Background(), nil) // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func flush() error {
	return inhouse.Flush() // want `nothing ends this call; inhouse.Flush takes no context`
}

func poll() error { return inhouse.Poll(context.Background()) }

func limited() error { return inhouse.Send(inhouse.Limited(context.Background(), nil), nil) }

// A method value is the method.
func methodValue(s inhouse.Store) (string, error) {
	load := s.Load
	return load(context.Background(), "1") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func later(s inhouse.Store) {
	go s.Save(context.Background(), "1")    // want `nothing ends this call; context.Background\(\) sets no deadline`
	defer s.Save(context.Background(), "2") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

type keyed[K comparable] struct{ store inhouse.Store }

func (k *keyed[K]) get(ctx context.Context) (string, error) {
	return k.store.Load(ctx, "1") // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func generic(k *keyed[int]) (string, error) {
	return k.get(context.Background())
}

type wrapper interface {
	inhouse.Store
	Close() error
}

func embedded(w wrapper) (string, error) {
	return w.Load(context.Background(), "1") // want `nothing ends this call; context.Background\(\) sets no deadline`
}
