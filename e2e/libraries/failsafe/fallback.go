package failsafe

import (
	"context"
	"database/sql"

	"github.com/failsafe-go/failsafe-go"
	"github.com/failsafe-go/failsafe-go/fallback"
)

func fromDatabase(db *sql.DB) fallback.Fallback[int] {
	return fallback.NewWithFunc(func(exec failsafe.Execution[int]) (n int, err error) { // want `remote-fallback: when the operation of fallback.NewWithFunc fails, its fallback answers in its place, and waits for another machine \(\(\*sql.DB\).QueryRowContext\)`
		err = db.QueryRowContext(exec.Context(), "select 1").Scan(&n)
		return n, err
	})
}

func built(db *sql.DB) fallback.Fallback[int] {
	return fallback.NewBuilderWithFunc(func(failsafe.Execution[int]) (int, error) { return 1, db.PingContext(context.Background()) }).Build() // want `remote-fallback` `database`
}

func fromResult() fallback.Fallback[int] { return fallback.NewWithResult(0) }

func fromMemory(last *int) fallback.Fallback[int] {
	return fallback.NewWithFunc(func(failsafe.Execution[int]) (int, error) { return *last, nil })
}
