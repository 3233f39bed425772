// Package vault reads secrets from Vault.
package vault

import (
	"context"
	"net/http"

	"github.com/hashicorp/vault/api"
)

// A configuration that is written out has no timeout.
func read(address, path string) (*api.Secret, error) {
	client, err := api.NewClient(&api.Config{Address: address})
	if err != nil {
		return nil, err
	}
	return client.Logical().Read(path) // want "nothing ends this call"
}

func password(address string) (*api.KVSecret, error) {
	client, err := api.NewClient(&api.Config{Address: address, HttpClient: &http.Client{}})
	if err != nil {
		return nil, err
	}
	return client.KVv2("secret").Get(context.Background(), "database") // want "nothing ends this call"
}
