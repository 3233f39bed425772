// Package layered_default repeats calls of clients whose libraries retry, though nobody has told them to. Each
// client is made here, and makes one call.
package layered_default

import (
	"context"
	"math/rand/v2"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
	"github.com/aws/aws-sdk-go-v2/aws"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/minio/minio-go/v7"
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

func put(ctx context.Context, cfg aws.Config, in *dynamodb.PutItemInput) (err error) {
	client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) { o.Region = "eu" })
	for range 3 {
		if _, err = client.PutItem(ctx, in); err == nil { // want "library-retries-too: .*3 attempts here × 3 by \\(\\*dynamodb\\.Client\\)\\.PutItem, its default, = 9 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

type objects struct{ client *minio.Client }

func newObjects(endpoint string) (*objects, error) {
	client, err := minio.New(endpoint, &minio.Options{Secure: true})
	if err != nil {
		return nil, err
	}
	return &objects{client}, nil
}

func (o *objects) stat(ctx context.Context, bucket, object string) (err error) {
	for range 3 {
		if _, err = o.client.StatObject(ctx, bucket, object, minio.StatObjectOptions{}); err == nil { // want "library-retries-too: .*3 attempts here × 10 by \\(\\*minio\\.Client\\)\\.StatObject, its default, = 30 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func connect(connection string) (*azblob.Client, error) {
	client, err := azblob.NewClientFromConnectionString(connection, nil)
	if err != nil {
		return nil, err
	}
	return client, nil
}

func upload(ctx context.Context, connection, name string, data []byte) error {
	client, err := connect(connection)
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = client.UploadBuffer(ctx, "backups", name, data, nil); err == nil { // want "library-retries-too: .*3 attempts here × 4 by \\(\\*azblob\\.Client\\)\\.UploadBuffer, its default, = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func create(ctx context.Context, url string, cred azcore.TokenCredential) error {
	client, err := container.NewClient(url, cred, &container.ClientOptions{
		ClientOptions: azcore.ClientOptions{
			Telemetry: policy.TelemetryOptions{Disabled: true}, // nobody reads it
		},
	})
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = client.Create(ctx, nil); err == nil { // want "library-retries-too: .*3 attempts here × 4 by \\(\\*container\\.Client\\)\\.Create, its default, = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}

func accounts(ctx context.Context, url string, cred azcore.TokenCredential) error {
	client, err := service.NewClient(url, cred, &service.ClientOptions{})
	if err != nil {
		return err
	}
	for range 3 {
		if _, err = client.GetAccountInfo(ctx, nil); err == nil { // want "library-retries-too: .*3 attempts here × 4 by \\(\\*service\\.Client\\)\\.GetAccountInfo, its default, = 12 calls"
			return nil
		}
		if err := pause(ctx); err != nil {
			return err
		}
	}
	return err
}
