package good

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/rpc"
	"net/smtp"
	"time"
)

func plain(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, 5*time.Second)
}

// Somebody configures it.
func configured(addr string, timeout time.Duration) (net.Conn, error) {
	return net.DialTimeout("tcp", addr, timeout)
}

func dialer(addr string) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	return d.Dial("tcp", addr)
}

func dialerSetLater(addr string, timeout time.Duration) (net.Conn, error) {
	var d net.Dialer
	d.Timeout = timeout
	return d.Dial("tcp", addr)
}

func dialerWithDeadline(addr string, until time.Time) (net.Conn, error) {
	return (&net.Dialer{Deadline: until}).Dial("tcp", addr)
}

func dialerWithContext(ctx context.Context, addr string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return (&net.Dialer{}).DialContext(ctx, "tcp", addr)
}

// The caller's context decides.
func given(ctx context.Context, addr string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(ctx, "tcp", addr)
}

// These stay on this machine, or do not wait.
func local(path, addr string) error {
	if _, err := net.Dial("unix", path); err != nil {
		return err
	}
	_, err := net.Dial("udp", addr)
	return err
}

func anyNetwork(network, addr string) (net.Conn, error) {
	return net.Dial(network, addr)
}

func startTLS(addr string) (*tls.Conn, error) {
	return tls.DialWithDialer(&net.Dialer{Timeout: 5 * time.Second}, "tcp", addr, &tls.Config{})
}

func tlsDialer(ctx context.Context, addr string) (net.Conn, error) {
	d := &tls.Dialer{NetDialer: &net.Dialer{Timeout: 5 * time.Second}}
	return d.DialContext(context.WithoutCancel(ctx), "tcp", addr)
}

func handshake(addr string) error {
	raw, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return err
	}
	defer raw.Close()
	if err := raw.SetDeadline(time.Now().Add(5 * time.Second)); err != nil {
		return err
	}
	return tls.Client(raw, &tls.Config{ServerName: addr}).Handshake()
}

func handshakeWithHelper(addr string) error {
	raw, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return err
	}
	defer raw.Close()
	limit(raw)
	return tls.Client(raw, &tls.Config{ServerName: addr}).Handshake()
}

func limit(c net.Conn) { c.SetDeadline(time.Now().Add(time.Minute)) }

func accepted(raw net.Conn) error {
	return tls.Client(raw, &tls.Config{}).Handshake()
}

func mail(addr string) (*smtp.Client, error) {
	raw, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return nil, err
	}
	if err := raw.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		return nil, err
	}
	return smtp.NewClient(raw, addr)
}

func call(conn net.Conn, args, reply any) error {
	client := rpc.NewClient(conn)
	defer client.Close()
	return client.Call("Users.Get", args, reply)
}

func asynchronous(addr string, args, reply any) error {
	conn, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return err
	}
	select {
	case done := <-rpc.NewClient(conn).Go("Users.Get", args, reply, make(chan *rpc.Call, 1)).Done:
		return done.Error
	case <-time.After(5 * time.Second):
		return context.DeadlineExceeded
	}
}

func greet(addr string) (string, error) {
	conn, err := (&net.Dialer{Timeout: 5 * time.Second}).Dial("tcp", addr)
	if err != nil {
		return "", err
	}
	defer conn.Close()
	return bufio.NewReader(conn).ReadString('\n')
}

// This machine answers at once, or refuses.
func here(port int) (net.Conn, error) {
	return net.Dial("tcp", fmt.Sprintf("127.0.0.1:%d", port))
}

func hereByName(ctx context.Context, port string) (net.Conn, error) {
	addr := net.JoinHostPort("localhost", port)
	return new(net.Dialer).DialContext(context.WithoutCancel(ctx), "tcp", addr)
}
