// Package amqp publishes to RabbitMQ and waits for its confirmations.
package amqp

import (
	"context"

	amqp "github.com/rabbitmq/amqp091-go"
)

func publish(ch *amqp.Channel, body []byte) (bool, error) {
	confirm, err := ch.PublishWithDeferredConfirm("", "jobs", false, false, amqp.Publishing{Body: body})
	if err != nil {
		return false, err
	}
	return confirm.Wait(), nil // want "nothing ends this call"
}

func publishWithContext(ch *amqp.Channel, body []byte) (bool, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	confirm, err := ch.PublishWithDeferredConfirmWithContext(ctx, "", "jobs", false, false, amqp.Publishing{Body: body})
	if err != nil {
		return false, err
	}
	return confirm.WaitContext(ctx) // want "nothing ends this call"
}
