package loops

import (
	"go/token"
	"time"

	"golang.org/x/tools/go/ssa"
)

// LongestWait is a time that one of the waits between two attempts is no shorter than,
// as far as they are sums with constants.
func (r *Retry) LongestWait() time.Duration {
	var longest time.Duration
	for _, w := range r.Waits {
		longest = max(longest, atLeast(w.For))
	}
	return longest
}

func atLeast(v ssa.Value) time.Duration {
	switch v := v.(type) {
	case *ssa.Const:
		if v.Value != nil {
			return time.Duration(v.Int64())
		}
	case *ssa.BinOp:
		if v.Op == token.ADD {
			return atLeast(v.X) + atLeast(v.Y)
		}
	}
	return 0
}
