package retryloop

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/loops"
	"github.com/reslint/reslint/internal/ssabuild"
)

// A keyed is a key that something sets on what it works on.
type keyed struct {
	name string
	pos  token.Pos
	// fresh is set if its value is another one each time; else it is the parameter
	// param.
	fresh bool
	param int
	// sent is set if what has the key is handed on to a call that may fail. Else it
	// is the parameter on or, if that is negative, the result.
	sent bool
	on   int
}

// A setting is a place in a function where a key is set on an object.
type setting struct {
	keyed
	at     ssa.Instruction
	object ssa.Value
}

// maxHelpers bounds the way through functions that set a key.
const maxHelpers = 4

// summary are the keys that a function sets each time that it is called.
func (k *keyFinder) summary(fn *ssa.Function, depth int) []keyed {
	if fn == nil || fn.Blocks == nil || depth > maxHelpers {
		return nil
	}
	if keys, ok := k.known[fn]; ok {
		return keys
	}
	k.known[fn] = nil // of a recursion
	keys, settings := k.settings(fn.Blocks, depth)
	for _, s := range settings {
		keys = append(keys, outcomes(fn, s)...)
	}
	k.known[fn] = keys
	return keys
}

// outcomes tell what becomes of the object that a key is set on.
func outcomes(fn *ssa.Function, s setting) (keys []keyed) {
	for _, call := range callsIn(fn.Blocks) {
		if carries(call, s) && (comesBefore(s.at, call) || comesBefore(call, s.at) && isShared(s.object) && alwaysAfter(call, s.at)) {
			s.sent = true
			return []keyed{s.keyed}
		}
	}
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if ok && comesBefore(s.at, ret) && slices.ContainsFunc(ret.Results, func(v ssa.Value) bool { return objectOf(v) == s.object }) {
			s.on = -1
			return []keyed{s.keyed}
		}
	}
	for i, param := range fn.Params {
		if s.object == param && alwaysAfter(nil, s.at) {
			s.on = i
			return []keyed{s.keyed}
		}
	}
	return nil
}

// inLoop are the keys that are new in each round of a retry loop.
func (k *keyFinder) inLoop(r *loops.Retry) (keys []keyed) {
	var blocks []*ssa.BasicBlock
	for _, b := range r.Head.Parent().Blocks {
		if r.Blocks[b] {
			blocks = append(blocks, b)
		}
	}
	_, settings := k.settings(blocks, 0)
	for _, s := range settings {
		before := comesBefore(s.at, r.Op)
		after := comesBefore(r.Op, s.at) && !within(s.object, blocks) && !goesRound(r, s.at.Block())
		if carries(r.Op, s) && (before || after) {
			s.sent = true
			keys = append(keys, s.keyed)
		}
	}
	op := functionOf(r.Op.Call.Value)
	for _, key := range k.summary(op, 1) {
		if key.sent {
			if key, ok := k.passed(key, r.Op, blocks); ok {
				keys = append(keys, key)
			}
		}
	}
	return keys
}

// settings are the places in some blocks of a function where a key is set, and the
// keys that the functions called there set and send.
func (k *keyFinder) settings(blocks []*ssa.BasicBlock, depth int) (sent []keyed, settings []setting) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if s, val, ok := settingOf(instr); ok {
				if s.keyed, ok = k.valued(s.keyed, val, blocks); ok {
					settings = append(settings, s)
				}
				continue
			}
			call, ok := instr.(*ssa.Call)
			if !ok {
				continue
			}
			for _, key := range k.summary(call.Call.StaticCallee(), depth+1) {
				key, ok := k.passed(key, call, blocks)
				switch {
				case !ok:
				case key.sent:
					sent = append(sent, key)
				case key.on < 0:
					settings = append(settings, setting{keyed: key, at: call, object: call})
				default:
					settings = append(settings, setting{keyed: key, at: call, object: objectOf(call.Call.Args[key.on])})
				}
			}
		}
	}
	return sent, settings
}

// passed is a key of a function that is called: a parameter is what the call hands
// over.
func (k *keyFinder) passed(key keyed, call *ssa.Call, blocks []*ssa.BasicBlock) (keyed, bool) {
	if key.fresh {
		return key, true
	}
	if key.param >= len(call.Call.Args) {
		return key, false
	}
	key.pos = call.Pos()
	return k.valued(key, call.Call.Args[key.param], blocks)
}

