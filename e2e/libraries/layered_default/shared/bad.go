// Package shared repeats one of several calls of a client: nothing may be turned off for all of them.
package shared

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
)

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}

type bucket struct{ client *s3.Client }

func newBucket(cfg aws.Config) *bucket { return &bucket{client: s3.NewFromConfig(cfg)} }

func (b *bucket) get(ctx context.Context, in *s3.GetObjectInput) (out *s3.GetObjectOutput, err error) {
	for range 3 {
		if out, err = b.client.GetObject(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 3 by \\(\\*s3\\.Client\\)\\.GetObject, its default, = 9 calls"
			return out, nil
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
	return nil, err
}

func (b *bucket) head(ctx context.Context, in *s3.HeadObjectInput) error {
	_, err := b.client.HeadObject(ctx, in)
	return err
}

// Table is for others, who may call what they like.
type Table struct{ Client *dynamodb.Client }

// Open makes one.
func Open(cfg aws.Config) *Table { return &Table{dynamodb.NewFromConfig(cfg)} }

// Put tries three times.
func (t *Table) Put(ctx context.Context, in *dynamodb.PutItemInput) (err error) {
	for range 3 {
		if _, err = t.Client.PutItem(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 3 by \\(\\*dynamodb\\.Client\\)\\.PutItem, its default, = 9 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
