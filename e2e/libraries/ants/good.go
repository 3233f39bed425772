// Package ants holds what github.com/panjf2000/ants is known for against the library.
package ants

import "github.com/panjf2000/ants/v2"

func sized(n int) error {
	ids, err := list()
	if err != nil {
		return err
	}
	p, err := ants.NewPool(20)
	if err != nil {
		return err
	}
	defer p.Release()
	q, err := ants.NewPool(n)
	if err != nil {
		return err
	}
	defer q.Release()
	for _, id := range ids {
		_ = p.Submit(func() { notify(id) })
		_ = q.Submit(func() { notify(id) })
	}
	return nil
}

func tuned() error {
	ids, err := list()
	if err != nil {
		return err
	}
	p, err := ants.NewPool(0)
	if err != nil {
		return err
	}
	p.Tune(10)
	for _, id := range ids {
		_ = p.Submit(func() { notify(id) })
	}
	return nil
}
