// Package behaviour runs retry loops before and after their fixes against a server
// that fails, and looks at when they call it.
package behaviour
