package good

import (
	"time"

	"timeout/duration-unit/lib"
)

const realTimeout = 5 * time.Second

func once(start time.Time, n int, total time.Duration) {
	lib.Wait(realTimeout)
	lib.Wait(2 * realTimeout)
	d := time.Duration(n)
	lib.Wait(d * time.Second)
	lib.Wait(total / time.Second * time.Second)
	lib.Wait(realTimeout * time.Nanosecond)

	// The mean square, and a rate.
	elapsed := time.Since(start)
	lib.Wait(elapsed * elapsed)
	lib.Wait(elapsed * time.Second / total)
}

// A parameter may count seconds.
func count(n time.Duration) { lib.Wait(n * time.Second) }
