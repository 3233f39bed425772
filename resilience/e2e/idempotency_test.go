package e2e

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	"github.com/reslint/reslint/resilience/fault"
	"github.com/reslint/reslint/resilience/idempotency"
	_ "modernc.org/sqlite"
)

// TestMain is the test, or one of the processes that it starts.
func TestMain(m *testing.M) {
	if task := os.Getenv("E2E_TASK"); task != "" {
		child(task)
		return
	}
	code := m.Run()
	stopPostgres()
	os.Exit(code)
}

// A database is one that an SQL is held against: the driver and the source to
// open it.
type database struct{ driver, source string }

// forEachDatabase runs a test with a new SQLite file and with a new database of
// PostgreSQL, if that is installed.
func forEachDatabase(t *testing.T, test func(t *testing.T, d database, db *sql.DB)) {
	t.Run("SQLite", func(t *testing.T) {
		d := database{"sqlite", "file:" + filepath.Join(t.TempDir(), "shop.db") + "?_pragma=busy_timeout(30000)&_pragma=journal_mode(WAL)&_pragma=synchronous(NORMAL)"}
		test(t, d, d.create(t))
	})
	t.Run("PostgreSQL", func(t *testing.T) {
		d := newPostgres(t)
		test(t, d, d.create(t))
	})
}

func (d database) open() (*sql.DB, error) {
	db, err := sql.Open(d.driver, d.source)
	if err == nil {
		db.SetMaxOpenConns(20)
	}
	return db, err
}

// create opens a new database and makes its tables. An operation may be charged
// any number of times, as far as the table is concerned.
func (d database) create(t *testing.T) *sql.DB {
	t.Helper()
	db, err := d.open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	for range 2 { // it does no harm if the tables are there
		for _, statement := range strings.Split((&idempotency.SQL{}).Schema(), ";\n") {
			if statement == "" {
				continue
			}
			if _, err := db.Exec(statement); err != nil {
				t.Fatalf("%v in\n%s", err, statement)
			}
		}
	}
	if _, err := db.Exec("CREATE TABLE charges (operation TEXT NOT NULL)"); err != nil {
		t.Fatal(err)
	}
	return db
}

// charge is an effect.
func charge(operation string) func(context.Context) ([]byte, error) {
	return func(ctx context.Context) ([]byte, error) {
		_, err := idempotency.Tx(ctx).ExecContext(ctx, "INSERT INTO charges (operation) VALUES ($1)", operation)
		return []byte("charged " + operation), err
	}
}

func count(t *testing.T, db *sql.DB, query string, args ...any) int {
	t.Helper()
	var n int
	if err := db.QueryRow(query, args...).Scan(&n); err != nil {
		t.Fatal(err)
	}
	return n
}

func charges(t *testing.T, db *sql.DB) int {
	t.Helper()
	return count(t, db, "SELECT count(*) FROM charges")
}

func keys(t *testing.T, db *sql.DB) int {
	t.Helper()
	return count(t, db, "SELECT count(*) FROM idempotency_keys")
}

// want calls Do and compares what comes of it.
func want(t *testing.T, store idempotency.Store, key string, replayed bool) {
	t.Helper()
	got, again, err := store.Do(context.Background(), key, charge(key))
	if string(got) != "charged "+key || again != replayed || err != nil {
		t.Errorf("%s: got %q, replayed %v, %v; want replayed %v", key, got, again, err, replayed)
	}
}

func TestReplay(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		store := &idempotency.SQL{DB: db}
		want(t, store, "a", false)
		want(t, store, "b", false)
		want(t, store, "a", true)

		other, err := d.open() // another server, or this one after a restart
		if err != nil {
			t.Fatal(err)
		}
		defer other.Close()
		want(t, &idempotency.SQL{DB: other}, "b", true)
		if got := charges(t, db); got != 2 {
			t.Errorf("%d charges", got)
		}

		for _, result := range [][]byte{nil, {}, {0, 1, 0xff}} {
			key := fmt.Sprint(result == nil, len(result))
			for range 2 {
				got, _, err := store.Do(context.Background(), key, func(context.Context) ([]byte, error) { return result, nil })
				if string(got) != string(result) || err != nil {
					t.Errorf("got %v, %v; want %v", got, err, result)
				}
			}
		}
	})
}

// An effect that fails, in any way, leaves nothing behind, and the next one can
// go on.
func TestRollback(t *testing.T) {
	errLate := errors.New("out of shoes")
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		store := &idempotency.SQL{DB: db}
		ctx, cancel := context.WithCancel(context.Background())
		for name, effect := range map[string]func(context.Context) ([]byte, error){
			"error": func(context.Context) ([]byte, error) { return nil, errLate },
			"panic": func(context.Context) ([]byte, error) { panic(errLate) },
			"its context ends": func(context.Context) ([]byte, error) {
				cancel()
				return nil, nil
			},
			"a statement fails": func(ctx context.Context) ([]byte, error) {
				_, err := idempotency.Tx(ctx).ExecContext(ctx, "SELECT shoes FROM nowhere")
				return nil, err
			},
		} {
			func() {
				defer func() { recover() }()
				_, _, err := store.Do(ctx, "a", func(ctx context.Context) ([]byte, error) {
					if _, err := charge("a")(ctx); err != nil {
						t.Error(err)
					}
					return effect(ctx)
				})
				if err == nil {
					t.Errorf("%s: no error", name)
				}
			}()
			ctx, cancel = context.WithCancel(context.Background())
			if c, k := charges(t, db), keys(t, db); c != 0 || k != 0 {
				t.Errorf("%s: %d charges and %d keys", name, c, k)
			}
		}
		cancel()
		want(t, store, "a", false)
		want(t, store, "a", true)
	})
}

