package timeout

import (
	"honnef.co/go/tools/analysis/lint"

	"github.com/reslint/reslint/internal/rule"
)

var database = rule.Define(rule.Rule{
	ID: "timeout/database",
	Doc: lint.RawDocumentation{
		Title: "a database call has no deadline",
		Text: `A query waits for a connection of the pool, for a lock, for the answer. Without a
deadline one slow query keeps its connection, the next ones queue for the rest
of the pool, and the service stops answering while the database is merely slow.

The rule reports a call whose context provably has no deadline, and a call of
the form without a context where the function was given one. A
call without a context elsewhere is reported if the handle was provably opened
with a driver and a data source that set no timeout.`,
		Before: `row := db.QueryRow("SELECT name FROM users WHERE id = $1", id)`,
		After:  `row := db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id)`,
		Since:  "0.1",
	},
	Fix: `Calls the form with a context and passes the one that the function was given; or derives a context with a
deadline in front of the call, as in remote-call, which is not offered for rows, transactions and statements that live on.`,
	Limits: `A handle of unknown origin is taken to reach another machine, unless the package imports, at any distance, a
driver that stays on this one (SQLite, an embedded engine).`,
	Source:    `"Every outbound call has an explicit timeout, set deliberately rather than inherited"; database/sql (Go 1.26)`,
	Lifecycle: rule.Stable,
})
