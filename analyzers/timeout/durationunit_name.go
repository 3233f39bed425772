package timeout

import (
	"slices"
	"strings"
	"unicode"
)

// A unit of time, as the name of a number tells it.
type unit struct {
	plural   string // "seconds"
	constant string // of package time, "Second"
	factor   string // what a day is more than that constant, "24 * "
}

var (
	nanoseconds  = &unit{"nanoseconds", "Nanosecond", ""}
	microseconds = &unit{"microseconds", "Microsecond", ""}
	milliseconds = &unit{"milliseconds", "Millisecond", ""}
	seconds      = &unit{"seconds", "Second", ""}
	minutes      = &unit{"minutes", "Minute", ""}
	hours        = &unit{"hours", "Hour", ""}
	days         = &unit{"days", "Hour", "24 * "}
)

// expr is the source text of the unit.
func (u *unit) expr(timeName string) string { return u.factor + timeName + "." + u.constant }

// unitWords are the words that tell a unit at the end of a name. "min" is not
// among them: it is a minimum as often as a minute.
var unitWords = map[string]*unit{
	"ns": nanoseconds, "nsec": nanoseconds, "nsecs": nanoseconds, "nano": nanoseconds, "nanos": nanoseconds,
	"nanosecond": nanoseconds, "nanoseconds": nanoseconds,
	"us": microseconds, "usec": microseconds, "usecs": microseconds, "micro": microseconds, "micros": microseconds,
	"microsecond": microseconds, "microseconds": microseconds,
	"ms": milliseconds, "msec": milliseconds, "msecs": milliseconds, "milli": milliseconds, "millis": milliseconds,
	"millisecond": milliseconds, "milliseconds": milliseconds,
	"sec": seconds, "secs": seconds, "second": seconds, "seconds": seconds,
	"mins": minutes, "minute": minutes, "minutes": minutes,
	"hr": hours, "hrs": hours, "hour": hours, "hours": hours,
	"day": days, "days": days,
}

// unitEndings tell a unit at the end of a word that is not split in words, as
// in timeoutseconds. They are long enough to mean nothing else, and the longer
// ones come first.
var unitEndings = []string{
	"nanoseconds", "microseconds", "milliseconds", "seconds", "minutes", "nanos", "micros", "millis",
}

// unitOf returns the unit that a name ends in, nil if it tells none.
func unitOf(name string) *unit {
	words := splitWords(name)
	n := len(words)
	if n == 0 || n > 1 && words[n-2] == "per" || slices.Equal(words, []string{"second"}) {
		return nil // a rate, or the one after the first
	}
	last := words[n-1]
	if u := unitWords[last]; u != nil {
		return u
	}
	for _, ending := range unitEndings {
		if strings.HasSuffix(last, ending) {
			return unitWords[ending]
		}
	}
	return nil
}

// splitWords returns the lower-case words of a camel-case, snake-case or
// flag-like name.
func splitWords(name string) []string {
	var words []string
	var word []rune
	flush := func() {
		if len(word) > 0 {
			words = append(words, strings.ToLower(string(word)))
			word = nil
		}
	}
	runes := []rune(name)
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			flush()
			continue
		case unicode.IsUpper(r) && i > 0:
			// A word begins at fooBar, and at the last capital of TTLSeconds,
			// but not at the plural of an acronym, as in TTLs.
			next := i+1 < len(runes) && unicode.IsLower(runes[i+1])
			if !unicode.IsUpper(runes[i-1]) || next {
				flush()
			}
		}
		word = append(word, r)
	}
	flush()
	return words
}
