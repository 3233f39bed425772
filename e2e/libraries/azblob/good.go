package azblob

import (
	"context"
	"net/http"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/runtime"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/lease"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob/service"
)

func uploadInTime(connection, name string, data []byte) error {
	client, err := azblob.NewClientFromConnectionString(connection, nil)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	_, err = client.UploadBuffer(ctx, "backups", name, data, nil)
	return err
}

// Each try has a timeout.
func uploadWithTryTimeout(url, name string, cred azcore.TokenCredential, data []byte) error {
	client, err := azblob.NewClient(url, cred, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{Retry: policy.RetryOptions{TryTimeout: time.Minute}},
	})
	if err != nil {
		return err
	}
	_, err = client.UploadBuffer(context.Background(), "backups", name, data, nil)
	return err
}

// The timeout is that of the HTTP client.
func createContainer(url, name string, cred azcore.TokenCredential) error {
	client, err := service.NewClient(url, cred, &service.ClientOptions{
		ClientOptions: azcore.ClientOptions{Transport: &http.Client{Timeout: time.Minute}},
	})
	if err != nil {
		return err
	}
	_, err = client.NewContainerClient(name).Create(context.Background(), nil)
	return err
}

// The caller decides, and so does whoever made the client.
func renew(ctx context.Context, client *lease.BlobClient) error {
	_, err := client.RenewLease(ctx, nil)
	return err
}

func removeFrom(client *azblob.Client, name string) error {
	_, err := client.DeleteBlob(context.Background(), "backups", name, nil)
	return err
}

// An operation that takes its time is polled until it is done.
func done[T any](poller *runtime.Poller[T]) (T, error) {
	return poller.PollUntilDone(context.Background(), nil)
}
