package azblob

import (
	"context"
	"time"

	"github.com/Azure/azure-sdk-for-go/sdk/azcore"
	"github.com/Azure/azure-sdk-for-go/sdk/azcore/policy"
	"github.com/Azure/azure-sdk-for-go/sdk/storage/azblob"
)

func atOnce(connection string) (*azblob.Client, error) {
	return azblob.NewClientFromConnectionString(connection, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{
			Retry: policy.RetryOptions{MaxRetries: 10, RetryDelay: -1}, // want "retryloop/no-backoff: this retry does not wait between its attempts"
		},
	})
}

func atOnceByStatement(connection string) (*azblob.Client, error) {
	var options azblob.ClientOptions
	options.Retry.RetryDelay = -1 // want "no-backoff: "
	return azblob.NewClientFromConnectionString(connection, &options)
}

func atOnceForOneCall(ctx context.Context) context.Context {
	return policy.WithRetryOptions(ctx, policy.RetryOptions{RetryDelay: -1 * time.Second}) // want "no-backoff: "
}

func patient(connection string) (*azblob.Client, error) {
	return azblob.NewClientFromConnectionString(connection, &azblob.ClientOptions{
		ClientOptions: azcore.ClientOptions{
			Retry: policy.RetryOptions{MaxRetries: 5, RetryDelay: 2 * time.Second, MaxRetryDelay: 30 * time.Second},
		},
	})
}

// Nothing is repeated.
func once(connection string) (*azblob.Client, error) {
	var options azblob.ClientOptions
	options.Retry = policy.RetryOptions{MaxRetries: -1, RetryDelay: -1}
	return azblob.NewClientFromConnectionString(connection, &options)
}
