package main

import (
	"errors"
	"fmt"
	"io"
	"runtime/debug"
	"strings"
	"text/tabwriter"

	"github.com/reslint/reslint/internal/rule"
)

// rules lists the rules of the suite.
func rules(w io.Writer, args []string) int {
	if len(args) > 0 {
		return fail(errors.New("usage: reslint rules"))
	}
	tw := tabwriter.NewWriter(w, 0, 8, 2, ' ', 0)
	for _, r := range rule.All() {
		fmt.Fprintf(tw, "%s\t%s\t%s\n", r.ID, r.State(), r.Doc.Compile().Title)
	}
	if err := tw.Flush(); err != nil {
		return fail(err)
	}
	return exitClean
}

// explain prints the documentation of a rule, or of all rules of a family.
func explain(w io.Writer, args []string) int {
	if len(args) != 1 {
		return fail(errors.New("usage: reslint explain RULE (reslint rules lists them)"))
	}
	names, err := rule.ParseNames(args[0])
	if err != nil {
		return fail(err)
	}
	var texts []string
	for _, r := range rule.All() {
		for _, name := range names {
			if name == r.ID || name == r.Family() {
				texts = append(texts, r.Text())
			}
		}
	}
	if _, err := io.WriteString(w, strings.Join(texts, "\n")); err != nil {
		return fail(err)
	}
	return exitClean
}

// version prints which reslint this is.
func version(w io.Writer) int {
	fmt.Fprintf(w, "reslint %s\n", versionText())
	return exitClean
}

func versionText() string {
	v, rev, goVersion := "unknown", "", ""
	if info, ok := debug.ReadBuildInfo(); ok {
		v, goVersion = info.Main.Version, info.GoVersion
		for _, s := range info.Settings {
			if s.Key == "vcs.revision" {
				rev = " " + s.Value
			}
		}
	}
	return fmt.Sprintf("%s%s, built with %s", v, rev, goVersion)
}
