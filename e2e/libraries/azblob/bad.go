// Package azblob stores blobs at Azure.
package azblob

import (
	"context"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/container"
)

func upload(connection, name string, data []byte) error {
	client, err := azblob.NewClientFromConnectionString(connection, &azblob.ClientOptions{})
	if err != nil {
		return err
	}
	_, err = client.UploadBuffer(context.Background(), "backups", name, data, nil) // want "nothing ends this call"
	return err
}

// Retries are no limit.
func list(url string, cred azcore.TokenCredential) (int, error) {
	client, err := azblob.NewClient(url, cred, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{MaxRetries: 5}},
	})
	if err != nil {
		return 0, err
	}
	n := 0
	for pager := client.NewListBlobsFlatPager("backups", nil); pager.More(); {
		page, err := pager.NextPage(context.TODO()) // want "nothing ends this call"
		if err != nil {
			return n, err
		}
		n += len(page.Segment.BlobItems)
	}
	return n, nil
}

// No options are the default ones.
func remove(url, name string, cred azcore.TokenCredential) error {
	client, err := container.NewClient(url, cred, nil)
	if err != nil {
		return err
	}
	_, err = client.NewBlobClient(name).Delete(context.Background(), nil) // want "nothing ends this call"
	return err
}
