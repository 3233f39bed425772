// Package gcs stores objects at Google Cloud.
package gcs

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"cloud.google.com/go/storage"
	"google.golang.org/api/iterator"
	"google.golang.org/api/option"
)

func size(bucket, object string) (int64, error) {
	ctx := context.Background()
	client, err := storage.NewClient(ctx, option.WithUserAgent("inventory"))
	if err != nil {
		return 0, err
	}
	defer client.Close()
	attrs, err := client.Bucket(bucket).Object(object).Attrs(ctx) // want "nothing ends this call"
	if err != nil {
		return 0, err
	}
	return attrs.Size, nil
}

// The client is given: hardly any has a limit of its own.
func remove(client *storage.Client, bucket, object string) error {
	return client.Bucket(bucket).Object(object).Delete(context.TODO()) // want "nothing ends this call"
}

type store struct {
	bucket *storage.BucketHandle
}

func (s *store) names() ([]string, error) {
	objects := s.bucket.Objects(context.Background(), nil)
	var names []string
	for {
		attrs, err := objects.Next() // want "nothing ends this call"
		if errors.Is(err, iterator.Done) {
			return names, nil
		}
		if err != nil {
			return nil, err
		}
		names = append(names, attrs.Name)
	}
}

func (s *store) copy(from, to string) error {
	_, err := s.bucket.Object(to).CopierFrom(s.bucket.Object(from)).Run(context.Background()) // want "nothing ends this call"
	return err
}

func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(rand.N(time.Second)):
		return nil
	}
}
