package findings

import "os"

// ProgressVar names the file to which each process of the vet tool appends a
// byte. The environment is not part of the cache's key, so that it changes
// no finding; a package that the cache answers for is not counted.
const ProgressVar = "RESLINT_PROGRESS"

// Count lets the runs of e count the packages that are looked at, until stop is called. Progress is
// a courtesy: where it can't be had, the count stays 0.
func (e *Engine) Count() (count func() int, stop func()) {
	file, err := os.CreateTemp("", "reslint-progress-")
	if err != nil {
		return func() int { return 0 }, func() {}
	}
	file.Close()
	e.Env = append(e.Env[:len(e.Env):len(e.Env)], ProgressVar+"="+file.Name())
	count = func() int {
		info, err := os.Stat(file.Name())
		if err != nil {
			return 0
		}
		return int(info.Size())
	}
	return count, func() { os.Remove(file.Name()) }
}

// MarkProgress counts this process, which is the vet tool.
func MarkProgress() {
	name := os.Getenv(ProgressVar)
	if name == "" {
		return
	}
	if f, err := os.OpenFile(name, os.O_APPEND|os.O_WRONLY, 0); err == nil {
		f.Write([]byte{'.'})
		f.Close()
	}
}
