package knowledge

import (
	"fmt"
	"maps"
	"os"
)

// own are the claims of the user about APIs of their own, by import path.
var own map[string]*Table

// UseOwn reads the line files of a user, which teach APIs of their own or
// overrule lines of the tables. It replaces what an earlier call read. Errors
// name the file and the line.
func UseOwn(files []string) error {
	merged := make(map[string]*Table)
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		parsed, err := Parse(name, string(data))
		if err != nil {
			return err
		}
		for path, t := range parsed {
			if merged[path] != nil {
				return fmt.Errorf("%s: package %s stands in another file, too", name, path)
			}
			merged[path] = t
		}
	}
	tables.Lock()
	defer tables.Unlock()
	own = merged
	tables.byPath = nil
	return nil
}

// with is the table t with the claims of the user in the place of its own.
func with(t, users *Table) *Table {
	if users == nil {
		return t
	}
	merged := newTable()
	if t != nil {
		merged.File = t.File
		claims := maps.Clone(t.Claims)
		maps.Copy(claims, users.Claims)
		users = &Table{Claims: claims}
	}
	for _, c := range users.Claims {
		merged.add(c)
	}
	return merged
}
