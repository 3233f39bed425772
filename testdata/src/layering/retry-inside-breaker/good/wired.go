package good

import (
	"net/http"

	"layering/retry-inside-breaker/hands"
	"layering/retry-when-open/resil"
)

// It is given single attempts, too: who knows behind which of the two it stands.
func wireOther(hc *http.Client, fuse *resil.Fuse) *hands.Client { return hands.NewOther(hc, fuse) }

// A pool counts nothing.
func wirePool(hc *http.Client, pool *resil.Pool) *hands.Client { return hands.New(hc, pool) }
