package std_net

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"net/rpc"
	"net/rpc/jsonrpc"
	"net/smtp"
	"time"
)

const dialTimeout = 10 * time.Second

func plainTimeout() (net.Conn, error) {
	return net.DialTimeout("tcp", "storage:9000", dialTimeout)
}

// A socket of this machine answers or refuses at once.
func socket() (net.Conn, error) {
	return net.Dial("unix", "/run/storage.sock")
}

func resolver() (net.Conn, error) {
	return net.Dial("udp", "192.0.2.1:53")
}

func lookup() ([]string, error) {
	return net.DefaultResolver.LookupHost(context.Background(), "storage")
}

func dialer() (net.Conn, error) {
	d := net.Dialer{Timeout: dialTimeout}
	return d.DialContext(context.Background(), "tcp", "storage:9000")
}

func callers(ctx context.Context) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	var d net.Dialer
	return d.DialContext(ctx, "tcp", "storage:9000")
}

func tlsWithDialer() (*tls.Conn, error) {
	return tls.DialWithDialer(&net.Dialer{Timeout: dialTimeout}, "tcp", "storage:9443", nil)
}

func tlsDialerTimeout() (net.Conn, error) {
	d := &tls.Dialer{NetDialer: &net.Dialer{Timeout: dialTimeout}}
	return d.Dial("tcp", "storage:9443")
}

func handshakeContext(ctx context.Context, raw net.Conn) (*tls.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialTimeout)
	defer cancel()
	conn := tls.Client(raw, &tls.Config{ServerName: "storage"})
	return conn, conn.HandshakeContext(ctx)
}

func smtpDeadline() (*smtp.Client, error) {
	conn, err := net.DialTimeout("tcp", "mail:25", dialTimeout)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	return smtp.NewClient(conn, "mail")
}

// What a plug-in writes to its standard output is no remote machine.
func plugin(stdio io.ReadWriteCloser) (n int, err error) {
	client := rpc.NewClient(stdio)
	err = client.Call("Counter.Next", "orders", &n)
	return n, err
}

func rpcDeadline() (n int, err error) {
	conn, err := net.DialTimeout("tcp", "counter:1234", dialTimeout)
	if err != nil {
		return 0, err
	}
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return 0, err
	}
	client := jsonrpc.NewClient(conn)
	defer client.Close()
	err = client.Call("Counter.Next", "orders", &n)
	return n, err
}
