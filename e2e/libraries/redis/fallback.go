package redis

import (
	"context"
	"database/sql"
	"errors"

	"github.com/redis/go-redis/v9"
)

func readThrough(ctx context.Context, c redis.Cmdable, db *sql.DB, id string) (name string, err error) {
	name, err = c.Get(ctx, id).Result()
	if err == nil {
		return name, nil
	}
	err = db.QueryRowContext(ctx, "select name from users where id = ?", id).Scan(&name) // want `remote-fallback: when \(redis.StringCmdable\).Get \(\(redis.Cmdable\).Get\) fails, \(\*sql.DB\).QueryRowContext answers in its place`
	return name, err
}

func concrete(ctx context.Context, c *redis.Client, db *sql.DB, id string) (name string, err error) {
	if name, err = c.Get(ctx, id).Result(); err != nil {
		err = db.QueryRowContext(ctx, "select name from users where id = ?", id).Scan(&name) // want `remote-fallback: when \(redis.cmdable\).Get fails`
	}
	return name, err
}

func onlyMisses(ctx context.Context, c *redis.Client, db *sql.DB, id string) (name string, err error) {
	name, err = c.Get(ctx, id).Result()
	if errors.Is(err, redis.Nil) {
		err = db.QueryRowContext(ctx, "select name from users where id = ?", id).Scan(&name)
	}
	return name, err
}

// A pipeline only collects.
func collected(ctx context.Context, c *redis.Client, db *sql.DB, id string) (name string, err error) {
	pipe := c.Pipeline()
	if name, err = pipe.Get(ctx, id).Result(); err != nil {
		err = db.QueryRowContext(ctx, "select name from users where id = ?", id).Scan(&name)
	}
	return name, err
}
