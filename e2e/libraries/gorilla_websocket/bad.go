// Package gorilla_websocket connects to WebSocket servers with gorilla/websocket.
package gorilla_websocket

import (
	"context"
	"crypto/tls"

	"github.com/gorilla/websocket"
)

func emptyDialer() (*websocket.Conn, error) {
	d := websocket.Dialer{TLSClientConfig: &tls.Config{ServerName: "feed"}}
	conn, _, err := d.Dial("wss://feed/v1", nil) // want "dial"
	return conn, err
}

func freshContext() (*websocket.Conn, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d := &websocket.Dialer{EnableCompression: true}
	conn, _, err := d.DialContext(ctx, "wss://feed/v1", nil) // want "dial"
	return conn, err
}
