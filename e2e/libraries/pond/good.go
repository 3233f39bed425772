// Package pond holds what github.com/alitto/pond is known for, in both versions, against
// the library.
package pond

import (
	pond1 "github.com/alitto/pond"
	"github.com/alitto/pond/v2"
)

func sized(n int) {
	ids, _ := list()
	p, q := pond.NewPool(10), pond.NewPool(n)
	old := pond1.New(10, 1000)
	sub := p.NewSubpool(0)
	for _, id := range ids {
		p.Submit(func() { notify(id) })
		q.Submit(func() { notify(id) })
		sub.Submit(func() { notify(id) })
		old.Submit(func() { notify(id) })
	}
	q.StopAndWait()
	p.StopAndWait()
	old.StopAndWait()
}
