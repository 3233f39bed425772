package resilience_test

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/reslint/reslint/resilience"
)

func ExamplePool() {
	pool, err := resilience.NewPool(resilience.PoolConfig{}, "10.0.0.1", "10.0.0.2", "10.0.0.3")
	if err != nil {
		fmt.Println(err)
		return
	}
	get := func(host string) error {
		if host == "10.0.0.2" {
			return errors.New("connection refused")
		}
		return nil
	}
	for range 30 {
		host := pool.Pick()
		err := get(host.Name)
		host.Done(err)
	}
	fmt.Println(pool.Ejected())
	// Output:
	// [10.0.0.2]
}

func ExampleNewPool() {
	_, err := resilience.NewPool(resilience.PoolConfig{Share: 10}, "10.0.0.1")
	fmt.Println(err)
	// Output:
	// resilience: pool: Share is 10, not between 0 and 1
}

func ExamplePoolConfig() {
	config := resilience.PoolConfig{Failures: 1, Share: 0.5}
	pool := resilience.Must(resilience.NewPool(config, "10.0.0.1", "10.0.0.2"))
	pool.Pick().Done(errors.New("connection refused"))
	fmt.Println(len(pool.Ejected()))
	// Output:
	// 1
}

func ExamplePool_Pick() {
	pool := resilience.Must(resilience.NewPool(resilience.PoolConfig{
		Rand: func(n int64) int64 { return 0 }, // begin with the first
	}, "10.0.0.1", "10.0.0.2"))
	for range 3 {
		fmt.Println(pool.Pick().Name)
	}
	// Output:
	// 10.0.0.1
	// 10.0.0.2
	// 10.0.0.1
}

func ExampleHost() {
	pool := resilience.Must(resilience.NewPool(resilience.PoolConfig{}, "10.0.0.1:8080"))
	host := pool.Pick()
	fmt.Println("http://" + host.Name + "/shoes")
	host.Done(nil)
	// Output:
	// http://10.0.0.1:8080/shoes
}

// Inside of what a policy repeats, a retry goes to the next host.
func ExampleHost_Done() {
	policy := resilience.Must(resilience.New(resilience.Config{
		Backoff: resilience.Backoff{Base: time.Millisecond},
	}))
	pool := resilience.Must(resilience.NewPool(resilience.PoolConfig{
		Rand: func(n int64) int64 { return 0 }, // begin with the first
	}, "10.0.0.1", "10.0.0.2"))

	shoes, err := resilience.Do(context.Background(), policy, func(ctx context.Context) (string, error) {
		host := pool.Pick()
		if host.Name == "10.0.0.1" {
			err := errors.New("connection refused")
			host.Done(err)
			return "", err
		}
		host.Done(nil)
		return "two shoes of " + host.Name, nil
	})
	fmt.Println(shoes, err)
	// Output:
	// two shoes of 10.0.0.2 <nil>
}

func ExamplePool_Set() {
	var pool resilience.Pool
	fmt.Println(pool.Set("10.0.0.1", "10.0.0.2"))
	fmt.Println(pool.Set())
	fmt.Println(pool.Pick().Name != "")
	// Output:
	// <nil>
	// resilience: pool without hosts
	// true
}

func ExamplePool_Ejected() {
	pool := resilience.Must(resilience.NewPool(resilience.PoolConfig{Failures: 1}, "10.0.0.1", "10.0.0.2"))
	fmt.Println(len(pool.Ejected()))
	pool.Pick().Done(errors.New("connection refused"))
	pool.Pick().Done(errors.New("connection refused")) // the last one stays
	fmt.Println(len(pool.Ejected()))
	// Output:
	// 0
	// 1
}
