// Package good hands data to who limits it.
package good

import (
	"context"

	"fanout/across/lib"
	"fanout/unbounded-go/shop"
)

func listed(ctx context.Context, c *shop.Client, p *lib.Pool) {
	orders, _ := c.List(ctx, "me")
	var ids []string
	for _, o := range orders {
		ids = append(ids, o.ID)
		p.Async(func() { _ = c.Notify(ctx, o.ID) })
		lib.Run(func() { _ = c.Notify(ctx, o.ID) })
	}
	lib.NotifyFew(ctx, c, ids)
	lib.NotifyChecked(ctx, c, ids)
	lib.NotifyAll(ctx, c, ids[:min(len(ids), 20)])
	lib.NotifyAll(ctx, c, []string{"a", "b"})
	for len(ids) > 0 {
		n := min(20, len(ids))
		lib.NotifyAll(ctx, c, ids[:n])
		ids = ids[n:]
	}
}
