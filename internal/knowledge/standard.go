package knowledge

import "strings"

// Standard reports whether an import path is one of the standard library.
func Standard(path string) bool {
	first, _, _ := strings.Cut(path, "/")
	return standard[first]
}

// standard holds the first elements of the standard library's import paths.
var standard = func() map[string]bool {
	set := make(map[string]bool)
	for _, name := range strings.Fields(`archive bufio bytes cmd cmp compress container context
		crypto database debug embed encoding errors expvar flag fmt go hash html image index
		internal io iter log maps math mime net os path plugin reflect regexp runtime slices
		sort strconv strings structs sync syscall testing text time unicode unique unsafe
		vendor weak`) {
		set[name] = true
	}
	return set
}()
