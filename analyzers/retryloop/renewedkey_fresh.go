package retryloop

import (
	"go/token"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
	"github.com/reslint/reslint/internal/ssabuild"
)

// isFreshValue reports whether a value is certainly another one each time that the
// blocks run: it is made there from something random, or from the clock to less
// than a second.
func isFreshValue(v ssa.Value, blocks []*ssa.BasicBlock, depth int) bool {
	if depth > 8 {
		return false
	}
	fresh := func(v ssa.Value) bool { return isFreshValue(v, blocks, depth+1) }
	switch v := unwrapped(v).(type) {
	case *ssa.Call:
		return within(v, blocks) && isFreshCall(v, fresh, depth)
	case *ssa.Extract:
		return v.Index == 0 && fresh(v.Tuple)
	case *ssa.BinOp:
		return v.Op == token.ADD && (fresh(v.X) || fresh(v.Y))
	case *ssa.Phi:
		return within(v, blocks) && !slices.ContainsFunc(v.Edges, func(e ssa.Value) bool { return e == v || !fresh(e) })
	case *ssa.UnOp:
		return v.Op == token.MUL && fresh(v.X)
	case *ssa.Slice:
		if slices.ContainsFunc(stored(v.X), fresh) {
			return true
		}
		return fresh(v.X)
	case *ssa.Alloc, *ssa.MakeSlice:
		return isFreshVariable(v, blocks, fresh)
	}
	return false
}

// isFreshVariable reports whether a variable is set anew each time, or filled with
// random bytes.
func isFreshVariable(v ssa.Value, blocks []*ssa.BasicBlock, fresh func(ssa.Value) bool) bool {
	set := false
	for _, ref := range *v.Referrers() {
		switch ref := ref.(type) {
		case *ssa.Store:
			if ref.Addr != v {
				continue
			}
			if !within(ref, blocks) || !fresh(ref.Val) {
				return false
			}
			set = true
		case *ssa.Slice:
			set = set || fills(ref, blocks)
		case ssa.CallInstruction:
			set = set || fillsBy(ref, blocks)
		}
	}
	return set
}

// fills reports whether random bytes are read into a slice.
func fills(slice *ssa.Slice, blocks []*ssa.BasicBlock) bool {
	for _, ref := range *slice.Referrers() {
		if call, ok := ref.(ssa.CallInstruction); ok && fillsBy(call, blocks) {
			return true
		}
	}
	return false
}

func fillsBy(call ssa.CallInstruction, blocks []*ssa.BasicBlock) bool {
	fn := deadline.Called(call.Common())
	return fn != nil && within(call, blocks) && (fn.FullName() == "crypto/rand.Read" || fn.FullName() == "math/rand.Read")
}

// isFreshCall reports whether a call makes something new, or keeps what is new in
// its arguments.
func isFreshCall(call *ssa.Call, fresh func(ssa.Value) bool, depth int) bool {
	fn := deadline.Called(&call.Call)
	if fn == nil || fn.Pkg() == nil {
		return false
	}
	if makesNew(fn) {
		return true
	}
	recv, _ := deadline.Arguments(&call.Call)
	if target := call.Call.StaticCallee(); target != nil && target.Blocks != nil && target.Synthetic == "" {
		return returnsFresh(target, depth)
	}
	switch fn.FullName() {
	case "(time.Time).UnixNano", "(time.Time).UnixMicro", "(time.Time).UnixMilli":
		return fresh(recv)
	}
	if recv != nil && fn.Name() == "String" && fresh(recv) {
		return true
	}
	if !keepsNew(fn) {
		return false
	}
	return slices.ContainsFunc(spread(&call.Call), fresh)
}

// returnsFresh reports whether a function of this package makes what it returns
// anew in each call.
func returnsFresh(fn *ssa.Function, depth int) bool {
	returns := false
	for _, b := range fn.Blocks {
		ret, ok := b.Instrs[len(b.Instrs)-1].(*ssa.Return)
		if !ok || len(ret.Results) == 0 {
			continue
		}
		if len(ret.Results) > 1 && !ssabuild.IsNil(ret.Results[len(ret.Results)-1]) {
			continue // with an error
		}
		if !isFreshValue(ret.Results[0], fn.Blocks, depth+1) {
			return false
		}
		returns = true
	}
	return returns
}

// makesNew reports whether fn makes something that no other call makes.
func makesNew(fn *types.Func) bool {
	name, path := fn.Name(), fn.Pkg().Path()
	switch path {
	case "github.com/google/uuid", "github.com/gofrs/uuid", "github.com/gofrs/uuid/v5", "github.com/satori/go.uuid", "github.com/pborman/uuid", "github.com/hashicorp/go-uuid",
		"github.com/rs/xid", "github.com/segmentio/ksuid", "github.com/oklog/ulid", "github.com/oklog/ulid/v2", "github.com/matoous/go-nanoid/v2", "github.com/lithammer/shortuuid/v4":
		return fn.Signature().Recv() == nil && (strings.HasPrefix(name, "New") && !strings.HasPrefix(name, "NewSHA") && !strings.HasPrefix(name, "NewMD") && !strings.HasPrefix(name, "NewHash") && name != "NewV3" && name != "NewV5" ||
			name == "Make" || name == "GenerateUUID")
	case "math/rand", "math/rand/v2":
		return !strings.HasPrefix(name, "New") && name != "Seed" && name != "Shuffle" && name != "Perm"
	case "crypto/rand":
		return name == "Text" || name == "Int"
	case "time":
		return name == "Now" && fn.Signature().Recv() == nil
	}
	return false
}

// keepsNew reports whether what fn returns differs if its arguments do.
func keepsNew(fn *types.Func) bool {
	switch path := fn.Pkg().Path(); path {
	case "fmt", "strconv", "encoding/hex", "encoding/base64", "encoding/base32":
		return true
	case "github.com/google/uuid":
		return fn.Name() == "Must"
	case "strings":
		return fn.Name() == "ToUpper" || fn.Name() == "ToLower" || fn.Name() == "ReplaceAll" || fn.Name() == "Join"
	}
	switch fn.Name() {
	case "String", "Ptr", "To", "ToPtr", "Pointer", "StringPtr": // a pointer to a copy
		return fn.Signature().Recv() == nil
	}
	return false
}
