package layering

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"

	"github.com/reslint/reslint/internal/effects"
	"github.com/reslint/reslint/internal/layers"
	"github.com/reslint/reslint/internal/rule"
)

// reportPlaces reports the places that retry, with what stands inside them.
func reportPlaces(pass *analysis.Pass, rep *rule.Reporter) {
	info := pass.ResultOf[effects.Analyzer].(*effects.Info)
	for _, w := range info.Wired {
		rep.Report(inventory, analysis.Diagnostic{Pos: w.Pos, Message: w.Reach.String()})
	}
	for _, w := range worst(info.Wired) {
		rep.Report(ruleOf(w.Reach), analysis.Diagnostic{Pos: w.Pos, Message: wiring(w)})
	}
	for _, p := range info.Places {
		for _, r := range p.Reaches() {
			if p.Lent {
				break // it is listed where something is lent
			}
			rep.Report(inventory, analysis.Diagnostic{Pos: p.Pos(), Message: r.String()})
		}
		reportNested(pass, rep, info.Places, p)
	}
}

// worst are the wirings to report: of those at one place the one that leads to most calls.
func worst(all []*effects.Wiring) (list []*effects.Wiring) {
	for _, w := range all {
		if w.Reach.Layers[0].Attempts == layers.Endless || endless(w.Reach) || mayBeOff(w.Reach) {
			continue
		}
		i := slices.IndexFunc(list, func(o *effects.Wiring) bool { return o.Pos == w.Pos })
		if i < 0 {
			list = append(list, w)
			continue
		}
		one, _ := w.Reach.Calls()
		if other, _ := list[i].Reach.Calls(); one > other || one == other && w.Reach.String() < list[i].Reach.String() {
			list[i] = w
		}
	}
	return list
}

// wiring tells what a conversion, or a call that is given an interface, puts together.
func wiring(w *effects.Wiring) string {
	text := "this puts a retry behind one: " + product(w.Reach, false)
	if w.Type != "" {
		text += ", where it is a " + w.Type
	}
	return text
}

// reportNested reports the worst of the ways from a place that run through another layer.
func reportNested(pass *analysis.Pass, rep *rule.Reporter, places []*effects.Place, p *effects.Place) {
	if p.Layer.Attempts == layers.Endless {
		return // it is no more of an end without the layers below
	}
	for _, r := range p.Reaches() {
		if len(r.Layers) < 2 || endless(r) || mayBeOff(r) {
			continue
		}
		d := analysis.Diagnostic{Pos: p.Call.Pos(), Message: "this retry multiplies: " + product(r, true)}
		d.SuggestedFixes = turnOff(pass, places, r)
		rep.Report(ruleOf(r), d)
		return
	}
}

// ruleOf is the rule that reports a chain: that of the mesh if a proxy is one of two layers,
// that of clients if all below the first are.
func ruleOf(r effects.Reach) *rule.Rule {
	if len(r.Layers) == 2 && r.Layers[1].Kind == layers.Mesh {
		return meshRule
	}
	for _, l := range r.Layers[1:] {
		if l.Kind != layers.Client && l.Kind != layers.Mesh {
			return nestedRetry
		}
	}
	return libraryRetriesToo
}

// endless reports whether a layer below the first goes on until it succeeds: then the first
// never sees a failure.
func endless(r effects.Reach) bool {
	for _, l := range r.Layers[1:] {
		if l.Attempts == layers.Endless {
			return true
		}
	}
	return false
}

// mayBeOff reports whether a layer is a client of which nobody here knows how often it tries: it
// may have been told to do so once.
func mayBeOff(r effects.Reach) bool {
	return slices.ContainsFunc(r.Layers, func(l layers.Layer) bool { return l.Kind == layers.Client && l.Attempts == 0 })
}

// product is the calls of a chain as text: "3 attempts here × 3 in (*repo.Client).Get
// (repo/client.go:33) = 9 calls of (*http.Client).Do per request".
func product(r effects.Reach, here bool) string {
	factors := make([]string, len(r.Layers))
	for i, l := range r.Layers {
		times := l.Times()
		switch known := l.Attempts > 0; {
		case i == 0 && known:
			times += " attempts"
		case i == 0:
			times = "an unknown number of attempts"
		case !known:
			times = "an unknown number"
		}
		if i == 0 && here {
			factors[i] = times + " here"
		} else {
			factors[i] = times + " " + where(l)
		}
	}
	text := strings.Join(factors, " × ")
	switch calls, known := r.Calls(); {
	case known:
		text += fmt.Sprintf(" = %d calls", calls)
	case calls > 1:
		text += fmt.Sprintf(" = %d calls or a multiple of that", calls)
	default:
		return text
	}
	if r.Ends != "" {
		text += " of " + r.Ends
	}
	return text + " per request"
}

// where tells where a layer stands, or what it is if that is not in the program.
func where(l layers.Layer) string {
	switch {
	case l.Kind == layers.Mesh:
		return "by the mesh for " + l.Name
	case l.Default:
		return "by " + l.Name + ", its default,"
	case l.Kind == layers.Client || l.Place == "":
		return "by " + l.Name
	}
	return fmt.Sprintf("in %s (%s)", l.Name, short(l.Place))
}

// short is a place without all but the last part of the package's path, and without the
// column.
func short(place string) string {
	dir, file := path.Split(place)
	if i := strings.LastIndexByte(file, ':'); i >= 0 {
		file = file[:i]
	}
	return path.Join(path.Base(path.Clean(dir)), file)
}
