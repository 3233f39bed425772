package gorilla_websocket

import (
	"context"
	"time"

	"github.com/gorilla/websocket"
)

func handshakeTimeout() (*websocket.Conn, error) {
	d := websocket.Dialer{HandshakeTimeout: 10 * time.Second}
	conn, _, err := d.Dial("wss://feed/v1", nil)
	return conn, err
}

// It has a timeout of 45 s.
func defaultDialer() (*websocket.Conn, error) {
	conn, _, err := websocket.DefaultDialer.Dial("wss://feed/v1", nil)
	return conn, err
}

func copied() (*websocket.Conn, error) {
	d := *websocket.DefaultDialer
	d.Subprotocols = []string{"v1"}
	conn, _, err := d.DialContext(context.Background(), "wss://feed/v1", nil)
	return conn, err
}

func deadline(ctx context.Context) (*websocket.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	d := &websocket.Dialer{EnableCompression: true}
	conn, _, err := d.DialContext(ctx, "wss://feed/v1", nil)
	return conn, err
}

// A message comes whenever the peer sends one.
func follow(conn *websocket.Conn, each func([]byte)) error {
	for {
		_, message, err := conn.ReadMessage()
		if err != nil {
			return err
		}
		each(message)
	}
}
