package rule

import "fmt"

// unknown is the error for a name that no rule and no family has. It names the
// nearest one that exists, if it is near enough to be what was meant.
func unknown(name string) error {
	best, distance := "", len(name)/2
	for _, r := range All() {
		for _, known := range []string{r.ID, r.Name(), r.Family()} {
			if d := editDistance(name, known); d < distance {
				best, distance = known, d
				if known == r.Name() {
					best = r.ID // a name without its family
				}
			}
		}
	}
	hint := "reslint rules lists them"
	if best != "" {
		hint = "did you mean " + best + "? " + hint
	}
	return fmt.Errorf("unknown rule %q (%s)", name, hint)
}

// editDistance is the least number of bytes to insert, delete or replace that
// turns a into b (Levenshtein).
func editDistance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j+1]+1, row[j]+1)
		}
	}
	return row[len(b)]
}
