package redis

import (
	"time"

	"github.com/redis/go-redis/v9"
)

var atOnce = redis.NewClient(&redis.Options{Addr: "cache:6379", MinRetryBackoff: -1}) // want "retryloop/no-backoff: this retry does not wait between its attempts"

func manyAtOnce() *redis.ClusterClient {
	var options redis.ClusterOptions
	options.Addrs = []string{"cache:6379"}
	options.MaxRedirects = 8
	options.MinRetryBackoff = -1 // want "no-backoff: "
	return redis.NewClusterClient(&options)
}

func configuredTimes(times int) *redis.Client {
	return redis.NewFailoverClient(&redis.FailoverOptions{ // want "no-backoff: "
		MasterName:      "cache",
		MaxRetries:      times,
		MinRetryBackoff: -1,
	})
}

func neverAgain() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "cache:6379", MaxRetries: -1, MinRetryBackoff: -1})
}

func slowly() *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "cache:6379", MaxRetries: 5, MinRetryBackoff: 100 * time.Millisecond, MaxRetryBackoff: 2 * time.Second})
}

func configuredWait(wait time.Duration) *redis.Client {
	return redis.NewClient(&redis.Options{Addr: "cache:6379", MinRetryBackoff: wait})
}

func onOneWay(patient bool) *redis.Client {
	options := &redis.Options{Addr: "cache:6379", MinRetryBackoff: -1}
	if patient {
		options.MinRetryBackoff = time.Second
	}
	return redis.NewClient(options)
}

func changedByHelper() *redis.Client {
	options := &redis.Options{Addr: "cache:6379", MinRetryBackoff: -1}
	configure(options)
	return redis.NewClient(options)
}

func configure(options *redis.Options) { options.MinRetryBackoff = time.Second }

// The waits are cut at 1 s, unless it is set.
func cutByDefault() *redis.Client {
	return redis.NewClient(&redis.Options{ // want "retryloop/constant-backoff: with a first wait of 2 s and a longest of 1 s this retry always waits for 1 s, without jitter"
		Addr:            "cache:6379",
		MinRetryBackoff: 2 * time.Second,
	})
}

func cut() *redis.ClusterClient {
	return redis.NewClusterClient(&redis.ClusterOptions{MinRetryBackoff: time.Second, MaxRetryBackoff: time.Second}) // want "constant-backoff: with a first wait of 1 s and a longest of 1 s"
}

// Without a longest wait, the waits are cut at 0, or not known.
func uncut(longest time.Duration) []*redis.Client {
	return []*redis.Client{
		redis.NewClient(&redis.Options{MinRetryBackoff: time.Second, MaxRetryBackoff: -1}),
		redis.NewClient(&redis.Options{MinRetryBackoff: time.Second, MaxRetryBackoff: longest}),
		redis.NewClient(&redis.Options{MaxRetries: -1, MinRetryBackoff: 2 * time.Second}),
	}
}

var ringCut = redis.NewRing(&redis.RingOptions{MinRetryBackoff: 3 * time.Second}) // want "constant-backoff: with a first wait of 3 s and a longest of 1 s"

func anyAtOnce(addrs []string) redis.UniversalClient {
	return redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addrs, MinRetryBackoff: -1}) // want "no-backoff: "
}

func anyOnce(addrs []string) redis.UniversalClient {
	return redis.NewUniversalClient(&redis.UniversalOptions{Addrs: addrs, MaxRetries: -1, MinRetryBackoff: -1})
}
