package report

import "os"

// IsTerminal reports whether someone looks at f.
func IsTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

// WantColor reports whether f is a terminal that shows colours, and whose
// user wants them (https://no-color.org).
func WantColor(f *os.File) bool {
	return os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb" && IsTerminal(f)
}
