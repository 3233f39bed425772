// Package acme asks certificate authorities through golang.org/x/crypto/acme.
package acme

import (
	"context"
	"crypto"
	"net/http"

	"golang.org/x/crypto/acme"
)

func discover(key crypto.Signer) (acme.Directory, error) {
	client := &acme.Client{Key: key}
	return client.Discover(context.Background()) // want "nothing ends this call"
}

func register(key crypto.Signer) (*acme.Account, error) {
	client := &acme.Client{Key: key, HTTPClient: &http.Client{}}
	return client.Register(context.TODO(), &acme.Account{}, acme.AcceptTOS) // want "nothing ends this call; .* the client is http.Client without Timeout"
}
