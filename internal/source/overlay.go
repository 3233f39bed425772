package source

// overlay are the names of files whose unsaved buffers are looked at, by the names of the buffers.
var overlay map[string]string

// Overlay tells, for the whole process, which files are buffers, and the names of the files
// that they stand for. It is called before any analysis.
func Overlay(names map[string]string) { overlay = names }

// Name is the name of the file that the one of the given name stands for: settings hold for a
// buffer as they do for its file.
func Name(file string) string {
	if name, ok := overlay[file]; ok {
		return name
	}
	return file
}
