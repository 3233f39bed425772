// Package joined sees both sides, and no conversion.
package joined

import (
	"layering/nested-retry/impl"
	"layering/nested-retry/repo"
	"layering/nested-retry/retrier"
)

func open(c *repo.Client) (*retrier.Retrier, error) {
	b, err := impl.Open(c)
	if err != nil {
		return nil, err
	}
	return retrier.New(b), nil // want `this puts a retry behind one: 5 attempts in \(\*retrier\.Retrier\)\.Load .* × 3 in \(\*repo\.Client\)\.Get .* = 15 calls of \(\*http\.Client\)\.Do per request, where it is a \*impl\.remote`
}
