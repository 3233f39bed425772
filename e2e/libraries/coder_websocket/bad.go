// Package coder_websocket connects to WebSocket servers with coder/websocket.
package coder_websocket

import (
	"context"
	"net/http"

	"github.com/coder/websocket"
)

func noOptions() (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(context.Background(), "wss://feed/v1", nil) // want "dial"
	return conn, err
}

func clientWithoutTimeout() (*websocket.Conn, error) {
	conn, _, err := websocket.Dial(context.TODO(), "wss://feed/v1", &websocket.DialOptions{ // want "dial"
		HTTPClient:   &http.Client{},
		Subprotocols: []string{"v1"},
	})
	return conn, err
}

func ping(conn *websocket.Conn) error {
	return conn.Ping(context.Background()) // want "nothing ends this call"
}
