package bad

import (
	"net/http"

	"layering/retry-inside-breaker/hands"
	"layering/retry-when-open/resil"
)

func wire(hc *http.Client, fuse *resil.Fuse) *hands.Client {
	return hands.New(hc, fuse) // want `this puts a breaker around a retry: \(hands.Guard\).Do is given \(\*hands.Client\).patient \(hands/hands.go:\d+\), and Fuse.Do records a single failure where 3 calls failed. Put the retry outside, and the breaker around each attempt`
}
