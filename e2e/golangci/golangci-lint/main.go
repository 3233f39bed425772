// The command golangci-lint is golangci-lint with reslint in it, as `golangci-lint custom`
// would make it. It is under golangci-lint's licence, the GPL, since it is one program with it;
// no other module imports it, and nothing of it is shipped.
package main

import (
	"fmt"
	"os"

	"github.com/golangci/golangci-lint/v2/pkg/commands"
	"github.com/golangci/golangci-lint/v2/pkg/exitcodes"

	_ "github.com/reslint/reslint/plugin"
)

func main() {
	// With this version golangci-lint's cache goes by what the executable holds; with another
	// one it would answer for a rebuilt plugin with the findings of the last.
	if err := commands.Execute(commands.BuildInfo{Version: "(devel)", GoVersion: "unknown"}); err != nil {
		fmt.Fprintln(os.Stderr, "The command is terminated due to an error:", err)
		os.Exit(exitcodes.Failure)
	}
}