// valued is a key with what is known of its value, or false if it may stay the
// same.
func (k *keyFinder) valued(key keyed, val ssa.Value, blocks []*ssa.BasicBlock) (keyed, bool) {
	if isFreshValue(val, blocks, 0) {
		key.fresh = true
		return key, true
	}
	if param, ok := unwrapped(val).(*ssa.Parameter); ok {
		key.param = slices.Index(param.Parent().Params, param)
		return key, true
	}
	return key, false
}

// settingOf tells whether an instruction sets a key: an entry of a map, a field, or
// what a method like http.Header's Set gets.
func settingOf(instr ssa.Instruction) (s setting, val ssa.Value, ok bool) {
	s = setting{at: instr}
	switch instr := instr.(type) {
	case *ssa.MapUpdate:
		s.name, s.pos, s.object = constantText(unwrapped(instr.Key)), instr.Pos(), objectOf(instr.Map)
		return s, instr.Value, keyName.MatchString(s.name)
	case *ssa.Store:
		field, ok := instr.Addr.(*ssa.FieldAddr)
		if !ok {
			return s, nil, false
		}
		v := deadline.Field(field.X.Type(), field.Field)
		if v == nil || !keyName.MatchString(v.Name()) {
			return s, nil, false
		}
		s.name, s.pos, s.object = v.Name(), instr.Pos(), objectOf(field.X)
		return s, instr.Val, true
	case *ssa.Call:
		fn := deadline.Called(&instr.Call)
		if fn == nil {
			return s, nil, false
		}
		recv, args := deadline.Arguments(&instr.Call)
		s.pos, s.object = instr.Pos(), ssa.Value(instr)
		if recv != nil {
			s.object = objectOf(recv)
		}
		if recv != nil && len(args) == 1 && setsNamedKey(fn.Name()) {
			s.name = strings.TrimPrefix(strings.TrimPrefix(fn.Name(), "Set"), "With")
			return s, args[0], true
		}
		if !slices.Contains(setters, fn.Name()) {
			return s, nil, false
		}
		args = spread(&instr.Call)
		for i, arg := range args[:max(0, len(args)-1)] {
			if s.name = constantText(arg); keyName.MatchString(s.name) {
				return s, args[i+1], true
			}
		}
	}
	return s, nil, false
}

// setters are the names of methods and functions that take the name of a header, or
// of something like one, and its value.
var setters = []string{"Set", "Add", "Append", "SetHeader", "AddHeader", "SetQueryParam", "SetFormField", "Pairs", "AppendToOutgoingContext"}

func setsNamedKey(name string) bool {
	return keyName.MatchString(strings.TrimPrefix(strings.TrimPrefix(name, "Set"), "With"))
}

// spread are the arguments of a call, with the elements of a variadic one in its
// place.
func spread(call *ssa.CallCommon) []ssa.Value {
	_, args := deadline.Arguments(call)
	if !call.Signature().Variadic() || len(args) == 0 {
		return args
	}
	last := len(args) - 1
	slice, ok := args[last].(*ssa.Slice)
	if !ok {
		return args
	}
	return append(slices.Clone(args[:last]), stored(slice.X)...)
}

// stored are the values that are stored in the elements of an array.
func stored(array ssa.Value) (list []ssa.Value) {
	if _, ok := array.(*ssa.Alloc); !ok {
		return nil
	}
	for _, ref := range *array.Referrers() {
		if at, ok := ref.(*ssa.IndexAddr); ok {
			for _, use := range *at.Referrers() {
				if store, ok := use.(*ssa.Store); ok && store.Addr == at {
					list = append(list, store.Val)
				}
			}
		}
	}
	return list
}

