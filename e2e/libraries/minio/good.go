// Package minio stores objects at a server that speaks S3.
package minio

import (
	"context"

	"github.com/minio/minio-go/v7"
	"github.com/minio/minio-go/v7/pkg/credentials"
)

// The default transport waits a minute for each answer.
func stat(endpoint, bucket, object string) (minio.ObjectInfo, error) {
	client, err := minio.New(endpoint, &minio.Options{Creds: credentials.NewIAM(""), Secure: true})
	if err != nil {
		return minio.ObjectInfo{}, err
	}
	return client.StatObject(context.Background(), bucket, object, minio.StatObjectOptions{})
}

// The client comes from elsewhere.
func remove(client *minio.Client, bucket, object string) error {
	return client.RemoveObject(context.Background(), bucket, object, minio.RemoveObjectOptions{})
}

// Listening is meant to last.
func listen(client *minio.Client, bucket string, changed func(string)) {
	for info := range client.ListenBucketNotification(context.Background(), bucket, "", "", []string{"s3:ObjectCreated:*"}) {
		for _, record := range info.Records {
			changed(record.S3.Object.Key)
		}
	}
}
