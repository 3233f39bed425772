// Package e2e holds the module resilience against the real things: databases,
// processes that are killed. It is a module of its own, so that its drivers are
// nobody else's dependencies.
package e2e
