package coder_websocket

import (
	"context"
	"net/http"
	"time"

	"github.com/coder/websocket"
)

func deadline(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	conn, _, err := websocket.Dial(ctx, "wss://feed/v1", nil)
	return conn, err
}

func clientTimeout() (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(context.Background(), "wss://feed/v1", &websocket.DialOptions{
		HTTPClient: &http.Client{Timeout: 10 * time.Second},
	})
	return conn, err
}

func pingDeadline(ctx context.Context, conn *websocket.Conn) error {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return conn.Ping(ctx)
}

// A message comes whenever the peer sends one.
func follow(conn *websocket.Conn, each func([]byte)) error {
	for {
		_, message, err := conn.Read(context.Background())
		if err != nil {
			return err
		}
		each(message)
	}
}
