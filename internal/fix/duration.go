package fix

import (
	"fmt"
	"time"
)

// units are the units of package time, the largest first.
var units = []struct {
	name string
	unit time.Duration
}{
	{"Hour", time.Hour},
	{"Minute", time.Minute},
	{"Second", time.Second},
	{"Millisecond", time.Millisecond},
	{"Microsecond", time.Microsecond},
	{"Nanosecond", time.Nanosecond},
}

// Duration returns the source text of d in the largest unit that holds it
// exactly: "30 * time.Second", "time.Minute", "1500 * time.Millisecond".
// timeName is the name that AddImport gave for package time.
func Duration(d time.Duration, timeName string) string {
	if d == 0 {
		return "0"
	}
	for _, u := range units {
		if d%u.unit != 0 {
			continue
		}
		if d == u.unit {
			return timeName + "." + u.name
		}
		return fmt.Sprintf("%d * %s.%s", d/u.unit, timeName, u.name)
	}
	panic("unreachable: every duration is a multiple of a nanosecond")
}
