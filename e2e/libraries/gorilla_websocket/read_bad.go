package gorilla_websocket

import (
	"log"

	"github.com/gorilla/websocket"
)

// The thousandth read of a failed connection panics.
func readsOn(conn *websocket.Conn, each func([]byte)) {
	for {
		_, message, err := conn.ReadMessage() // want "dead-stream: after an error the loop calls ReadMessage again"
		if err != nil {
			log.Print(err)
			continue
		}
		each(message)
	}
}

type session struct{ conn *websocket.Conn }

func (s *session) read(each func([]byte)) {
	for {
		_, message, err := s.conn.ReadMessage() // want "dead-stream"
		if err != nil {
			if websocket.IsUnexpectedCloseError(err, websocket.CloseGoingAway) {
				log.Print(err)
			}
			continue
		}
		each(message)
	}
}
