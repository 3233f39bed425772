package ssh

import (
	"context"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

func dialTimeout(key ssh.PublicKey) (*ssh.Client, error) {
	config := &ssh.ClientConfig{
		User:            "deploy",
		HostKeyCallback: ssh.FixedHostKey(key),
		Timeout:         10 * time.Second,
	}
	return ssh.Dial("tcp", "bastion:22", config)
}

func handshakeDeadline(config *ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := net.DialTimeout("tcp", "bastion:22", 10*time.Second)
	if err != nil {
		return nil, err
	}
	if err := conn.SetDeadline(time.Now().Add(20 * time.Second)); err != nil {
		return nil, err
	}
	c, chans, reqs, err := ssh.NewClientConn(conn, "bastion:22", config)
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(c, chans, reqs), conn.SetDeadline(time.Time{})
}

func throughDeadline(ctx context.Context, client *ssh.Client) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	return client.DialContext(ctx, "tcp", "db:5432")
}

// A remote program runs for as long as it runs.
func run(client *ssh.Client) ([]byte, error) {
	session, err := client.NewSession()
	if err != nil {
		return nil, err
	}
	defer session.Close()
	return session.CombinedOutput("make deploy")
}
