package vault

import (
	"context"
	"time"

	"github.com/hashicorp/vault/api"
)

// The default configuration has a timeout of 60 seconds, and so has none.
func readWithDefault(path string) (*api.Secret, error) {
	config := api.DefaultConfig()
	config.Address = "https://vault:8200"
	client, err := api.NewClient(config)
	if err != nil {
		return nil, err
	}
	return client.Logical().Read(path)
}

func readWithNil(path string) (*api.Secret, error) {
	client, err := api.NewClient(nil)
	if err != nil {
		return nil, err
	}
	return client.Logical().Read(path)
}

func readWithTimeout(address, path string) (*api.Secret, error) {
	client, err := api.NewClient(&api.Config{Address: address, Timeout: 10 * time.Second})
	if err != nil {
		return nil, err
	}
	return client.Logical().ReadWithContext(context.Background(), path)
}

func healthWithTimeout(address string) (*api.HealthResponse, error) {
	client, err := api.NewClient(&api.Config{Address: address})
	if err != nil {
		return nil, err
	}
	client.SetClientTimeout(10 * time.Second)
	return client.Sys().Health()
}

// The caller decides, and so does whoever made the client.
func readFor(ctx context.Context, client *api.Client, path string) (*api.Secret, error) {
	return client.Logical().ReadWithContext(ctx, path)
}

func login(auth *api.Auth, method api.AuthMethod) (*api.Secret, error) {
	return auth.Login(context.Background(), method)
}
