package acme

import (
	"context"
	"crypto"
	"net/http"
	"time"

	"golang.org/x/crypto/acme"
)

func discoverInTime(ctx context.Context, key crypto.Signer) (acme.Directory, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return (&acme.Client{Key: key}).Discover(ctx)
}

func registerInTime(key crypto.Signer) (*acme.Account, error) {
	client := &acme.Client{Key: key, HTTPClient: &http.Client{Timeout: 10 * time.Second}}
	return client.Register(context.Background(), &acme.Account{}, acme.AcceptTOS)
}

// The client comes from elsewhere.
func given(client *acme.Client) (acme.Directory, error) { return client.Discover(context.Background()) }

// An order is waited for as long as it takes.
func wait(client *acme.Client, url string) (*acme.Order, error) {
	return client.WaitOrder(context.Background(), url)
}
