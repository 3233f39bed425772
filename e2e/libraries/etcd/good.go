package etcd

import (
	"context"
	"time"

	clientv3 "go.etcd.io/etcd/client/v3"
	"go.etcd.io/etcd/client/v3/concurrency"
)

func getInTime(cli *clientv3.Client, key string) (*clientv3.GetResponse, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	return cli.Get(ctx, key)
}

func (s *store) swapInTime(key, from, to string) (bool, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	resp, err := s.cli.Txn(ctx).If(clientv3.Compare(clientv3.Value(key), "=", from)).Then(clientv3.OpPut(key, to)).Commit()
	if err != nil {
		return false, err
	}
	return resp.Succeeded, nil
}

// The caller decides.
func (s *store) membersFor(ctx context.Context) (*clientv3.MemberListResponse, error) {
	return s.cli.MemberList(ctx)
}

// A watch is meant to last, and so is keeping a lease.
func (s *store) watch(key string, lease clientv3.LeaseID, changed func(*clientv3.Event)) error {
	if _, err := s.cli.KeepAlive(context.Background(), lease); err != nil {
		return err
	}
	for resp := range s.cli.Watch(context.Background(), key) {
		for _, event := range resp.Events {
			changed(event)
		}
	}
	return nil
}

// The lease is asked for in time, and the session has no deadline.
func (s *store) sessionInTime() (*concurrency.Session, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	lease, err := s.cli.Grant(ctx, 10)
	if err != nil {
		return nil, err
	}
	return concurrency.NewSession(s.cli, concurrency.WithTTL(10), concurrency.WithLease(lease.ID))
}

// Waiting for the lock is the purpose.
func lock(session *concurrency.Session) (*concurrency.Mutex, error) {
	m := concurrency.NewMutex(session, "/jobs")
	return m, m.Lock(context.Background())
}
