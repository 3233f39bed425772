// Package redis uses github.com/redis/go-redis, which bounds every command by
// itself, unless it is told not to.
package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func noTimeout() (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: "cache:6379", ReadTimeout: -1})
	defer rdb.Close()
	return rdb.Get(context.Background(), "greeting").Result() // want "database: nothing ends this call"
}
