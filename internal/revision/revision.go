// Package revision tells which lines of a working tree are new since a revision.
package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// Lines are the lines that were added or changed, by the absolute names of files.
type Lines struct {
	spans map[string][]span
	whole map[string]bool // files that are new
}

// A span is from a line to another, both included.
type span struct{ from, to int }

// Since asks git for the lines that are new in the working tree of dir since a revision:
// committed, staged, changed, or in files that git does not know yet.
func Since(ctx context.Context, dir, rev string) (*Lines, error) {
	if strings.HasPrefix(rev, "-") {
		return nil, fmt.Errorf("%q is no revision", rev) // and not an option of git
	}
	root, err := git(ctx, dir, "rev-parse", "--show-toplevel")
	if err != nil {
		return nil, err
	}
	top := strings.TrimRight(string(root), "\r\n")
	if _, err := git(ctx, dir, "rev-parse", "--verify", "--quiet", rev+"^{commit}"); err != nil {
		return nil, fmt.Errorf("%s is no revision of %s: fetch it first (git fetch), or name another", rev, top)
	}
	diff, err := git(ctx, top, "-c", "core.quotePath=false", "diff", "--no-color", "--no-ext-diff", "--no-renames",
		"--unified=0", "--src-prefix=a/", "--dst-prefix=b/", rev, "--")
	if err != nil {
		return nil, err
	}
	l := &Lines{spans: make(map[string][]span), whole: make(map[string]bool)}
	if err := l.read(top, string(diff)); err != nil {
		return nil, err
	}
	unknown, err := git(ctx, top, "ls-files", "--others", "--exclude-standard", "-z")
	if err != nil {
		return nil, err
	}
	for name := range strings.SplitSeq(string(unknown), "\x00") {
		if name != "" {
			l.whole[filepath.Join(top, filepath.FromSlash(name))] = true
		}
	}
	return l, nil
}

// Has reports whether one of the lines from and to of a file is new.
func (l *Lines) Has(file string, from, to int) bool {
	if l.whole[file] {
		return true
	}
	for _, s := range l.spans[file] {
		if from <= s.to && s.from <= max(from, to) {
			return true
		}
	}
	return false
}

// read reads a diff without context.
func (l *Lines) read(top, diff string) error {
	var file string
	skip := 0 // lines of a file's content, which may look like anything
	for line := range strings.Lines(diff) {
		line = strings.TrimRight(line, "\r\n")
		if skip > 0 && !strings.HasPrefix(line, `\`) { // `\ No newline at end of file`
			skip--
			continue
		}
		if name, ok := strings.CutPrefix(line, "+++ "); ok {
			name = strings.TrimSuffix(name, "\t")
			if unquoted, err := strconv.Unquote(name); err == nil {
				name = unquoted
			}
			file = ""
			if name, ok = strings.CutPrefix(name, "b/"); ok { // and not /dev/null
				file = filepath.Join(top, filepath.FromSlash(name))
			}
			continue
		}
		if !strings.HasPrefix(line, "@@ ") {
			continue
		}
		removed, added, err := hunk(line)
		if err != nil {
			return fmt.Errorf("git diff says %q: %w", line, err)
		}
		skip = removed.lines() + added.lines()
		if file != "" && added.lines() > 0 {
			l.spans[file] = append(l.spans[file], added)
		}
	}
	return nil
}

func (s span) lines() int { return s.to - s.from + 1 }

// hunk reads "@@ -3,2 +4,5 @@ ...".
func hunk(header string) (removed, added span, err error) {
	fields := strings.Fields(header)
	if len(fields) < 4 || fields[3] != "@@" {
		return removed, added, errors.New("this is no header of a hunk")
	}
	if removed, err = spanOf(fields[1], "-"); err == nil {
		added, err = spanOf(fields[2], "+")
	}
	return removed, added, err
}

// spanOf reads "-3,2", or "-3" for one line.
func spanOf(s, sign string) (span, error) {
	s, ok := strings.CutPrefix(s, sign)
	if !ok {
		return span{}, fmt.Errorf("%s does not begin with %s", s, sign)
	}
	first, count, several := strings.Cut(s, ",")
	from, err := strconv.Atoi(first)
	n := 1
	if several && err == nil {
		n, err = strconv.Atoi(count)
	}
	return span{from, from + n - 1}, err
}

func git(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "git", args...)
	cmd.Dir = dir
	out, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(bytes.TrimSpace(exit.Stderr)) > 0 {
		err = errors.New(string(bytes.TrimSpace(exit.Stderr)))
	}
	if err != nil {
		return nil, fmt.Errorf("git %s: %w", args[0], err)
	}
	return out, nil
}
