package consul

import (
	"context"
	"net/http"
	"time"

	"github.com/hashicorp/consul/api"
)

func getInTime(key string) (*api.KVPair, error) {
	client, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	pair, _, err := client.KV().Get(key, (&api.QueryOptions{}).WithContext(ctx))
	return pair, err
}

// The timeout is that of the HTTP client.
func registerWithTimeout(service *api.AgentServiceRegistration) error {
	config := api.DefaultConfig()
	config.HttpClient = &http.Client{Timeout: 5 * time.Second}
	client, err := api.NewClient(config)
	if err != nil {
		return err
	}
	return client.Agent().ServiceRegister(service)
}

// A blocking query waits for a change.
func follow(service string, changed func([]*api.ServiceEntry)) error {
	client, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return err
	}
	for index := uint64(0); ; {
		entries, meta, err := client.Health().Service(service, "", true, &api.QueryOptions{WaitIndex: index})
		if err != nil {
			return err
		}
		index = meta.LastIndex
		changed(entries)
	}
}

// The caller decides, and so does whoever made the client.
func list(ctx context.Context, client *api.Client, prefix string) (api.KVPairs, error) {
	pairs, _, err := client.KV().List(prefix, new(api.QueryOptions).WithContext(ctx))
	return pairs, err
}

func remove(kv *api.KV, key string) error {
	_, err := kv.Delete(key, nil)
	return err
}
