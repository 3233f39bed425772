package main

import (
	"bytes"

	"github.com/rogpeppe/go-internal/diff"
)

// unified is the difference of two texts, as patch takes it; nothing if they are alike.
func unified(name string, before, after []byte) []byte {
	if bytes.Equal(before, after) {
		return nil
	}
	return diff.Diff("a/"+name, before, "b/"+name, after)
}
