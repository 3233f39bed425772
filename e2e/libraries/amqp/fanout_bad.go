package amqp

import (
	"bytes"
	"net/http"
	"time"

	amqp "github.com/rabbitmq/amqp091-go"
)

var hc = &http.Client{Timeout: time.Second}

func forward(body []byte) {
	if resp, err := hc.Post("http://shop.test/orders", "application/json", bytes.NewReader(body)); err == nil {
		resp.Body.Close()
	}
}

// The broker sends as fast as it can.
func consumeAtOnce(ch *amqp.Channel) error {
	messages, err := ch.Consume("orders", "", true, false, false, false, nil)
	if err != nil {
		return err
	}
	for m := range messages {
		go forward(m.Body) // want `fanout/unbounded-go: a goroutine for each of the messages of \(\*amqp091.Channel\).Consume, and each calls`
	}
	return nil
}
