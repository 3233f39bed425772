package redis

import (
	"context"

	"github.com/redis/go-redis/v9"
)

func get() (string, error) {
	rdb := redis.NewClient(&redis.Options{Addr: "cache:6379"})
	defer rdb.Close()
	return rdb.Get(context.Background(), "greeting").Result()
}

func universal(addrs []string) error {
	rdb := redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addrs})
	defer rdb.Close()
	return rdb.Ping(context.Background()).Err()
}

func given(rdb redis.Cmdable) error {
	return rdb.Incr(context.Background(), "visits").Err()
}

// A message comes whenever somebody publishes one.
func subscribe(rdb *redis.Client) (string, error) {
	sub := rdb.Subscribe(context.Background(), "news")
	defer sub.Close()
	message, err := sub.ReceiveMessage(context.Background())
	if err != nil {
		return "", err
	}
	return message.Payload, nil
}
