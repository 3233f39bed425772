package retrypolicy

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/reslint/reslint/internal/knowledge"
)

// A Schedule is the waits of a policy whose numbers are known.
type Schedule struct {
	Wait   time.Duration
	Factor float64
	// Cap is the longest wait, or 0 where there is none.
	Cap time.Duration
	// Waits is how many there are, or 0 for any number.
	Waits int
	// Jitter is set where the waits are random: these are their middles.
	Jitter bool
}

// Schedule returns the waits of the policy, if they are constant.
func (p Policy) Schedule() (Schedule, bool) {
	wait, factor, cap := p[knowledge.Wait], p[knowledge.Factor], p[knowledge.Cap]
	if wait.Kind != Number || factor.Kind != Number || cap.Kind == Unknown {
		return Schedule{}, false
	}
	s := Schedule{Wait: time.Duration(wait.Number), Factor: factor.Number, Jitter: !p[knowledge.Jitter].Absent()}
	switch {
	case cap.Kind == Number && cap.Number > 0:
		s.Cap = time.Duration(cap.Number)
	case cap.Kind == Number && p.Clip() == "wait":
		s.Factor = 1 // no wait is shorter than the first
	case cap.Kind == Number && p.Clip() == "cap":
		s.Wait = 0
	case cap.Kind == Number:
		s.Factor = 0 // capped at nothing: only the first wait is one
	case cap.Kind == Given && s.Factor != 1:
		return Schedule{}, false
	}
	if n := p[knowledge.Attempts]; n.Kind == Number {
		if n.Number < 2 {
			return Schedule{}, false
		}
		s.Waits = int(n.Number) - 1
	}
	return s, true
}

// At is the i-th wait, counted from 0.
func (s Schedule) At(i int) time.Duration {
	d := float64(s.Wait) * math.Pow(s.Factor, float64(i))
	if s.Cap > 0 && d > float64(s.Cap) {
		return s.Cap
	}
	if d >= math.MaxInt64 {
		return math.MaxInt64
	}
	return time.Duration(d)
}

// Last is the last wait, or the longest one where there is no last.
func (s Schedule) Last() time.Duration {
	switch {
	case s.Waits > 0:
		return s.At(s.Waits - 1)
	case s.Factor > 1 && s.Cap == 0:
		return math.MaxInt64
	case s.Factor > 1:
		return s.Cap
	}
	return s.Wait
}

// Total is the sum of the waits, or 0 where they have no end.
func (s Schedule) Total() time.Duration {
	sum := 0.0
	for i := range s.Waits {
		if sum += float64(s.At(i)); sum >= math.MaxInt64 {
			return math.MaxInt64
		}
	}
	return time.Duration(sum)
}

// String lists the waits: "100 ms, 200 ms, 400 ms, …".
func (s Schedule) String() string { return List(s.Waits, s.At) }

// List lists n waits, or some of any number if n is 0: "100 ms, 200 ms, 400 ms, …".
func List(n int, at func(i int) time.Duration) string {
	const most = 4
	if n > most && at(0) == at(n-1) {
		return fmt.Sprintf("%d × %s", n, Format(at(0)))
	}
	shown := n
	if n == 0 || n > most {
		shown = 3
	}
	var list []string
	for i := range shown {
		list = append(list, Format(at(i)))
	}
	text := strings.Join(list, ", ")
	switch {
	case n == 0:
		text += ", …"
	case shown < n:
		text += ", … " + Format(at(n-1))
	}
	return text
}

// Format returns a duration as people write it: "100 ms", "1.5 s", "3 h 20 min".
func Format(d time.Duration) string {
	const day, year = 24 * time.Hour, 365 * 24 * time.Hour
	switch {
	case d >= year:
		return plural(float64(d)/float64(year), "year")
	case d >= 2*day:
		return plural(float64(d)/float64(day), "day")
	case d >= time.Hour:
		return pair(d, time.Hour, time.Minute, "h", "min")
	case d >= 2*time.Minute:
		return pair(d, time.Minute, time.Second, "min", "s")
	case d >= time.Second:
		return decimal(float64(d)/float64(time.Second)) + " s"
	case d >= time.Millisecond:
		return decimal(float64(d)/float64(time.Millisecond)) + " ms"
	case d >= time.Microsecond:
		return decimal(float64(d)/float64(time.Microsecond)) + " µs"
	case d == 0:
		return "0 s"
	}
	return fmt.Sprintf("%d ns", d)
}

func plural(n float64, unit string) string {
	n = math.Floor(n)
	if n == 1 {
		return "1 " + unit
	}
	return fmt.Sprintf("%.0f %ss", n, unit)
}

func pair(d, big, small time.Duration, bigName, smallName string) string {
	d = d.Round(small)
	text := fmt.Sprintf("%d %s", d/big, bigName)
	if rest := d % big / small; rest > 0 {
		text += fmt.Sprintf(" %d %s", rest, smallName)
	}
	return text
}

// decimal rounds to three digits.
func decimal(f float64) string {
	s := fmt.Sprintf("%.2f", f)
	if f >= 100 {
		s = fmt.Sprintf("%.0f", f)
	} else if f >= 10 {
		s = fmt.Sprintf("%.1f", f)
	}
	if strings.Contains(s, ".") {
		s = strings.TrimRight(strings.TrimRight(s, "0"), ".")
	}
	return s
}
