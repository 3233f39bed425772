// Package kafkago administers and writes to Kafka through segmentio/kafka-go.
package kafkago

import (
	"context"
	"net"

	"github.com/segmentio/kafka-go"
)

func createTopic(broker net.Addr, topic string) error {
	client := &kafka.Client{Addr: broker}
	_, err := client.CreateTopics(context.Background(), &kafka.CreateTopicsRequest{ // want "nothing ends this call"
		Topics: []kafka.TopicConfig{{Topic: topic, NumPartitions: 3, ReplicationFactor: 3}},
	})
	return err
}

// A transport limits the dial only.
func groups(broker net.Addr) (*kafka.ListGroupsResponse, error) {
	client := &kafka.Client{Addr: broker, Transport: &kafka.Transport{ClientID: "audit"}}
	return client.ListGroups(context.TODO(), &kafka.ListGroupsRequest{}) // want "nothing ends this call"
}

// The dialer has a timeout, but not its lookup of the leader.
func dialLeader() (*kafka.Conn, error) {
	return kafka.DialLeader(context.Background(), "tcp", "kafka:9092", "orders", 0) // want "dial"
}

// The connection has no deadline.
func partitions() ([]kafka.Partition, error) {
	conn, err := kafka.Dial("tcp", "kafka:9092")
	if err != nil {
		return nil, err
	}
	defer conn.Close()
	return conn.ReadPartitions() // want "nothing ends this call"
}

func dialSilently() (*kafka.Conn, error) {
	dialer := &kafka.Dialer{ClientID: "audit", DualStack: true}
	return dialer.DialContext(context.Background(), "tcp", "kafka:9092") // want "dial"
}
