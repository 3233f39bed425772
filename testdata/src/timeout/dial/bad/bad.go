package bad

import (
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/rpc"
	"net/smtp"
	"time"
)

func plain(addr string) (net.Conn, error) {
	return net.Dial("tcp", addr) // want `net.Dial sets no timeout: an address that does not answer holds the call until the operating system gives up, after about 2 minutes \(timeout/dial\)`
}

func zeroTimeout(addr string) (net.Conn, error) {
	return net.DialTimeout("tcp4", addr, 0) // want `net.DialTimeout sets no timeout`
}

func emptyDialer(addr string) (net.Conn, error) {
	d := net.Dialer{KeepAlive: 30 * time.Second}
	return d.Dial("tcp", addr) // want `\(\*net.Dialer\).Dial sets no timeout`
}

func dialerWithFreshContext(addr string) (net.Conn, error) {
	return (&net.Dialer{}).DialContext(context.Background(), "tcp", addr) // want `\(\*net.Dialer\).DialContext sets no timeout`
}

func startTLS(addr string) (*tls.Conn, error) {
	return tls.Dial("tcp", addr, &tls.Config{}) // want `nothing ends this call; tls.Dial takes no context: a server that stops answering holds the call for ever \(timeout/dial\)`
}

func tlsWithEmptyDialer(addr string) (*tls.Conn, error) {
	return tls.DialWithDialer(&net.Dialer{}, "tcp", addr, nil) // want `nothing ends this call; tls.DialWithDialer takes no context`
}

func tlsDialer(addr string) (net.Conn, error) {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	d := &tls.Dialer{Config: &tls.Config{}}
	return d.DialContext(ctx, "tcp", addr) // want `nothing ends this call; context.Background\(\) sets no deadline`
}

// The timeout is that of the connect: nothing bounds the handshake.
func handshake(addr string) error {
	raw, err := net.DialTimeout("tcp", addr, 5*time.Second)
	if err != nil {
		return err
	}
	defer raw.Close()
	return tls.Client(raw, &tls.Config{ServerName: addr}).Handshake() // want `nothing ends this call; \(\*tls.Conn\).Handshake takes no context, and the client is from net.DialTimeout without a timeout of its own`
}

func mail(addr, from string, to []string, msg []byte) error {
	return smtp.SendMail(addr, nil, from, to, msg) // want `nothing ends this call; smtp.SendMail takes no context`
}

func mailClient(addr string) (*smtp.Client, error) {
	return smtp.Dial(addr) // want `nothing ends this call; smtp.Dial takes no context`
}

func call(addr string, args, reply any) error {
	client, err := rpc.Dial("tcp", addr) // want `rpc.Dial`
	if err != nil {
		return err
	}
	defer client.Close()
	return client.Call("Users.Get", args, reply) // want `nothing ends this call; \(\*rpc.Client\).Call takes no context, and the client is from rpc.Dial without a timeout of its own`
}

// A dialer that is handed over is the caller's to bound.
func through(d *net.Dialer, addr string) (net.Conn, error) { return d.Dial("tcp", addr) }

func handsOver(addr string) (net.Conn, error) {
	return through(&net.Dialer{}, addr) // want `\(\*net.Dialer\).Dial sets no timeout`
}

// The host may be any.
func numbered(host string, port int) (net.Conn, error) {
	return net.Dial("tcp", fmt.Sprintf("%s:%d", host, port)) // want `net.Dial sets no timeout`
}

// The program that listens here may say nothing.
func handshakeHere() (*tls.Conn, error) {
	return tls.Dial("tcp", "localhost:8443", nil) // want `tls.Dial`
}
