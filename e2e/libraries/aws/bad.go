// Package aws calls services of AWS through aws-sdk-go-v2.
package aws

import (
	"context"
	"net/http"

	"github.com/aws/aws-sdk-go-v2/aws"
	awshttp "github.com/aws/aws-sdk-go-v2/aws/transport/http"
	"github.com/aws/aws-sdk-go-v2/config"
	"github.com/aws/aws-sdk-go-v2/service/dynamodb"
	"github.com/aws/aws-sdk-go-v2/service/s3"
	"github.com/aws/aws-sdk-go-v2/service/sqs"
)

func buckets() (*s3.ListBucketsOutput, error) {
	cfg, err := config.LoadDefaultConfig(context.TODO(), config.WithRegion("eu-central-1"))
	if err != nil {
		return nil, err
	}
	client := s3.NewFromConfig(cfg)
	return client.ListBuckets(context.TODO(), &s3.ListBucketsInput{}) // want "nothing ends this call"
}

func objects(bucket string) (int, error) {
	client := s3.New(s3.Options{Region: "eu-central-1"})
	pages := s3.NewListObjectsV2Paginator(client, &s3.ListObjectsV2Input{Bucket: aws.String(bucket)})
	n := 0
	for pages.HasMorePages() {
		page, err := pages.NextPage(context.Background()) // want "nothing ends this call"
		if err != nil {
			return n, err
		}
		n += len(page.Contents)
	}
	return n, nil
}

// Timeouts for the dial do not end a call.
func tables() (*dynamodb.ListTablesOutput, error) {
	cfg, err := config.LoadDefaultConfig(context.Background(), config.WithHTTPClient(awshttp.NewBuildableClient()))
	if err != nil {
		return nil, err
	}
	return dynamodb.NewFromConfig(cfg).ListTables(context.Background(), &dynamodb.ListTablesInput{}) // want "nothing ends this call"
}

type sender struct {
	queue  string
	client *sqs.Client
}

func newSender(queue string) (*sender, error) {
	cfg := aws.Config{Region: "eu-central-1", HTTPClient: &http.Client{}}
	return &sender{queue: queue, client: sqs.NewFromConfig(cfg)}, nil
}

func (s *sender) send(body string) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	_, err := s.client.SendMessage(ctx, &sqs.SendMessageInput{QueueUrl: &s.queue, MessageBody: &body}) // want "nothing ends this call"
	return err
}
