package spawns

import (
	"strings"
	"unicode"
)

// topology are the words for things of which a system has a few, whoever tells how many:
// its own machines, what runs on one of them, the parts that its data is cut into, and
// what is configured.
var topology = words(`node member peer shard replica partition broker endpoint server host instance target region zone
	cluster backend upstream provider config configuration plugin datacenter leader worker agent ingester querier store
	listener address addr machine follower voter rack network interface mirror registry datasource
	exporter receiver sink notifier federation container setting option feature flag`)

func words(list string) map[string]bool {
	set := make(map[string]bool)
	for _, w := range strings.Fields(list) {
		set[w] = true
	}
	return set
}

// isTopology reports whether one of the names on the way to a list says that its length
// is that of the system, and not of its data. It only ever silences.
func isTopology(names []string) bool {
	for _, name := range names {
		for _, w := range split(name) {
			if topology[w] || topology[strings.TrimSuffix(w, "s")] || topology[strings.TrimSuffix(w, "es")] {
				return true
			}
		}
	}
	return false
}

// split cuts a name into its words.
func split(name string) (list []string) {
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			list = append(list, word.String())
			word.Reset()
		}
	}
	lower := false
	for _, r := range name {
		switch {
		case !unicode.IsLetter(r):
			flush()
			lower = false
			continue
		case unicode.IsUpper(r) && lower:
			flush()
		}
		lower = unicode.IsLower(r)
		word.WriteRune(unicode.ToLower(r))
	}
	flush()
	return list
}
