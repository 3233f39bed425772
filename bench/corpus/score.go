package main

import (
	"cmp"
	"slices"
	"strings"
)

// A summary is what all repositories showed, held against the judgements.
type summary struct {
	Passed       bool
	Floor        float64 // the least precision that passes
	Rules        []score
	All          score
	Lost         []judgement // true ones that are reported no more
	Repositories []result
	Golden       *goldenDiff `json:",omitempty"` // if it was asked for
}

// A score counts the findings of a rule and what they were judged to be.
type score struct {
	Rule      string
	Findings  int
	Judged    int
	True      int
	False     int
	Arguable  int      // counted apart: not in the precision
	Lost      int      // judged true, and reported no more
	Precision *float64 // True of True and False; nil where both are 0
}

// summarise writes the verdicts into the findings and counts them.
func summarise(results []result, judgements []judgement, floor float64) summary {
	sum := summary{Passed: true, Floor: floor, All: score{Rule: "all"}, Repositories: results}
	scores := make(map[string]*score)
	count := func(rule string, add func(*score)) {
		if scores[rule] == nil {
			scores[rule] = &score{Rule: rule}
		}
		add(scores[rule])
		add(&sum.All)
	}
	open := openJudgements(results, judgements)
	for _, r := range results {
		if r.Fault != nil {
			sum.Passed = false
		}
		for i := range r.Findings {
			f := &r.Findings[i]
			key := [2]string{f.Repository, f.Fingerprint}
			f.Verdict = open[key].Verdict
			delete(open, key)
			count(f.Rule, func(s *score) { s.add(f.Verdict) })
		}
	}
	for _, j := range open {
		if isOff(j.Rule) && scores[j.Rule] == nil {
			continue // nobody asked for it
		}
		if j.Verdict == "true" {
			sum.Lost = append(sum.Lost, j)
			count(j.Rule, func(s *score) { s.Lost++ })
		}
	}
	slices.SortFunc(sum.Lost, func(a, b judgement) int {
		return cmp.Or(strings.Compare(a.Repository, b.Repository), strings.Compare(a.Place, b.Place), strings.Compare(a.Fingerprint, b.Fingerprint))
	})
	for _, s := range scores {
		if s.finish(); s.Precision != nil && *s.Precision < floor {
			sum.Passed = false
		}
		sum.Rules = append(sum.Rules, *s)
	}
	slices.SortFunc(sum.Rules, func(a, b score) int { return strings.Compare(a.Rule, b.Rule) })
	sum.All.finish()
	return sum
}

// openJudgements returns the judgements of the repositories that were run, by
// repository and fingerprint. One in which reslint failed says nothing about
// its findings.
func openJudgements(results []result, judgements []judgement) map[[2]string]judgement {
	ran := make(map[string]bool)
	for _, r := range results {
		ran[r.Name] = r.Ran
	}
	open := make(map[[2]string]judgement)
	for _, j := range judgements {
		if ran[j.Repository] {
			open[[2]string{j.Repository, j.Fingerprint}] = j
		}
	}
	return open
}

// add counts a finding.
func (s *score) add(verdict string) {
	s.Findings++
	switch verdict {
	case "true":
		s.True++
	case "false":
		s.False++
	case "arguable":
		s.Arguable++
	}
}

// finish computes what follows from the counts.
func (s *score) finish() {
	s.Judged = s.True + s.False + s.Arguable
	if n := s.True + s.False; n > 0 {
		p := float64(s.True) / float64(n)
		s.Precision = &p
	}
}

// unjudged returns the findings without a verdict, at most n of each rule if n
// is not 0. They are in the order of their fingerprints, which are hashes: a
// part of them is a random sample, and the same one each time.
func (s summary) unjudged(n int) []finding {
	byRule := make(map[string][]finding)
	for _, r := range s.Repositories {
		for _, f := range r.Findings {
			if f.Verdict == "" {
				byRule[f.Rule] = append(byRule[f.Rule], f)
			}
		}
	}
	var list []finding
	for _, score := range s.Rules {
		some := byRule[score.Rule]
		slices.SortFunc(some, func(a, b finding) int {
			return cmp.Or(strings.Compare(a.Fingerprint, b.Fingerprint), strings.Compare(a.Repository, b.Repository))
		})
		if n > 0 && len(some) > n {
			some = some[:n]
		}
		list = append(list, some...)
	}
	return list
}
