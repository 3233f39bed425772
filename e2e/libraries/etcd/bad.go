// Package etcd reads, writes and locks in etcd.
package etcd

import (
	"context"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

// DialTimeout does not cover requests.
func get(endpoint, key string) (*clientv3.GetResponse, error) {
	cli, err := clientv3.New(clientv3.Config{Endpoints: []string{endpoint}, DialTimeout: 5 * time.Second})
	if err != nil {
		return nil, err
	}
	defer cli.Close()
	return cli.Get(context.Background(), key) // want "nothing ends this call"
}

type store struct {
	cli *clientv3.Client
	kv  clientv3.KV
}

func (s *store) put(key, value string) error {
	_, err := s.kv.Put(context.TODO(), key, value) // want "nothing ends this call"
	return err
}

func (s *store) swap(key, from, to string) (bool, error) {
	txn := s.cli.Txn(context.Background()).If(clientv3.Compare(clientv3.Value(key), "=", from)).Then(clientv3.OpPut(key, to))
	resp, err := txn.Commit() // want "nothing ends this call"
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

func (s *store) members() (*clientv3.MemberListResponse, error) {
	return s.cli.MemberList(context.Background()) // want "nothing ends this call"
}

// The lease is asked for with the context of the client.
func (s *store) session() (*concurrency.Session, error) {
	return concurrency.NewSession(s.cli, concurrency.WithTTL(10)) // want "nothing ends this call"
}

func unlock(m *concurrency.Mutex) error {
	return m.Unlock(context.Background()) // want "nothing ends this call"
}
