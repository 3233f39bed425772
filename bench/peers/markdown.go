package main

import (
	"fmt"
	"os"
	"runtime"
	"strings"
	"time"
)

// begin and end stand around what is generated.
const begin, end = "<!-- bench/peers compare -write: begin -->", "<!-- end -->"

// markdown is the table of a set.
func markdown(s *set, lines []line) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n### %s\n\n%s, %s, %d cores.\n\n| tool | looks at |", s.name, time.Now().Format(time.DateOnly), runtime.Version(), runtime.NumCPU())
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
		checks := "all"
		if len(l.peer.checks) > 0 {
			checks = strings.Join(l.peer.checks, ", ")
		}
		fmt.Fprintf(&b, "| %s | %s |", l.peer.name, checks)
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
