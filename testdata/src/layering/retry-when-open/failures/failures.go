// Package failures defines the errors of the clients.
package failures

import "errors"

type Code int

const (
	Unavailable Code = iota + 1
	Invalid
)

type Error struct {
	Code Code
	Text string
	Soft bool
}

func (e *Error) Error() string { return e.Text }

// Down is a failure that may go away.
func Down(text string) *Error { return &Error{Code: Unavailable, Text: text, Soft: true} }

// Bad is one that does not.
func Bad(text string) error { return &Error{Invalid, text, false} }

// Refused is what a breaker says.
type Refused struct{ For string }

func (r Refused) Error() string { return "refused: " + r.For }

func NewRefused(name string) error { return Refused{For: name} }

var ErrTripped = errors.New("tripped")