// objectOf is the object that a value is a part of, is made from, or leads to.
func objectOf(v ssa.Value) ssa.Value {
	for range 10 {
		switch x := v.(type) {
		case *ssa.UnOp:
			v = x.X
		case *ssa.FieldAddr:
			v = x.X
		case *ssa.IndexAddr:
			v = x.X
		case *ssa.Slice:
			v = x.X
		case *ssa.Extract:
			v = x.Tuple
		case *ssa.MakeInterface, *ssa.ChangeType, *ssa.ChangeInterface, *ssa.Convert:
			v = unwrapped(v)
		case *ssa.Call:
			recv, _ := deadline.Arguments(&x.Call)
			if recv == nil || !types.Identical(recv.Type(), x.Type()) {
				return v
			}
			v = recv // a builder
		case *ssa.Alloc:
			val := ssabuild.OnlyStore(x)
			if val == nil || isContents(x) {
				return v
			}
			v = val
		default:
			return v
		}
	}
	return v
}

// isContents reports whether a variable is the object itself, and not what points to
// it.
func isContents(x *ssa.Alloc) bool {
	t := x.Type().Underlying().(*types.Pointer).Elem().Underlying()
	_, isStruct := t.(*types.Struct)
	return isStruct
}

// carries reports whether a call that may fail is handed the object of a setting.
func carries(call ssa.CallInstruction, s setting) bool {
	results := call.Common().Signature().Results()
	if call == s.at || results.Len() == 0 || !loops.IsError(results.At(results.Len()-1).Type()) {
		return false
	}
	recv, _ := deadline.Arguments(call.Common())
	return recv != nil && objectOf(recv) == s.object ||
		slices.ContainsFunc(spread(call.Common()), func(arg ssa.Value) bool { return objectOf(arg) == s.object })
}

// functionOf is the function with a body that a value is, or nil.
func functionOf(v ssa.Value) *ssa.Function { return ssabuild.Literal(unwrapped(v)) }

// unwrapped is a value without its conversions.
func unwrapped(v ssa.Value) ssa.Value {
	for {
		switch x := v.(type) {
		case *ssa.MakeInterface:
			v = x.X
		case *ssa.ChangeType:
			v = x.X
		case *ssa.ChangeInterface:
			v = x.X
		case *ssa.Convert:
			v = x.X
		default:
			return v
		}
	}
}

// isShared reports whether an object outlives the attempt.
func isShared(v ssa.Value) bool {
	switch v.(type) {
	case *ssa.FreeVar, *ssa.Global:
		return true
	}
	return false
}

func within(v any, blocks []*ssa.BasicBlock) bool {
	instr, ok := v.(ssa.Instruction)
	return ok && slices.Contains(blocks, instr.Block())
}

// comesBefore reports whether a stands before b on every way to b.
func comesBefore(a, b ssa.Instruction) bool {
	if a.Block() != b.Block() {
		return a.Block().Dominates(b.Block())
	}
	return slices.Index(a.Block().Instrs, a) < slices.Index(b.Block().Instrs, b)
}

// alwaysAfter reports whether every way from a, or from the beginning, to the end of
// the function leads through b.
func alwaysAfter(a, b ssa.Instruction) bool {
	from := b.Parent().Blocks[0]
	if a != nil {
		from = a.Block()
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var passes func(block *ssa.BasicBlock) bool
	passes = func(block *ssa.BasicBlock) bool {
		if block == b.Block() || seen[block] {
			return true
		}
		seen[block] = true
		if _, ok := block.Instrs[len(block.Instrs)-1].(*ssa.Return); ok {
			return false
		}
		return !slices.ContainsFunc(block.Succs, func(next *ssa.BasicBlock) bool { return !passes(next) })
	}
	return passes(from)
}

// goesRound reports whether a way through the loop leads from its operation to the
// next attempt without that block.
func goesRound(r *loops.Retry, avoid *ssa.BasicBlock) bool {
	if avoid == r.Op.Block() {
		return false
	}
	seen := make(map[*ssa.BasicBlock]bool)
	var back func(b *ssa.BasicBlock) bool
	back = func(b *ssa.BasicBlock) bool {
		if !r.Blocks[b] || b == avoid || seen[b] {
			return false
		}
		seen[b] = true
		return b == r.Op.Block() || slices.ContainsFunc(b.Succs, back)
	}
	return slices.ContainsFunc(r.Op.Block().Succs, back)
}

func callsIn(blocks []*ssa.BasicBlock) (calls []ssa.CallInstruction) {
	for _, b := range blocks {
		for _, instr := range b.Instrs {
			if call, ok := instr.(ssa.CallInstruction); ok {
				calls = append(calls, call)
			}
		}
	}
	return calls
}
