package rule

import "strings"

// Shrunk reports whether a message has become another one by losing words: a fix may
// mend some of the faults of a finding, and leave those that need a person. The name of
// the rule at its end may be another one then.
func Shrunk(was, is string) bool {
	words := strings.Fields(is)
	words = words[:max(0, len(words)-1)]
	all := strings.Fields(was)
	if len(words) == 0 || len(words) >= len(all)-1 {
		return false
	}
	for _, word := range all {
		if len(words) > 0 && bare(word) == bare(words[0]) {
			words = words[1:]
		}
	}
	return len(words) == 0
}

func bare(word string) string { return strings.TrimRight(word, ",;:") }
