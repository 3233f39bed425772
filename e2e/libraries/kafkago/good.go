package kafkago

import (
	"context"
	"net"
	"time"

	"github.com/segmentio/kafka-go"
)

func createTopicInTime(broker net.Addr, topic string) error {
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	client := &kafka.Client{Addr: broker}
	_, err := client.CreateTopics(ctx, &kafka.CreateTopicsRequest{
		Topics: []kafka.TopicConfig{{Topic: topic, NumPartitions: 3, ReplicationFactor: 3}},
	})
	return err
}

// The timeout is that of the client.
func groupsInTime(broker net.Addr) (*kafka.ListGroupsResponse, error) {
	client := &kafka.Client{Addr: broker, Timeout: 10 * time.Second}
	return client.ListGroups(context.Background(), &kafka.ListGroupsRequest{})
}

// The client and the context are given.
func offsets(ctx context.Context, client *kafka.Client, group kafka.TopicAndGroup) (map[int]int64, error) {
	return client.ConsumerOffsets(ctx, group)
}

// The default dialer has a timeout, and the connection gets a deadline.
func partitionsInTime() ([]kafka.Partition, error) {
	conn, err := kafka.DialContext(context.Background(), "tcp", "kafka:9092")
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	if err := conn.SetDeadline(time.Now().Add(10 * time.Second)); err != nil {
		return nil, err
	}
	return conn.ReadPartitions()
}

// A writer has timeouts by default.
func write(value []byte) error {
	w := &kafka.Writer{Addr: kafka.TCP("kafka:9092"), Topic: "orders"}
	defer w.Close()
	return w.WriteMessages(context.Background(), kafka.Message{Value: value})
}

// A reader waits for messages.
func consume(r *kafka.Reader, handle func([]byte)) error {
	for {
		m, err := r.FetchMessage(context.Background())
		if err != nil {
			return err
		}
		handle(m.Value)
		if err := r.CommitMessages(context.Background(), m); err != nil {
			return err
		}
	}
}
