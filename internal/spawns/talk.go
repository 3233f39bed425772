package spawns

import (
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/reslint/reslint/internal/deadline"
)

// talks reports whether an instruction may wait for what another goroutine does.
func talks(instr ssa.Instruction) bool {
	switch instr := instr.(type) {
	case *ssa.Send:
		return !hasRoom(instr.Chan)
	case *ssa.Select:
		return true
	case *ssa.UnOp:
		return instr.Op == token.ARROW
	case ssa.CallInstruction:
		if name := deadline.Called(instr.Common()); name != nil && name.Name() == "Wait" {
			return true
		}
		for _, arg := range instr.Common().Args {
			if _, ok := arg.Type().Underlying().(*types.Chan); ok {
				return true
			}
		}
	}
	return false
}

// hasRoom reports whether a channel is made for as many values as a list has elements.
func hasRoom(ch ssa.Value) bool {
	made, ok := Root(ch).(*ssa.MakeChan)
	if !ok {
		return false
	}
	size, ok := made.Size.(*ssa.Call)
	return ok && isBuiltin(&size.Call, "len")
}
