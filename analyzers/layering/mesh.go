package layering

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var meshRule = rule.Define(rule.Rule{
	ID: "layering/mesh",
	Doc: lint.RawDocumentation{
		Title: "a retry of what the mesh retries, too",
		Text: `A proxy on the way, the sidecar of a mesh or a gateway, tries a failed call again by
itself. A retry in the program then repeats all of its attempts: 3 attempts here are 9
calls, and in an outage that is 9 times the load on a server that is down already. Let one
of the two retry: the one that knows whether the request may be repeated, and when.`,
		Before: `for range 3 { // and the VirtualService of orders says "retries: {attempts: 2}"
	if res, err = client.Get("http://orders/next"); err == nil {
		return res, nil
	}
	wait(ctx)
}`,
		After: `res, err := client.Get("http://orders/next")`,
		Since: "0.1",
	},
	Fix: "None: who is to retry is a decision, and half of it stands in another file.",
	Limits: `Nothing is reported without the setting ` + "`-mesh`" + `, which takes HOST=ATTEMPTS and the files of Istio (VirtualService), of
the Kubernetes Gateway API (HTTPRoute, GRPCRoute) and of Envoy (virtual hosts). Reported are clients that retry, and loops and retry functions around a call
whose host is a constant in the package of the call: in a URL, a request or the target of a gRPC connection. What a program
encrypts itself a sidecar can't read, so files count for https only where they speak of a gateway. Of several routes of a host the
least number of attempts counts. A VirtualService that does not say counts with Istio's default of two retries; HOST=1 says that
there is none.`,
	Source:    "istio/istio, pilot/pkg/networking/core/route/retry/retry.go (2 retries by default, attempts: 0 for none) and https://istio.io/latest/docs/concepts/traffic-management/#retries; Gateway API v1, HTTPRouteRetry.attempts; Envoy v3, RetryPolicy: num_retries is 1 by default, and none without retry_on",
	Lifecycle: rule.Stable,
})
