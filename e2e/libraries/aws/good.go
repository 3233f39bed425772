package aws

import (
	"context"
	"net/http"
	"time"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func bucketsInTime(cfg aws.Config) (*s3.ListBucketsOutput, error) {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return s3.NewFromConfig(cfg).ListBuckets(ctx, &s3.ListBucketsInput{})
}

// The timeout is that of the HTTP client.
func tablesWithTimeout() (*dynamodb.ListTablesOutput, error) {
	cfg, err := config.LoadDefaultConfig(context.Background(),
		config.WithHTTPClient(awshttp.NewBuildableClient().WithTimeout(10*time.Second)))
	if err != nil {
		return nil, err
	}
	return dynamodb.NewFromConfig(cfg).ListTables(context.Background(), &dynamodb.ListTablesInput{})
}

func tablesWithHTTPClient() (*dynamodb.ListTablesOutput, error) {
	cfg, err := config.LoadDefaultConfig(context.Background())
	if err != nil {
		return nil, err
	}
	cfg.HTTPClient = &http.Client{Timeout: 10 * time.Second}
	return dynamodb.NewFromConfig(cfg).ListTables(context.Background(), &dynamodb.ListTablesInput{})
}

// An option can replace the HTTP client.
func tablesWithOption(cfg aws.Config) (*dynamodb.ListTablesOutput, error) {
	client := dynamodb.NewFromConfig(cfg, func(o *dynamodb.Options) {
		o.HTTPClient = &http.Client{Timeout: 10 * time.Second}
	})
	return client.ListTables(context.Background(), &dynamodb.ListTablesInput{})
}

// The client comes from elsewhere.
func put(client *s3.Client, in *s3.PutObjectInput) error {
	_, err := client.PutObject(context.Background(), in)
	return err
}

// The caller decides.
func (s *sender) sendFor(ctx context.Context, body string) error {
	_, err := s.client.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &s.queue, MessageBody: &body})
	return err
}

// Waiting for messages is the purpose.
func (s *sender) receive() (*sqs.ReceiveMessageOutput, error) {
	return s.client.ReceiveMessage(context.Background(), &sqs.ReceiveMessageInput{QueueUrl: &s.queue, WaitTimeSeconds: 20})
}

// A waiter has a limit of its own.
func waitForBucket(bucket string) error {
	client := s3.New(s3.Options{Region: "eu-central-1"})
	return s3.NewBucketExistsWaiter(client).Wait(context.Background(), &s3.HeadBucketInput{Bucket: &bucket}, time.Minute)
}
