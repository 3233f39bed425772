// Package spawns finds where a program starts goroutines, how many of them that makes,
// what limits them, and whether they wait for another machine.
//
// How many there are is a question about data: who ranges over a list in a
// configuration starts as many goroutines as somebody wrote down, who ranges over the
// rows of a query starts as many as there are rows. Only the second is an answer here
// ([Data]); of what can't be followed nothing is said.
package spawns

import (
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/knowledge"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A Spawn is a place where something begins to run in a goroutine of its own: a go
// statement, a call that a table knows to start its argument, or a call of a function
// of the package that does one of these.
type Spawn struct {
	Instr ssa.CallInstruction
	// Started is the function that is started, or nil where its body is not seen.
	Started *ssa.Function
	// Go is the call that is made in the goroutine, where that is a call, or nil.
	Go *ssa.CallCommon
	// Table is what a table says of the call that starts it, or nil.
	Table *knowledge.Concurrency
	// Group is the group, or pool, that starts it, or nil.
	Group ssa.Value
	// Helper is the function of the package that starts it, or nil.
	Helper *ssa.Function
}

// A Package is what has to be known of a package.
type Package struct {
	*deadline.Index
	Judge loops.Judge
	Facts Facts
	Types *types.Package
	Funcs []*ssa.Function
	// starters are the functions that start something and do not wait for it.
	starters map[*ssa.Function][]*Spawn
	// loops are those of a function, known once they are asked for.
	loops map[*ssa.Function][]*loops.Loop
	// guarded are the fields whose length is held against a number somewhere.
	guarded map[*types.Var]bool
	// sends are the places where something is sent on a channel of a field.
	sends map[*types.Var][]*ssa.Send
}

// New reads the functions of a package.
func New(pkg *types.Package, funcs []*ssa.Function, j loops.Judge, facts Facts) *Package {
	p := &Package{
		Index: deadline.NewIndex(funcs), Judge: j, Facts: facts, Types: pkg, Funcs: funcs,
		starters: make(map[*ssa.Function][]*Spawn), loops: make(map[*ssa.Function][]*loops.Loop),
		guarded: make(map[*types.Var]bool), sends: make(map[*types.Var][]*ssa.Send),
	}
	for _, fn := range funcs {
		p.readGuards(fn)
		p.readSends(fn)
	}
	for _, fn := range funcs {
		p.findStarter(fn)
	}
	return p
}

// In returns the spawns of fn.
func (p *Package) In(fn *ssa.Function) []*Spawn {
	found := direct(fn)
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			callee := p.callee(&call.Call)
			if callee == fn {
				continue
			}
			if callee == nil {
				if s := p.elsewhere(call); s != nil {
					found = append(found, s)
				}
				continue
			}
			for _, inner := range p.starters[callee] {
				found = append(found, inner.through(call, callee))
			}
		}
	}
	return found
}

// elsewhere is a spawn by a function of another package, or nil.
func (p *Package) elsewhere(call *ssa.Call) *Spawn {
	name := deadline.Called(&call.Call)
	if name == nil || call.Call.IsInvoke() {
		return nil
	}
	args := deadline.AllArguments(&call.Call)
	i := p.Facts.Starts(name)
	if i < 0 || i >= len(args) {
		return nil
	}
	return &Spawn{Instr: call, Started: Function(args[i]), Helper: deadline.Callee(&call.Call)}
}

// direct are the spawns of fn that need no helper.
func direct(fn *ssa.Function) (found []*Spawn) {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			call, ok := instr.(ssa.CallInstruction)
			if !ok {
				continue
			}
			if g, ok := instr.(*ssa.Go); ok {
				s := &Spawn{Instr: g, Started: Function(g.Call.Value), Go: &g.Call}
				if s.Started == nil && g.Call.StaticCallee() != nil {
					s.Started = deadline.Callee(&g.Call)
				}
				found = append(found, s)
				continue
			}
			if _, ok := instr.(*ssa.Call); !ok {
				continue
			}
			table := knowledge.GoroutinesOf(deadline.Called(call.Common()))
			if table == nil || table.Op < 0 {
				continue
			}
			recv, args := deadline.Arguments(call.Common())
			if table.Op < len(args) {
				found = append(found, &Spawn{Instr: call, Started: Function(args[table.Op]), Table: table, Group: recv})
			}
		}
	}
	return found
}

// through is a spawn as one of a call of the function that it stands in. What that
// function was given to start is taken from the call.
func (s *Spawn) through(call *ssa.Call, helper *ssa.Function) *Spawn {
	t := *s
	t.Instr, t.Helper, t.Group = call, helper, nil
	if i := startedParameter(s); i >= 0 {
		if args := deadline.AllArguments(&call.Call); i < len(args) {
			t.Started, t.Go = Function(args[i]), nil
		}
	}
	return &t
}

// startedParameter is the parameter of the function around a spawn that is started, or
// called by what is started; or -1.
func startedParameter(s *Spawn) int {
	around := s.Instr.Parent()
	if s.Go != nil {
		if i := parameter(around, s.Go.Value); i >= 0 {
			return i
		}
	} else if s.Table != nil {
		_, args := deadline.Arguments(s.Instr.Common())
		if i := parameter(around, args[s.Table.Op]); i >= 0 {
			return i
		}
	}
	if s.Started == nil || s.Started.Parent() != around {
		return -1
	}
	for _, b := range s.Started.Blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(*ssa.Call); ok {
				if i := parameter(around, Root(call.Call.Value)); i >= 0 {
					return i
				}
			}
		}
	}
	return -1
}

func parameter(fn *ssa.Function, v ssa.Value) int {
	for i, p := range fn.Params {
		if ssa.Value(p) == v {
			return i
		}
	}
	return -1
}

// findStarter notes fn if it starts something and returns before that has ended, so
// that a loop which calls it starts as many.
func (p *Package) findStarter(fn *ssa.Function) {
	if fn.Parent() != nil && ssabuild.Closure(fn) == nil {
		return
	}
	for _, s := range direct(fn) {
		if len(p.around(s.Instr)) > 0 || s.Group != nil && (s.Table == nil || s.Table.Max != "none") {
			continue
		}
		if p.waits(fn) || p.limitedInside(s) {
			continue
		}
		p.starters[fn] = append(p.starters[fn], s)
	}
}

// waits reports whether fn waits for anything that goroutines do: it starts something and
// stays until that has ended, or takes a place below a limit.
func (p *Package) waits(fn *ssa.Function) bool {
	for _, b := range fn.Blocks {
		for _, instr := range b.Instrs {
			if p.mayWait(instr, nil) {
				return true
			}
		}
	}
	return false
}

// around are the loops around an instruction, in its function.
func (p *Package) around(instr ssa.Instruction) (found []*loops.Loop) {
	fn := instr.Parent()
	all, ok := p.loops[fn]
	if !ok {
		all = loops.Of(fn)
		p.loops[fn] = all
	}
	for _, l := range all {
		if l.Contains(instr) {
			found = append(found, l)
		}
	}
	return found
}

// callee is the function of this package that a call runs, a function literal in a
// variable included, or nil.
func (p *Package) callee(call *ssa.CallCommon) *ssa.Function {
	fn := deadline.Callee(call)
	if fn == nil && !call.IsInvoke() {
		fn = Function(call.Value)
	}
	if fn == nil || fn.Blocks == nil {
		return nil
	}
	return fn
}