// Of many duplicates at once, one is charged, and all get its result.
func TestConcurrentDuplicates(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		store := &idempotency.SQL{DB: db}
		const operations, duplicates = 5, 12
		var wg sync.WaitGroup
		var fresh atomic.Int64
		for i := range operations * duplicates {
			wg.Add(1)
			go func() {
				defer wg.Done()
				key := fmt.Sprint("order ", i%operations)
				got, replayed, err := store.Do(context.Background(), key, charge(key))
				if string(got) != "charged "+key || err != nil {
					t.Errorf("%s: got %q, %v", key, got, err)
				}
				if !replayed {
					fresh.Add(1)
				}
			}()
		}
		wg.Wait()
		if c := charges(t, db); c != operations || fresh.Load() != operations {
			t.Errorf("%d charges, %d said that they made one; want %d", c, fresh.Load(), operations)
		}
	})
}

// A duplicate that can't wait any longer leaves, and the first goes on.
func TestDuplicateGivesUp(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		store := &idempotency.SQL{DB: db}
		_, _, err := store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
			brief, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
			defer cancel()
			if _, _, err := store.Do(brief, "a", charge("a")); !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("the duplicate: %v", err)
			}
			return charge("a")(ctx)
		})
		if err != nil {
			t.Error(err)
		}
		want(t, store, "a", true)
		if c := charges(t, db); c != 1 {
			t.Errorf("%d charges", c)
		}
	})
}

// The same with processes, which share nothing but the database.
func TestFleet(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		var fleet []*exec.Cmd
		for range 3 {
			cmd := d.start(t, "charge 40", nil)
			fleet = append(fleet, cmd)
		}
		for _, cmd := range fleet {
			if err := cmd.Wait(); err != nil {
				t.Errorf("%v\n%s", err, cmd.Stderr)
			}
		}
		if c, k := charges(t, db), keys(t, db); c != 40 || k != 40 {
			t.Errorf("%d charges and %d keys", c, k)
		}
	})
}

// A server is killed between the effect and the commit: there is no key, no
// charge, and the repetition of the request is served.
func TestKilledBeforeCommit(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		out, in, err := os.Pipe()
		if err != nil {
			t.Fatal(err)
		}
		defer out.Close()
		cmd := d.start(t, "hang", in)
		in.Close()
		said := make([]byte, len("the effect is made\n"))
		if _, err := io.ReadFull(out, said); err != nil {
			t.Fatalf("%v\n%s", err, cmd.Stderr)
		}
		cmd.Process.Kill()
		cmd.Wait()
		if c, k := charges(t, db), keys(t, db); c != 0 || k != 0 {
			t.Errorf("%d charges and %d keys", c, k)
		}
		want(t, &idempotency.SQL{DB: db}, "a", false)
		want(t, &idempotency.SQL{DB: db}, "a", true)
		if c := charges(t, db); c != 1 {
			t.Errorf("%d charges", c)
		}
	})
}

// A server is killed at any moment of its work, again and again: there never is
// a charge without its key or a key without its charge, and in the end each
// operation is charged once.
func TestKilledAtAnyMoment(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		const operations = 1000
		for i := range 8 {
			out, in, err := os.Pipe()
			if err != nil {
				t.Fatal(err)
			}
			cmd := d.start(t, fmt.Sprint("charge ", operations), in)
			in.Close()
			if _, err := io.ReadFull(out, make([]byte, len("ready\n"))); err != nil {
				t.Fatalf("%v\n%s", err, cmd.Stderr)
			}
			time.Sleep(time.Duration(10*i+3) * time.Millisecond)
			cmd.Process.Kill()
			cmd.Wait()
			out.Close()
			// One look at all, since a commit may be under way that was sent
			// before the end.
			if alone := count(t, db, `SELECT
				(SELECT count(*) FROM charges WHERE operation NOT IN (SELECT key FROM idempotency_keys)) +
				(SELECT count(*) FROM idempotency_keys WHERE result IS NULL OR key NOT IN (SELECT operation FROM charges))`); alone != 0 {
				t.Fatalf("%d charges without a key, or keys without a charge", alone)
			}
		}
		t.Logf("%d charges of those who were killed", charges(t, db))
		if cmd := d.start(t, fmt.Sprint("charge ", operations), nil); cmd.Wait() != nil {
			t.Errorf("%s", cmd.Stderr)
		}
		if c := charges(t, db); c != operations {
			t.Errorf("%d charges of %d operations", c, operations)
		}
	})
}

