package timeout

import (
	"slices"

	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/rule"
	"github.com/reslint/reslint/internal/source"
)

var dial = rule.Define(rule.Rule{
	ID: "timeout/dial",
	Doc: lint.RawDocumentation{
		Title: "a connection is made without a timeout",
		Text: `A healthy peer answers a connect in milliseconds, and an unreachable one not at
all. net.Dial leaves it to the operating system when to give up: about two
minutes on Linux. Whatever has a handshake of its own after the connect, TLS,
SSH, SMTP, a websocket, then waits for it for ever, if the peer accepts the
connection and says nothing.

The rule knows the dials of net, crypto/tls, net/smtp, net/rpc,
golang.org/x/crypto/ssh, the websocket libraries and more; the table of
libraries below lists them. Only dials of a constant network that leaves the
machine are reported: "unix" and "udp" do not wait for a peer, and this machine,
a constant loopback address, answers a connect at once.`,
		Before: `conn, err := net.Dial("tcp", addr)`,
		After:  `conn, err := net.DialTimeout("tcp", addr, 30*time.Second)`,
		Since:  "0.1",
	},
	Fix: `net.Dial becomes net.DialTimeout, tls.Dial becomes tls.DialWithDialer, and a dialer or client configuration made in a literal here
gets its Timeout (30 s, or what -reslint.timeout says). A dial with a context gets a context with a deadline, as in remote-call.`,
	Limits: `A timeout for the dial does not bound what is read from the connection later: set deadlines on it. An
ssh.ClientConfig.Timeout bounds the connect, not the handshake after it.`,
	Source:    `"The connect timeout … should be short, because a healthy peer answers in milliseconds and an unreachable one will not answer at all"; net.Dialer.Timeout (Go 1.26)`,
	Lifecycle: rule.Stable,
})

// dialsHere reports whether a call only connects to this machine, which answers at once or
// refuses. A handshake behind the connect may still wait for the other program.
func (c *calls) dialsHere(call *effects.Call) bool {
	root := call.Root()
	if root.Callee == nil || !slices.Contains([]string{"net.Dial", "(*net.Dialer).Dial", "(*net.Dialer).DialContext"}, root.Callee.FullName()) {
		return false
	}
	syntax := source.Call(c.pass.Files, root.Instr.Pos())
	if syntax == nil || len(syntax.Args) == 0 {
		return false
	}
	return c.exposure().loopback(syntax.Args[len(syntax.Args)-1])
}
