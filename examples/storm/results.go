package main

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Results are all numbers of the example.
type results struct {
	article, shipped [][]second // by policy
	waves            [][]int    // by way to wait
	first            []int      // by nest: calls for the first request
	mean             []float64  // and for each
}

// simulate computes them. Time has to be virtual.
func simulate() results {
	var r results
	for _, p := range article {
		r.article = append(r.article, storm(p.make()))
	}
	for _, p := range shipped {
		r.shipped = append(r.shipped, storm(p.make()))
	}
	for _, w := range waits {
		r.waves = append(r.waves, waves(w.backoff()))
	}
	for _, n := range nests {
		first, mean := n.calls()
		r.first, r.mean = append(r.first, first), append(r.mean, mean)
	}
	return r
}

// print writes the tables, which are those of the README.
func (r results) print(w io.Writer) {
	t := newTable("policy", "peak load", "goodput t=60–89", "queue t=89", "longest queue", "healed at")
	rows := func(policies []policy, logs [][]second) {
		for i, log := range logs {
			at := "never"
			if second, ok := healed(log); ok {
				at = fmt.Sprintf("t=%d", second)
			}
			t.add(policies[i].name, peak(log), fmt.Sprintf("%.0f", goodput(log)), log[len(log)-1].queue, longest(log), at)
		}
	}
	rows(article, r.article)
	rows(shipped, r.shipped)
	t.print(w)

	t = newTable("jitter", "highest load in 100 ms, server up", "calls in all", "all served after")
	for i, offered := range r.waves {
		t.add(waits[i].name, highest(offered), total(offered), (time.Duration(len(offered)) * tenth).String())
	}
	t.print(w)

	t = newTable("4 layers, 3 attempts in each", "calls for the first request", "for each")
	for i := range nests {
		t.add(nests[i].name, r.first[i], fmt.Sprintf("%.2f", r.mean[i]))
	}
	t.print(w)
}

// A table is printed as Markdown, and reads well without it.
type table struct{ rows [][]string }

func newTable(head ...string) *table { return &table{[][]string{head}} }

func (t *table) add(cells ...any) {
	row := make([]string, len(cells))
	for i, cell := range cells {
		row[i] = fmt.Sprint(cell)
	}
	t.rows = append(t.rows, row)
}

func (t *table) print(w io.Writer) {
	width := make([]int, len(t.rows[0]))
	for _, row := range t.rows {
		for i, cell := range row {
			width[i] = max(width[i], len([]rune(cell)))
		}
	}
	fmt.Fprintln(w)
	for n, row := range t.rows {
		for i, cell := range row {
			fill := strings.Repeat(" ", width[i]-len([]rune(cell)))
			if i == 0 {
				fmt.Fprint(w, "| ", cell, fill, " |")
			} else {
				fmt.Fprint(w, " ", fill, cell, " |")
			}
		}
		fmt.Fprintln(w)
		if n == 0 {
			for i := range width {
				if i == 0 {
					fmt.Fprint(w, "|", strings.Repeat("-", width[i]+2), "|")
				} else {
					fmt.Fprint(w, strings.Repeat("-", width[i]+1), ":|")
				}
			}
			fmt.Fprintln(w)
		}
	}
}

// writeStorm writes what happened in each second as CSV.
func (r results) writeStorm(w io.Writer) error {
	head := []string{"t"}
	for _, p := range append(article[:len(article):len(article)], shipped...) {
		head = append(head, p.short+"_offered", p.short+"_good", p.short+"_queue")
	}
	rows := [][]string{head}
	for t := range seconds {
		row := []string{strconv.Itoa(t)}
		for _, log := range append(r.article[:len(r.article):len(r.article)], r.shipped...) {
			row = append(row, strconv.Itoa(log[t].offered), strconv.Itoa(log[t].good), strconv.Itoa(log[t].queue))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}

// writeJitter writes the attempts of each tenth of a second as CSV.
func (r results) writeJitter(w io.Writer) error {
	head := []string{"ms"}
	longest := 0
	for i, offered := range r.waves {
		head = append(head, waits[i].short)
		longest = max(longest, len(offered))
	}
	rows := [][]string{head}
	for bin := range longest {
		row := []string{strconv.FormatInt((time.Duration(bin) * tenth).Milliseconds(), 10)}
		for _, offered := range r.waves {
			n := 0
			if bin < len(offered) {
				n = offered[bin]
			}
			row = append(row, strconv.Itoa(n))
		}
		rows = append(rows, row)
	}
	return csv.NewWriter(w).WriteAll(rows)
}
