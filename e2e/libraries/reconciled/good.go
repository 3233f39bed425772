// Package reconciled has reconcilers of controller-runtime. A queue calls one again after a failure: that is a
// layer of retries, which reslint layers shows; without an end it multiplies nothing that could be counted.
package reconciled

import (
	"context"
	"math/rand/v2"
	"net/http"
	"time"

	ctrl "sigs.k8s.io/controller-runtime/pkg/reconcile"
)

type orders struct{ client *http.Client }

func (o *orders) Reconcile(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, o.sync(ctx, req.Name)
}

// sync tries three times itself.
func (o *orders) sync(ctx context.Context, name string) (err error) {
	for range 3 {
		if err = o.once(ctx, name); err == nil {
			return nil
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(rand.N(time.Second)):
		}
	}
	return err
}

func (o *orders) once(ctx context.Context, name string) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://example.com/"+name, nil)
	if err != nil {
		return err
	}
	resp, err := o.client.Do(req)
	if err != nil {
		return err
	}
	return resp.Body.Close()
}

// typed has another type of request.
type typed[T comparable] struct{ orders *orders }

func (t *typed[T]) Reconcile(ctx context.Context, key T) (ctrl.Result, error) {
	return ctrl.Result{RequeueAfter: time.Minute}, t.orders.once(ctx, "typed")
}

// local reaches no other machine.
type local struct{ seen map[string]bool }

func (l *local) Reconcile(_ context.Context, req ctrl.Request) (ctrl.Result, error) {
	l.seen[req.Name] = true
	return ctrl.Result{}, nil
}

// step is a part of a reconciler, under another name.
func (o *orders) Step(ctx context.Context, req ctrl.Request) (ctrl.Result, error) {
	return ctrl.Result{}, o.once(ctx, req.Name)
}

var _ = []ctrl.Reconciler{new(orders), new(typed[ctrl.Request]), new(local)}
