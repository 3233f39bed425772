package main

import (
	"fmt"
	"os"
	"path"
	"runtime"
	"strings"
	"time"
)

// begin and end stand around what is generated.
const begin, end = "<!-- bench/peers compare -write: begin -->", "<!-- end -->"

// markdown is the table of a set.
func markdown(s *set, lines []line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s\n\n| tool | looks at |", s.name, where())
	of := make(map[string]int)
	for _, l := range s.labels {
		of[l.family]++
	}
	rule := "|---|---|"
	for _, f := range families {
		if of[f] > 0 {
			fmt.Fprintf(&b, " %s |", f)
			rule += "---|"
		}
	}
	if len(s.right) > 0 {
		b.WriteString(" in right twins |")
		rule += "---|"
	}
	b.WriteString(" reports | CPU | largest process |\n" + rule + "---|---|---|\n")
	for _, l := range lines {
		fmt.Fprintf(&b, "| %s | %s |", l.peer.name, l.peer.looksAt())
		for _, f := range families {
			switch {
			case of[f] == 0:
			case l.stopped != "":
				b.WriteString(" – |")
			default:
				fmt.Fprintf(&b, " %d of %d |", l.found[f], of[f])
			}
		}
		alarms, reports := fmt.Sprint(l.alarms), fmt.Sprint(l.reports)
		if l.stopped != "" {
			alarms, reports = "–", l.stopped
		}
		if len(s.right) > 0 {
			fmt.Fprintf(&b, " %s |", alarms)
		}
		fmt.Fprintf(&b, " %s | %.1f s | %d MB |\n", reports, l.cpu.Seconds(), l.memory>>20)
	}
	return b.String()
}

// across is the table of the repositories, with a column for each: those of the lines with a fault
// that a tool reports.
func across(repos []*set, lines [][]line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### Public repositories\n\n%s They are", where())
	for i, s := range repos {
		if i > 0 {
			b.WriteString(",")
		}
		b.WriteString(" " + s.name)
	}
	b.WriteString(".\n\n| tool | looks at |")
	rule := "|---|---|"
	for _, s := range repos {
		fmt.Fprintf(&b, " %s |", path.Base(strings.Fields(s.name)[0]))
		rule += "---|"
	}
	b.WriteString(" reports | CPU | largest process |\n" + rule + "---|---|---|\n")
	for row, first := range lines[0] {
		fmt.Fprintf(&b, "| %s | %s |", first.peer.name, first.peer.looksAt())
		reports, cpu, memory := 0, time.Duration(0), int64(0)
		for i, s := range repos {
			l := lines[i][row]
			found := 0
			for _, n := range l.found {
				found += n
			}
			if l.stopped != "" {
				fmt.Fprintf(&b, " %s |", l.stopped)
			} else {
				fmt.Fprintf(&b, " %d of %d |", found, len(s.labels))
			}
			reports, cpu, memory = reports+l.reports, cpu+l.cpu, max(memory, l.memory)
		}
		fmt.Fprintf(&b, " %d | %.1f s | %d MB |\n", reports, cpu.Seconds(), memory>>20)
	}
	return b.String()
}

// where is when and on what a table was made.
func where() string {
	return fmt.Sprintf("%s, %s, %d cores.", time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU())
}

// looksAt are the checks of a peer that count.
func (p peer) looksAt() string {
	if len(p.checks) == 0 {
		return "all"
	}
	return strings.Join(p.checks, ", ")
}

// replace puts text between the marks of a file.
func replace(name, text string) error {
	old, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	head, rest, ok := strings.Cut(string(old), begin)
	_, tail, ok2 := strings.Cut(rest, end)
	if !ok || !ok2 {
		return fmt.Errorf("%s has no place for the tables: %s … %s", name, begin, end)
	}
	return os.WriteFile(name, []byte(head+begin+"\n"+text+"\n"+end+tail), 0o666)
}
