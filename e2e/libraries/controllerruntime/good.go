package controllerruntime

import (
	"context"
	"net/http"
	"time"

	corev1 "k8s.io/api/core/v1"
	"k8s.io/client-go/rest"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/config"
)

func createInTime(c client.Client, obj client.Object) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return c.Create(ctx, obj)
}

// The timeout is that of the configuration.
func createWithConfig(obj client.Object) error {
	cfg, err := config.GetConfig()
	if err != nil {
		return err
	}
	cfg.Timeout = 30 * time.Second
	c, err := client.New(cfg, client.Options{})
	if err != nil {
		return err
	}
	return c.Create(context.Background(), obj)
}

// The timeout is that of the HTTP client.
func createWithHTTPClient(cfg *rest.Config, obj client.Object) error {
	c, err := client.New(cfg, client.Options{HTTPClient: &http.Client{Timeout: 30 * time.Second}})
	if err != nil {
		return err
	}
	return c.Create(context.Background(), obj)
}

// The caller decides.
func (r *reconciler) patch(ctx context.Context, obj client.Object, patch client.Patch) error {
	return r.Status().Patch(ctx, obj, patch)
}

// A manager's client reads from its cache.
func (r *reconciler) load(key client.ObjectKey) (*corev1.ConfigMap, error) {
	var cm corev1.ConfigMap
	return &cm, r.Get(context.Background(), key, &cm)
}

// A watch is meant to last.
func follow(c client.WithWatch) error {
	w, err := c.Watch(context.Background(), &corev1.ConfigMapList{})
	if err != nil {
		return err
	}
	defer w.Stop()
	for range w.ResultChan() {
	}
	return nil
}
