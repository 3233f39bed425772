package amqp

import (
	"context"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

func publishInTime(ch *amqp.Channel, body []byte) (bool, error) {
	confirm, err := ch.PublishWithDeferredConfirm("", "jobs", false, false, amqp.Publishing{Body: body})
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return confirm.WaitContext(ctx)
}

// The caller decides.
func wait(ctx context.Context, confirm *amqp.DeferredConfirmation) (bool, error) {
	return confirm.WaitContext(ctx)
}

// Dialling takes 30 seconds at most, and consuming is meant to last.
func consume(url string, handle func([]byte)) error {
	conn, err := amqp.Dial(url)
	if err != nil {
		return err
	}
	defer conn.Close()
	ch, err := conn.Channel()
	if err != nil {
		return err
	}
	deliveries, err := ch.ConsumeWithContext(context.Background(), "jobs", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for d := range deliveries {
		handle(d.Body)
	}
	return nil
}
