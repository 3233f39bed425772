// Package golangci runs reslint inside golangci-lint: it builds a golangci-lint that has the
// plugin in it, as `golangci-lint custom` would, and holds it against the reslint command.
// The scripts in testdata are modules in the language of testscript.
//
// To build golangci-lint from nothing takes minutes; it is in the build cache afterwards.
// RESLINT_SKIP_GOLANGCI=1 skips the tests, but not where CI is set.
package golangci
