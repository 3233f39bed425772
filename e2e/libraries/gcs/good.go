package gcs

import (
	"context"
	"time"

	secretmanager "cloud.google.com/go/secretmanager/apiv1"
	"cloud.google.com/go/secretmanager/apiv1/secretmanagerpb"
	"cloud.google.com/go/storage"
	"github.com/googleapis/gax-go/v2"
)

func removeInTime(client *storage.Client, bucket, object string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 30*time.Second)
	defer cancel()
	return client.Bucket(bucket).Object(object).Delete(ctx)
}

// The retries have a limit.
func removeWithRetries(bucket, object string) error {
	ctx := context.Background()
	client, err := storage.NewClient(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	client.SetRetry(storage.WithMaxRetryDuration(time.Minute))
	return client.Bucket(bucket).Object(object).Delete(ctx)
}

func (s *store) size(object string) (int64, error) {
	attrs, err := s.bucket.Object(object).Retryer(storage.WithMaxAttempts(3)).Attrs(context.Background())
	if err != nil {
		return 0, err
	}
	return attrs.Size, nil
}

// The caller decides.
func (s *store) exists(ctx context.Context, object string) bool {
	_, err := s.bucket.Object(object).Attrs(ctx)
	return err == nil
}

// Writing takes as long as the object is big.
func (s *store) write(object string, data []byte) error {
	w := s.bucket.Object(object).NewWriter(context.Background())
	if _, err := w.Write(data); err != nil {
		return err
	}
	return w.Close()
}

// A generated client has timeouts of its own.
func secret(name string) ([]byte, error) {
	ctx := context.Background()
	client, err := secretmanager.NewClient(ctx)
	if err != nil {
		return nil, err
	}
	defer client.Close()
	version, err := client.AccessSecretVersion(ctx, &secretmanagerpb.AccessSecretVersionRequest{Name: name}, gax.WithTimeout(time.Minute))
	if err != nil {
		return nil, err
	}
	return version.Payload.Data, nil
}

// A deletion without a precondition is made once by the client.
func removeAgain(ctx context.Context, bucket, object string) error {
	client, err := storage.NewClient(ctx)
	if err != nil {
		return err
	}
	defer client.Close()
	for range 3 {
		if err = client.Bucket(bucket).Object(object).Delete(ctx); err == nil {
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
