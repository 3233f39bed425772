package good

import (
	"context"
	"database/sql"
	"errors"
	"net/http"
	"time"
)

type store struct {
	db      *sql.DB
	timeout time.Duration
}

func deadline(db *sql.DB) error {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	return db.PingContext(ctx)
}

func (s *store) configured(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, s.timeout)
	defer cancel()
	_, err := s.db.ExecContext(ctx, "SELECT 1")
	return err
}

// The caller decides.
func (s *store) name(ctx context.Context, id string) (name string, err error) {
	err = s.db.QueryRowContext(ctx, "SELECT name FROM users WHERE id = $1", id).Scan(&name)
	return name, err
}

func (s *store) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if name, err := s.name(r.Context(), r.FormValue("id")); err == nil {
		w.Write([]byte(name))
	}
}

// Without a context, and nobody knows which database it is.
func count(db *sql.DB) (n int, err error) {
	err = db.QueryRow("SELECT count(*) FROM users").Scan(&n)
	return n, err
}

func opened(dsn string) error {
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("OPTIMIZE TABLE users")
	return err
}

func withTimeout() error {
	db, err := sql.Open("mysql", "app@tcp(db.internal)/users?timeout=5s&readTimeout=5s")
	if err != nil {
		return err
	}
	defer db.Close()
	_, err = db.Exec("OPTIMIZE TABLE users")
	return err
}

// It stays on this machine.
func embedded() error {
	db, err := sql.Open("sqlite3", "file:users.db")
	if err != nil {
		return err
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), "PRAGMA journal_mode=WAL"); err != nil {
		return err
	}
	_, err = db.Exec("VACUUM")
	return err
}

// Which driver it is, is decided elsewhere.
func anyDriver(driver, dsn string) error {
	db, err := sql.Open(driver, dsn)
	if err != nil {
		return err
	}
	defer db.Close()
	return db.PingContext(context.Background())
}

// A cleanup may outlive the context.
func begin(ctx context.Context, db *sql.DB) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, "UPDATE users SET seen = now()"); err != nil {
		return err
	}
	return tx.Commit()
}

func background(ctx context.Context, db *sql.DB) {
	go func() { db.Exec("ANALYZE") }()
}

func afterTheEnd(ctx context.Context, db *sql.DB) {
	<-ctx.Done()
	db.Exec("UNLISTEN *")
}

var errTaken = errors.New("taken")

// Any other error, one with a name, too, may be that of the context.
func release(ctx context.Context, db *sql.DB, take func(context.Context) error) error {
	err := take(ctx)
	if err == nil || errors.Is(err, errTaken) {
		return err
	}
	db.Exec("UPDATE jobs SET owner = NULL")
	return err
}

func releaseRow(ctx context.Context, db *sql.DB) error {
	var id int
	err := db.QueryRowContext(ctx, "SELECT id FROM jobs").Scan(&id)
	if err == nil || errors.Is(err, sql.ErrNoRows) {
		return err
	}
	db.Exec("UPDATE jobs SET owner = NULL")
	return err
}
