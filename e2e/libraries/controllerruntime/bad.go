// Package controllerruntime writes to the API server through the client of
// controller-runtime.
package controllerruntime

import (
	"context"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
	"sigs.k8s.io/controller-runtime/pkg/controller/controllerutil"
)

func create(obj client.Object) error {
	cfg, err := config.GetConfig()
	if err != nil {
		return err
	}
	c, err := client.New(cfg, client.Options{})
	if err != nil {
		return err
	}
	return c.Create(context.Background(), obj) // the API server ends it after 60 s: an accident, but not longer than -max
}

type reconciler struct {
	client.Client
	status client.SubResourceWriter
}

func (r *reconciler) clear(obj client.Object) error {
	return r.Delete(context.TODO(), obj) // the API server ends it after 60 s: an accident, but not longer than -max
}

func (r *reconciler) report(obj client.Object) error {
	return r.status.Update(context.Background(), obj) // the API server ends it after 60 s: an accident, but not longer than -max
}

func ensure(c client.Client, cm *corev1.ConfigMap) error {
	_, err := controllerutil.CreateOrUpdate(context.Background(), c, cm, func() error { return nil }) // the API server ends it after 60 s: an accident, but not longer than -max
	return err
}
