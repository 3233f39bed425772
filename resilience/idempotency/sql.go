package idempotency

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"regexp"
	"sync/atomic"
	"time"
)

// An SQL is a Store in the database that the effects are made in. The key, the
// result and the effect are of one transaction: all of them are there, or, if
// the effect fails or a machine crashes at any moment, none is.
//
// An effect gets the transaction from [Tx], and must do all that it does
// through it. What it does elsewhere, such as a call of another service, is
// not undone: send the same key along there.
//
// The statements are written for PostgreSQL (9.5 and later) at its default
// isolation level, and for SQLite (3.24 and later). They need INSERT ... ON
// CONFLICT and the placeholders $1, $2, which MySQL doesn't have. For SQLite,
// set a busy timeout: it has one writer at a time.
//
// The clocks of the servers need to agree no better than to a small part of
// Retention. An SQL is safe for concurrent use and must not be copied; its
// fields must not be changed once it is in use.
type SQL struct {
	// DB is the database.
	DB *sql.DB

	// Table is the name of the table that Schema makes; empty means
	// "idempotency_keys". It may be qualified: "billing.keys".
	Table string

	// Retention is how long a key is kept; 0 means 24 hours. It has to be
	// longer than anybody goes on repeating a request, with a good reserve:
	// a repetition that comes later is done again.
	Retention time.Duration

	recorded atomic.Uint64
}

// Now and then, a Do that has recorded a key deletes some that have expired:
// more than were added since, so that the table shrinks in the end, and few
// enough for nobody to notice.
const (
	sqlSweepEvery = 64
	sqlSweep      = 100
)

// Schema returns the statements that make the table, if it isn't there:
//
//	CREATE TABLE IF NOT EXISTS idempotency_keys (
//		key     TEXT PRIMARY KEY,
//		result  BYTEA,
//		expires BIGINT NOT NULL
//	);
//	CREATE INDEX IF NOT EXISTS idempotency_keys_expires ON idempotency_keys (expires);
//
// They are good for PostgreSQL and for SQLite. The times in expires are
// milliseconds since 1970.
func (s *SQL) Schema() string {
	index := notWord.ReplaceAllString(s.table(), "_") + "_expires"
	return "CREATE TABLE IF NOT EXISTS " + s.table() + ` (
	key     TEXT PRIMARY KEY,
	result  BYTEA,
	expires BIGINT NOT NULL
);
CREATE INDEX IF NOT EXISTS ` + index + " ON " + s.table() + ` (expires);
`
}

// txKey is the key of the transaction in an effect's context.
type txKey struct{}

// Tx returns the transaction in which the effect of an [SQL] is made, and nil
// if ctx isn't the context of one. It must not be committed or rolled back by
// the effect.
func Tx(ctx context.Context) *sql.Tx {
	tx, _ := ctx.Value(txKey{}).(*sql.Tx)
	return tx
}

// Do implements [Store]. An error that isn't the effect's own wraps that of the
// database. If the commit failed, it isn't known whether the effect was made:
// the same key will tell.
func (s *SQL) Do(ctx context.Context, key string, effect func(ctx context.Context) ([]byte, error)) (result []byte, replayed bool, err error) {
	if !tableName.MatchString(s.table()) {
		return nil, false, fmt.Errorf("idempotency: %q is no name of a table", s.table())
	}
	tx, err := s.DB.BeginTx(ctx, nil)
	if err != nil {
		return nil, false, fmt.Errorf("idempotency: begin: %w", err)
	}
	defer tx.Rollback() // if effect fails, panics or calls Goexit; after Commit it does nothing

	mine, result, err := s.claim(ctx, tx, key)
	if err != nil {
		return nil, false, fmt.Errorf("idempotency: claim of the key: %w", err)
	}
	if !mine {
		return result, true, nil
	}
	result, err = effect(context.WithValue(ctx, txKey{}, tx))
	if err != nil {
		return nil, false, err
	}
	if _, err := tx.ExecContext(ctx, "UPDATE "+s.table()+" SET result = $1 WHERE key = $2", result, key); err != nil {
		return nil, false, fmt.Errorf("idempotency: recording the result: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return nil, false, fmt.Errorf("idempotency: commit: %w", err)
	}
	if s.recorded.Add(1)%sqlSweepEvery == 1 {
		s.sweep(ctx)
	}
	return result, false, nil
}

// claim inserts the key, or takes over one that has expired. If another
// transaction has inserted it and not ended yet, the database waits for that.
// Where the key is taken, claim returns the result that it has.
func (s *SQL) claim(ctx context.Context, tx *sql.Tx, key string) (mine bool, result []byte, err error) {
	keep := s.Retention
	if keep <= 0 {
		keep = retention
	}
	for {
		now := time.Now()
		res, err := tx.ExecContext(ctx, "INSERT INTO "+s.table()+" AS k (key, expires) VALUES ($1, $2)"+
			" ON CONFLICT (key) DO UPDATE SET expires = excluded.expires WHERE k.expires <= $3",
			key, now.Add(keep).UnixMilli(), now.UnixMilli())
		if err != nil {
			return false, nil, err
		}
		n, err := res.RowsAffected()
		if n > 0 || err != nil {
			return err == nil, nil, err
		}
		err = tx.QueryRowContext(ctx, "SELECT result FROM "+s.table()+" WHERE key = $1", key).Scan(&result)
		if !errors.Is(err, sql.ErrNoRows) {
			return false, result, err
		}
		// It expired in between, and another one's sweep took it: try again.
	}
}

// sweep deletes some of the keys that have expired. It is no matter if it
// fails: Do has done its work, and the next one sweeps again.
func (s *SQL) sweep(ctx context.Context) {
	s.DB.ExecContext(ctx, fmt.Sprintf("DELETE FROM %s WHERE key IN (SELECT key FROM %s WHERE expires <= $1 ORDER BY expires LIMIT %d)",
		s.table(), s.table(), sqlSweep), time.Now().UnixMilli())
}

// tableName is what may stand in a statement as it is.
var (
	tableName = regexp.MustCompile(`^[A-Za-z_]\w*(\.[A-Za-z_]\w*)?$`)
	notWord   = regexp.MustCompile(`\W`)
)

func (s *SQL) table() string {
	if s.Table == "" {
		return "idempotency_keys"
	}
	return s.Table
}
