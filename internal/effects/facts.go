package effects

import (
	"fmt"
	"strings"

	"github.com/reslint/reslint/internal/deadline"
)

// Function is the fact about a function: what of it concerns those who call
// it. A function about which nothing is known has none.
type Function struct {
	// Needs are the remote calls made by the function that nothing bounds in
	// time, unless one of its parameters does.
	Needs []Need
	// Results are the results about whose bound something is known.
	Results []Result
	// Bounded is set where a directive says that the function ends by itself,
	// and that what it returns has a bound.
	Bounded bool
	// Sets are the parameters through which the function may set a bound.
	Sets []int
}

// A Need is a remote call that ends in time only if one of some parameters
// bounds it. The receiver is parameter 0 of a method.
type Need struct {
	Params []int
	// Via is the way to the call, as text: "fetch → (*http.Client).Do".
	Via string
	// As is the rule that reports the call, without its family.
	As string
	// Proof is set where nothing may be assumed of the parameters: a call that
	// takes no context is reported only with a client that is known.
	Proof bool
	// Lives is set where the context is for more than the call: the function
	// goes on until it ends, and a deadline would end all of it.
	Lives bool
}

// A Result is what is known of one result of a function.
type Result struct {
	Index int
	Bound deadline.Bound
}

// AFact marks Function as a fact.
func (*Function) AFact() {}

func (f *Function) String() string {
	var parts []string
	for _, n := range f.Needs {
		parts = append(parts, fmt.Sprintf("needs%v(%s)", n.Params, n.Via))
		if n.Lives {
			parts = append(parts, "lives")
		}
	}
	for _, r := range f.Results {
		parts = append(parts, fmt.Sprintf("result%d(%s)", r.Index, r.Bound))
	}
	if f.Bounded {
		parts = append(parts, "bounded")
	}
	for _, p := range f.Sets {
		parts = append(parts, fmt.Sprintf("sets%d", p))
	}
	return strings.Join(parts, " ")
}

// Field is the fact about an exported struct field that holds a client on
// which the package makes calls without a deadline: whoever stores a client
// there has to give it a timeout.
type Field struct {
	Via string
}

// AFact marks Field as a fact.
func (*Field) AFact() {}

func (f *Field) String() string { return "needs(" + f.Via + ")" }
