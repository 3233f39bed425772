package bad

import (
	"context"
	"database/sql"
	"errors"
	"os/signal"
	"syscall"
)

type store struct{ db *sql.DB }

func freshContext(db *sql.DB) (*sql.Rows, error) {
	return db.QueryContext(context.Background(), "SELECT 1") // want `nothing ends this call; context.Background\(\) sets no deadline: a server that stops answering holds the call for ever \(timeout/database\)`
}

func (s *store) processContext() error {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM)
	defer stop()
	return s.db.PingContext(ctx) // want `nothing ends this call; context.Background\(\) sets no deadline`
}

func (s *store) name(id string) (name string, err error) {
	err = s.db.QueryRowContext(context.TODO(), "SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `nothing ends this call; context.TODO\(\) sets no deadline`
	return name, err
}

// A lifetime goes through two functions and a transaction.
func run(ctx context.Context, db *sql.DB) error { return migrate(ctx, db) }

func migrate(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil) // want `nothing ends this call; context.Background\(\) sets no deadline`
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "CREATE TABLE t (id int)"); err != nil {
		return err
	}
	return tx.Commit()
}

func start(db *sql.DB) error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	return run(ctx, db)
}

// The form without a context, where there is one.
func (s *store) delete(ctx context.Context, id string) error {
	_, err := s.db.Exec("DELETE FROM users WHERE id = $1", id) // want `\(\*sql.DB\).Exec takes no context, so it goes on after ctx has ended: call ExecContext and pass ctx \(timeout/database\)`
	return err
}

func (s *store) ping(ctx context.Context) error {
	return s.db.Ping() // want `\(\*sql.DB\).Ping takes no context, so it goes on after ctx has ended: call PingContext and pass ctx`
}

func prepared(ctx context.Context, st *sql.Stmt, id int) (*sql.Rows, error) {
	return st.Query(id) // want `\(\*sql.Stmt\).Query takes no context, so it goes on after ctx has ended: call QueryContext and pass ctx`
}

// The handle is known, and nothing in it is a timeout.
func opened() error {
	db, err := sql.Open("postgres", "postgres://db.internal/users?sslmode=disable")
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("VACUUM") // want `nothing ends this call; \(\*sql.DB\).Exec takes no context, and the client is`
	return err
}

// That there is no such row is an answer, and what follows no cleanup.
func (s *store) findOrCreate(ctx context.Context, name string) (id int, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT id FROM users WHERE name = $1", name).Scan(&id)
	if err == nil || !errors.Is(err, sql.ErrNoRows) {
		return id, err
	}
	err = s.db.QueryRow("INSERT INTO users (name) VALUES ($1) RETURNING id", name).Scan(&id) // want `\(\*sql.DB\).QueryRow takes no context, so it goes on after ctx has ended`
	return id, err
}

func (s *store) createUnlessThere(ctx context.Context, name string) error {
	var id int
	err := s.db.QueryRowContext(ctx, "SELECT id FROM users WHERE name = $1", name).Scan(&id)
	if err != nil {
		if err != sql.ErrNoRows {
			return err
		}
		_, err = s.db.ExecContext(context.Background(), "INSERT INTO users (name) VALUES ($1)", name) // want `context.Background\(\) drops the deadline of ctx`
	}
	return err
}