func TestRetention(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		brief, long := &idempotency.SQL{DB: db, Retention: time.Millisecond}, &idempotency.SQL{DB: db}
		want(t, brief, "a", false)
		time.Sleep(5 * time.Millisecond)
		want(t, long, "a", false) // it had expired, and is done again
		want(t, long, "a", true)
		if c, k := charges(t, db), keys(t, db); c != 2 || k != 1 {
			t.Errorf("%d charges and %d keys", c, k)
		}
	})
}

// Keys that have expired go: 100 with the first that is recorded, and 100 more
// with each 64 that follow.
func TestSweep(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		tx, err := db.Begin()
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		for i := range 250 {
			if _, err := tx.Exec("INSERT INTO idempotency_keys (key, expires) VALUES ($1, $2)", fmt.Sprint("old ", i), i); err != nil {
				t.Fatal(err)
			}
		}
		if err := tx.Commit(); err != nil {
			t.Fatal(err)
		}

		store := &idempotency.SQL{DB: db}
		for i := range 200 {
			want(t, store, fmt.Sprint("new ", i), false)
			old := count(t, db, "SELECT count(*) FROM idempotency_keys WHERE key LIKE 'old %'")
			if want := []int{150, 50, 0, 0}[i/64]; old != want {
				t.Fatalf("after %d keys: %d old ones are left, want %d", i+1, old, want)
			}
			if i == 0 {
				// The oldest went first.
				if n := count(t, db, "SELECT min(expires) FROM idempotency_keys"); n != 100 {
					t.Errorf("what expired at %d is left", n)
				}
			}
		}
		for i := range 200 {
			want(t, store, fmt.Sprint("new ", i), true)
		}
	})
}

// The answer to the first request gets lost, and the client repeats it.
func TestLostAnswer(t *testing.T) {
	forEachDatabase(t, func(t *testing.T, d database, db *sql.DB) {
		for _, keyed := range []bool{false, true} {
			if _, err := db.Exec("DELETE FROM charges"); err != nil {
				t.Fatal(err)
			}
			var network fault.Switch
			store := &idempotency.SQL{DB: db}
			srv := httptest.NewServer(fault.Handler(&idempotency.Handler{Store: store, Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				exec := db.ExecContext
				if tx := idempotency.Tx(r.Context()); tx != nil {
					exec = tx.ExecContext
				}
				if _, err := exec(r.Context(), "INSERT INTO charges (operation) VALUES ($1)", "a"); err != nil {
					t.Error(err)
				}
				w.WriteHeader(http.StatusCreated)
				io.WriteString(w, "charged")
			})}, &network))
			post := func() (*http.Response, error) {
				r, err := http.NewRequest("POST", srv.URL, strings.NewReader("a"))
				if err != nil {
					t.Fatal(err)
				}
				if keyed {
					r.Header.Set("Idempotency-Key", "a")
				}
				return srv.Client().Do(r)
			}

			network.Set(fault.Fault{Cut: true, Lost: true}, 1)
			if res, err := post(); err == nil {
				res.Body.Close()
				t.Errorf("an answer came through: %v", res.Status)
			}
			network.Heal()
			res, err := post()
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(res.Body)
			res.Body.Close()
			srv.Close()
			if res.StatusCode != 201 || string(text) != "charged" || err != nil {
				t.Errorf("got %v %s, %v", res.Status, text, err)
			}
			want := 2 // what the key is good for
			if keyed {
				want = 1
			}
			if c := charges(t, db); c != want {
				t.Errorf("with a key %v: %d charges, want %d", keyed, c, want)
			}
		}
	})
}

// start starts a process that works on the database, with an output or none.
func (d database) start(t *testing.T, task string, out *os.File) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), "E2E_TASK="+task, "E2E_DRIVER="+d.driver, "E2E_SOURCE="+d.source)
	if out != nil {
		cmd.Stdout = out
	}
	cmd.Stderr = &strings.Builder{}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return cmd
}

// child is what such a process does.
func child(task string) {
	db, err := database{os.Getenv("E2E_DRIVER"), os.Getenv("E2E_SOURCE")}.open()
	if err != nil {
		fail(err)
	}
	store := &idempotency.SQL{DB: db}
	ctx := context.Background()
	if task == "hang" {
		store.Do(ctx, "a", func(ctx context.Context) ([]byte, error) {
			if _, err := charge("a")(ctx); err != nil {
				fail(err)
			}
			fmt.Println("the effect is made")
			time.Sleep(time.Hour) // the parent kills it
			return nil, nil
		})
		fail(errors.New("still alive"))
	}
	n, err := strconv.Atoi(strings.TrimPrefix(task, "charge "))
	if err != nil {
		fail(err)
	}
	fmt.Println("ready")
	for i := range n {
		key := fmt.Sprint("order ", i)
		got, _, err := store.Do(ctx, key, charge(key))
		if string(got) != "charged "+key || err != nil {
			fail(fmt.Errorf("%s: got %q, %w", key, got, err))
		}
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
