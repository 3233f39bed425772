package findings

import (
	"crypto/sha256"
	"fmt"
	"strings"
)

// Fingerprints names each finding by what does not change when code moves: its rule, its
// package, and the text of its line. The second of two that are alike there has a number
// behind it. Line returns the text of a line, and false if it can't be read.
func Fingerprints(list []Finding, line func(Position) (string, bool)) []string {
	prints := make([]string, len(list))
	seen := make(map[string]int)
	for i, f := range list {
		text, ok := line(f.Start)
		if !ok {
			text = f.Message
		}
		// A file that is formatted anew has the same faults.
		text = strings.Join(strings.Fields(text), " ")
		sum := sha256.Sum256([]byte(strings.Join([]string{f.Rule, f.Package, text}, "\x00")))
		print := fmt.Sprintf("%x", sum[:12])
		if seen[print]++; seen[print] > 1 {
			print = fmt.Sprintf("%s-%d", print, seen[print])
		}
		prints[i] = print
	}
	return prints
}
