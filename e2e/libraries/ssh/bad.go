// Package ssh connects to SSH servers.
package ssh

import (
	"context"
	"net"
	"time"

	"golang.org/x/crypto/ssh"
)

func dial(key ssh.PublicKey) (*ssh.Client, error) {
	config := &ssh.ClientConfig{
		User:            "deploy",
		HostKeyCallback: ssh.FixedHostKey(key),
	}
	return ssh.Dial("tcp", "bastion:22", config) // want "dial"
}

// The connection is there after ten seconds, but who ends the handshake?
func handshake(config *ssh.ClientConfig) (*ssh.Client, error) {
	conn, err := net.DialTimeout("tcp", "bastion:22", 10*time.Second)
	if err != nil {
		return nil, err
	}
	c, chans, reqs, err := ssh.NewClientConn(conn, "bastion:22", config) // want "dial"
	if err != nil {
		return nil, err
	}
	return ssh.NewClient(c, chans, reqs), nil
}

func through(config *ssh.ClientConfig) (net.Conn, error) {
	config.Timeout = 10 * time.Second
	client, err := ssh.Dial("tcp", "bastion:22", config)
	if err != nil {
		return nil, err
	}
	return client.DialContext(context.Background(), "tcp", "db:5432") // want "dial"
}
