package layering

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var libraryRetriesToo = rule.Define(rule.Rule{
	ID: "layering/library-retries-too",
	Doc: lint.RawDocumentation{
		Title: "a retry around a client that retries by itself",
		Text: `Many clients try again by themselves, without being told to. A retry around one of them
multiplies: three attempts of the program's times five of the client's are fifteen
calls for one request. Keep the one that knows more: usually the client's, which
tells what may be repeated, and leave the other out.`,
		Before: `client := retryablehttp.NewClient() // five attempts
for range 3 {
	if resp, err = client.Get(url); err == nil {
		return resp, nil
	}
	wait(ctx)
}`,
		After: `client := retryablehttp.NewClient()
resp, err = client.Get(url)`,
		Since: "0.1",
	},
	Fix: `Makes one attempt at the outer layer, where a library or a function of the program is told how often; or turns the retries of the client off, in its own terms, where it is made in the same package; of a client that has only
the default of its library, if the package makes no other call through it.`,
	Limits: `The clients are those whose tables say how often they try. Settings that cannot be followed to where they are made are not known, and nothing is reported.
A gRPC connection is followed to where it is made, in another package, too, if it or its client goes there as an argument or into an exported field. Its layers are the interceptors that
retry, those of go-grpc-middleware and the program's own, and the constant text of a service config, for unary calls. What repeats other codes than UNAVAILABLE is none, nor is a config with
retryThrottling, which ends the retries in an outage. What a config says of a method counts only if the stubs tell its full name, as those of protoc-gen-go-grpc 1.3 and later do, or if it says the same of all.`,
	Source:    "the sources of the libraries, which the table in docs/rules.md names",
	Lifecycle: rule.Stable,
})
