// Package sarama writes to Kafka and consumes from it.
package sarama

import (
	"context"

	"github.com/IBM/sarama"
)

// Every request has 30 seconds by default.
func produce(brokers []string, value string) error {
	config := sarama.NewConfig()
	config.Producer.Return.Successes = true
	producer, err := sarama.NewSyncProducer(brokers, config)
	if err != nil {
		return err
	}
	defer producer.Close()
	_, _, err = producer.SendMessage(&sarama.ProducerMessage{Topic: "orders", Value: sarama.StringEncoder(value)})
	return err
}

// Consuming is meant to last.
func consume(group sarama.ConsumerGroup, handler sarama.ConsumerGroupHandler) error {
	for {
		if err := group.Consume(context.Background(), []string{"orders"}, handler); err != nil {
			return err
		}
	}
}
