package bad

import (
	"context"
	"time"

	"timeout/duration-unit/lib"
)

const realTimeout = 5 * time.Second

func twice(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeout(ctx, realTimeout*time.Second) // want `realTimeout \* time.Second multiplies a duration by a unit: realTimeout has one already, so the result is 1000000000 times too long`
}

func twiceLocal(start time.Time) {
	d := 30 * time.Millisecond
	lib.Wait(d * time.Millisecond) // want `d \* time.Millisecond multiplies a duration by a unit: d has one already`
	elapsed := time.Since(start)
	time.Sleep(time.Second * elapsed) // want `time.Second \* elapsed multiplies a duration by a unit`
}
