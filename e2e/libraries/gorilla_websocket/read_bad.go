package gorilla_websocket

import (
	"log"

	"github.com/gorilla/websocket"
)

// The thousandth read of a failed connection panics.
func readsOn(conn *websocket.Conn, each func([]byte)) {
	for {
		_, message, err := conn.ReadMessage()
		if err != nil {
			log.Print(err)
			continue // want "dead-stream: the loop goes on after an error of ReadMessage"
		}
		each(message)
	}
}

type session struct{ conn *websocket.Conn }

func (s *session) read(each func([]byte)) {
	for {
		_, message, err := s.conn.ReadMessage()
		if err != nil {
			if websocket.IsUnexpectedCloseError(err, websocket.CloseGoingAway) {
				log.Print(err)
			}
			continue // want "dead-stream: the loop goes on after an error of ReadMessage"
		}
		each(message)
	}
}
