package timeout

import "testing"

func TestUnitOf(t *testing.T) {
	tests := []struct {
		name string
		want *unit
	}{
		{"TimeoutSeconds", seconds},
		{"timeout_sec", seconds},
		{"timeout-secs", seconds},
		{"timeoutseconds", seconds},
		{"TTLSeconds", seconds},
		{"delayMS", milliseconds},
		{"DelayMs", milliseconds},
		{"ms", milliseconds},
		{"firstBackoffMilli", milliseconds},
		{"UnixMilli", milliseconds},
		{"delayMicros", microseconds},
		{"timeout_us", microseconds},
		{"maxAgeMinutes", minutes},
		{"keepHours", hours},
		{"MaxAgeInDays", days},
		{"UnixNano", nanoseconds},
		{"delayNs", nanoseconds},
		{"nanoseconds", nanoseconds},
		{"timeoutnanoseconds", nanoseconds},
		{"timeoutmicroseconds", microseconds},
		{"timeout", nil},
		{"backoffMin", nil},
		{"RequestsPerSecond", nil},
		{"second", nil},
		{"items", nil},
		{"status", nil},
		{"DNSSECs", nil},
		{"", nil},
		{"_", nil},
	}
	for _, tt := range tests {
		if got := unitOf(tt.name); got != tt.want {
			t.Errorf("%q: got %v, want %v", tt.name, got, tt.want)
		}
	}
}
