// Package consul reads from Consul.
package consul

import (
	"context"

	"github.com/hashicorp/consul/api"
)

func get(key string) (*api.KVPair, error) {
	client, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return nil, err
	}
	pair, _, err := client.KV().Get(key, nil) // want "nothing ends this call"
	return pair, err
}

func instances(service string) ([]*api.ServiceEntry, error) {
	client, err := api.NewClient(&api.Config{Address: "consul:8500"})
	if err != nil {
		return nil, err
	}
	entries, _, err := client.Health().Service(service, "", true, &api.QueryOptions{AllowStale: true}) // want "nothing ends this call"
	return entries, err
}

func put(key string, value []byte) error {
	client, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return err
	}
	opts := new(api.WriteOptions).WithContext(context.Background())
	_, err = client.KV().Put(&api.KVPair{Key: key, Value: value}, opts) // want "nothing ends this call"
	return err
}

func register(service *api.AgentServiceRegistration) error {
	client, err := api.NewClient(api.DefaultConfig())
	if err != nil {
		return err
	}
	return client.Agent().ServiceRegister(service) // want "nothing ends this call"
}
