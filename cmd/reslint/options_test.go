package main

import (
	"slices"
	"testing"
)

func TestOptionsBecomeFlags(t *testing.T) {
	for _, tt := range []struct {
		args, settings, build, patterns []string
	}{
		{nil, []string{"-reslint.config=nearest:"}, nil, []string{"./..."}},
		{[]string{"-strict", "-tests", "-timeout=90s", "-cap=10s", "-attempts=3", "-limit=4", "a", "b"},
			[]string{"-reslint.config=nearest:", "-reslint.strict=true", "-reslint.tests=true", "-reslint.timeout=1m30s", "-reslint.cap=10s", "-reslint.attempts=3", "-reslint.limit=4"}, nil, []string{"a", "b"}},
		{[]string{"-disable=timeout/http-server,timeout", "-disable", "timeout", "-tags=a,b", "-mod=mod", "-modfile=x.mod"},
			[]string{"-reslint.config=nearest:", "-reslint.disable=timeout,timeout/http-server"},
			[]string{"-tags=a,b", "-mod=mod", "-modfile=x.mod"}, []string{"./..."}},
	} {
		o, err := parseOptions(tt.args)
		if err != nil {
			t.Errorf("%q: %v", tt.args, err)
			continue
		}
		if got, err := o.settings(); err != nil || !slices.Equal(got, tt.settings) {
			t.Errorf("%q: settings %q, want %q", tt.args, got, tt.settings)
		}
		if got := o.build(); !slices.Equal(got, tt.build) {
			t.Errorf("%q: build flags %q, want %q", tt.args, got, tt.build)
		}
		if !slices.Equal(o.patterns, tt.patterns) {
			t.Errorf("%q: patterns %q, want %q", tt.args, o.patterns, tt.patterns)
		}
	}
}
