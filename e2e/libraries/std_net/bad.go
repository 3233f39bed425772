// Package std_net dials with the standard library.
package std_net

import (
	"context"
	"crypto/tls"
	"net"
	"net/rpc"
	"net/smtp"
)

func plain() (net.Conn, error) {
	return net.Dial("tcp", "storage:9000") // want "dial"
}

func zeroDialer(ctx context.Context) (net.Conn, error) {
	var d net.Dialer
	return d.DialContext(context.WithoutCancel(ctx), "tcp", "storage:9000") // want "dial"
}

func tlsDial() (*tls.Conn, error) {
	return tls.Dial("tcp", "storage:9443", nil) // want "dial"
}

func tlsDialer() (net.Conn, error) {
	d := &tls.Dialer{NetDialer: &net.Dialer{LocalAddr: &net.TCPAddr{}}}
	return d.DialContext(context.Background(), "tcp", "storage:9443") // want "dial"
}

// The timeout is one of the connect; nothing ends the handshake.
func handshake() (*tls.Conn, error) {
	raw, err := net.DialTimeout("tcp", "storage:9443", dialTimeout)
	if err != nil {
		return nil, err
	}
	conn := tls.Client(raw, &tls.Config{ServerName: "storage"})
	return conn, conn.Handshake() // want "dial"
}

func sendMail(to string, text []byte) error {
	return smtp.SendMail("mail:25", nil, "root@example.org", []string{to}, text) // want "dial"
}

// The connection is there after ten seconds, but who waits for the greeting?
func smtpClient() (*smtp.Client, error) {
	conn, err := net.DialTimeout("tcp", "mail:25", dialTimeout)
	if err != nil {
		return nil, err
	}
	return smtp.NewClient(conn, "mail") // want "dial"
}

func rpcCall() (n int, err error) {
	conn, err := net.DialTimeout("tcp", "counter:1234", dialTimeout)
	if err != nil {
		return 0, err
	}
	client := rpc.NewClient(conn)
	defer client.Close()
	err = client.Call("Counter.Next", "orders", &n) // want "nothing ends this call"
	return n, err
}
