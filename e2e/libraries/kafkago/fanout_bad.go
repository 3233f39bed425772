package kafkago

import (
	"bytes"
	"context"
	"net/http"
	"time"

	"github.com/segmentio/kafka-go"
)

var hc = &http.Client{Timeout: time.Second}

func forward(body []byte) {
	if resp, err := hc.Post("http://shop.test/orders", "application/json", bytes.NewReader(body)); err == nil {
		resp.Body.Close()
	}
}

func consumeAtOnce(ctx context.Context, r *kafka.Reader) error {
	for {
		m, err := r.ReadMessage(ctx)
		if err != nil {
			return err
		}
		go forward(m.Value) // want `fanout/unbounded-go: a goroutine for each of the messages of \(\*kafka.Reader\).ReadMessage`
	}
}
