package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/reslint/reslint/resilience/idempotency"
)

var errCharge = errors.New("card declined")

// A bench is a store with an account: charge is an effect on it, charged says
// how often it was made.
type bench struct {
	store   idempotency.Store
	charge  func(ctx context.Context) error
	charged func() int
}

// benches are the stores, each new.
func benches(t *testing.T) map[string]bench {
	var n atomic.Int64
	db, fake := openFake()
	t.Cleanup(func() { db.Close() })
	return map[string]bench{
		"memory": {
			&idempotency.Memory{},
			func(context.Context) error { n.Add(1); return nil },
			func() int { return int(n.Load()) },
		},
		"sql": {
			&idempotency.SQL{DB: db},
			func(ctx context.Context) error {
				_, err := idempotency.Tx(ctx).ExecContext(ctx, "CHARGE")
				return err
			},
			fake.charges,
		},
	}
}

// forEachStore runs a test with each store.
func forEachStore(t *testing.T, test func(t *testing.T, b bench)) {
	for name, b := range benches(t) {
		t.Run(name, func(t *testing.T) { test(t, b) })
	}
}

// want calls Do with an effect that charges, and compares what comes of it.
func (b bench) want(t *testing.T, key, result string, replayed bool) {
	t.Helper()
	got, again, err := b.store.Do(context.Background(), key, func(ctx context.Context) ([]byte, error) {
		return []byte(result), b.charge(ctx)
	})
	if string(got) != result || again != replayed || err != nil {
		t.Errorf("%s: got %q, replayed %v, %v; want %q, replayed %v", key, got, again, err, result, replayed)
	}
}

func TestStoreReplays(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		b.want(t, "a", "first", false)
		b.want(t, "b", "second", false)
		b.want(t, "a", "first", true)
		b.want(t, "b", "second", true)
		b.want(t, "empty", "", false)
		b.want(t, "empty", "", true)
		if got := b.charged(); got != 3 {
			t.Errorf("charged %d times", got)
		}
	})
}

// Nobody can change what others get.
func TestStoreKeepsItsResult(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		buf := []byte("first")
		b.store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) { return buf, nil })
		copy(buf, "XXXXX")
		for range 2 {
			got, _, err := b.store.Do(context.Background(), "a", nil)
			if string(got) != "first" || err != nil {
				t.Errorf("got %q, %v", got, err)
			}
			copy(got, "YYYYY")
		}
	})
}

func TestStoreDoesNotRecordErrors(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		got, replayed, err := b.store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
			return []byte("no"), errCharge
		})
		if err != errCharge || replayed || got != nil {
			t.Errorf("got %q, replayed %v, %v", got, replayed, err)
		}
		b.want(t, "a", "yes", false)
		b.want(t, "a", "yes", true)
		if got := b.charged(); got != 1 {
			t.Errorf("charged %d times", got)
		}
	})
}

// An effect that panics or ends its goroutine leaves the key to the next one.
func TestStoreSurvivesPanic(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		for _, end := range []func(){func() { panic("out of shoes") }, runtime.Goexit} {
			var wg sync.WaitGroup
			wg.Add(1)
			go func() {
				defer wg.Done()
				defer func() { recover() }()
				b.store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
					end()
					return nil, nil
				})
			}()
			wg.Wait()
		}
		b.want(t, "a", "yes", false)
		if got := b.charged(); got != 1 {
			t.Errorf("charged %d times", got)
		}
	})
}

// Of many that come at once, one does the work, and all get its result.
func TestStoreConcurrent(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		var wg sync.WaitGroup
		var fresh atomic.Int64
		for i := range 100 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				key := fmt.Sprint("key", i%5)
				got, replayed, err := b.store.Do(context.Background(), key, func(ctx context.Context) ([]byte, error) {
					runtime.Gosched()
					return []byte("result of " + key), b.charge(ctx)
				})
				if string(got) != "result of "+key || err != nil {
					t.Errorf("%s: got %q, %v", key, got, err)
				}
				if !replayed {
					fresh.Add(1)
				}
			}()
		}
		wg.Wait()
		if b.charged() != 5 || fresh.Load() != 5 {
			t.Errorf("charged %d times, %d said that they were the first; want 5", b.charged(), fresh.Load())
		}
	})
}

// If the first of them fail, another one does the work.
func TestStoreConcurrentFailures(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		var wg sync.WaitGroup
		var tries, failed, fresh, replays atomic.Int64
		for range 20 {
			wg.Add(1)
			go func() {
				defer wg.Done()
				_, replayed, err := b.store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
					if tries.Add(1) <= 3 {
						return nil, errCharge
					}
					return nil, b.charge(ctx)
				})
				switch {
				case err == errCharge:
					failed.Add(1)
				case err != nil:
					t.Error(err)
				case replayed:
					replays.Add(1)
				default:
					fresh.Add(1)
				}
			}()
		}
		wg.Wait()
		if failed.Load() != 3 || fresh.Load() != 1 || replays.Load() != 16 || b.charged() != 1 {
			t.Errorf("%d failed, %d did it, %d got the result, charged %d times", failed.Load(), fresh.Load(), replays.Load(), b.charged())
		}
	})
}

func TestStoreContext(t *testing.T) {
	forEachStore(t, func(t *testing.T, b bench) {
		ended, cancel := context.WithCancel(context.Background())
		cancel()
		_, _, err := b.store.Do(ended, "a", func(context.Context) ([]byte, error) {
			t.Error("the effect was begun")
			return nil, nil
		})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}

		// One that waits for another leaves when its context ends.
		ctx, cancel := context.WithCancel(context.Background())
		_, _, err = b.store.Do(context.Background(), "a", func(context.Context) ([]byte, error) {
			cancel()
			_, _, err := b.store.Do(ctx, "a", func(context.Context) ([]byte, error) {
				t.Error("the effect was begun twice")
				return nil, nil
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the second one: %v", err)
			}
			return nil, nil
		})
		if err != nil {
			t.Error(err)
		}

		// The effect's context is of the caller's.
		type name struct{}
		b.store.Do(context.WithValue(context.Background(), name{}, "shop"), "b", func(ctx context.Context) ([]byte, error) {
			if got := ctx.Value(name{}); got != "shop" {
				t.Errorf("the effect's context has %v", got)
			}
			return nil, nil
		})
	})
}

func TestMemoryFull(t *testing.T) {
	b := bench{&idempotency.Memory{MaxBytes: 1000}, func(context.Context) error { return nil }, nil}
	large := strings.Repeat("x", 500)
	b.want(t, "a", large, false)
	b.want(t, "b", large, false)
	_, _, err := b.store.Do(context.Background(), "c", func(context.Context) ([]byte, error) {
		t.Error("the effect was begun")
		return nil, nil
	})
	if err != idempotency.ErrFull {
		t.Errorf("got %v", err)
	}
	b.want(t, "a", large, true) // what is there is still there
}

func TestTxElsewhere(t *testing.T) {
	if tx := idempotency.Tx(context.Background()); tx != nil {
		t.Errorf("got %v", tx)
	}
}

func TestSQLSchema(t *testing.T) {
	for _, tt := range []struct{ table, create, index string }{
		{"", "EXISTS idempotency_keys (", "EXISTS idempotency_keys_expires ON idempotency_keys ("},
		{"billing.keys", "EXISTS billing.keys (", "EXISTS billing_keys_expires ON billing.keys ("},
	} {
		schema := (&idempotency.SQL{Table: tt.table}).Schema()
		if !strings.Contains(schema, tt.create) || !strings.Contains(schema, tt.index) {
			t.Errorf("table %q:\n%s", tt.table, schema)
		}
	}
}

func TestSQLTableName(t *testing.T) {
	db, fake := openFake()
	defer db.Close()
	for table, ok := range map[string]bool{
		"keys": true, "billing.keys": true, "_k1": true,
		"keys; DROP TABLE users": false, "a.b.c": false, "1k": false, "k-k": false, `"k"`: false, ".k": false,
	} {
		_, _, err := (&idempotency.SQL{DB: db, Table: table}).Do(context.Background(), table, func(context.Context) ([]byte, error) { return nil, nil })
		if (err == nil) != ok {
			t.Errorf("table %q: %v", table, err)
		}
	}
	for _, clause := range fake.clauses {
		if strings.Contains(clause, "DROP") {
			t.Error(clause)
		}
	}
}

// Whatever fails, there is no effect without its key.
func TestSQLFailures(t *testing.T) {
	errDisk := errors.New("disk on fire")
	for _, at := range []string{"INSERT", "SELECT", "UPDATE", "COMMIT", "CHARGE"} {
		t.Run(at, func(t *testing.T) {
			db, fake := openFake()
			defer db.Close()
			b := bench{&idempotency.SQL{DB: db}, func(ctx context.Context) error {
				_, err := idempotency.Tx(ctx).ExecContext(ctx, "CHARGE")
				return err
			}, nil}
			if at == "SELECT" {
				b.want(t, "a", "yes", false)
			}
			charges, keys := fake.charges(), fake.keys()
			fake.fail[at] = errDisk
			_, _, err := b.store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
				return []byte("yes"), b.charge(ctx)
			})
			if !errors.Is(err, errDisk) {
				t.Errorf("got %v", err)
			}
			if at != "CHARGE" && !strings.HasPrefix(err.Error(), "idempotency: ") {
				t.Errorf("got %v", err)
			}
			if fake.charges() != charges || fake.keys() != keys {
				t.Errorf("%d charges and %d keys, want %d and %d", fake.charges(), fake.keys(), charges, keys)
			}
			delete(fake.fail, at)
			b.want(t, "a", "yes", at == "SELECT")
			b.want(t, "a", "yes", true)
			if got := fake.charges(); got != 1 {
				t.Errorf("charged %d times", got)
			}
		})
	}
}

// A key that is swept between two statements is claimed again.
func TestSQLKeyVanishes(t *testing.T) {
	db, fake := openFake()
	defer db.Close()
	b := bench{&idempotency.SQL{DB: db}, func(context.Context) error { return nil }, nil}
	b.want(t, "a", "old", false)
	fake.vanish = 1
	b.want(t, "a", "new", false)
	b.want(t, "a", "new", true)
}

func TestSQLSweepsNowAndThen(t *testing.T) {
	db, fake := openFake()
	defer db.Close()
	b := bench{&idempotency.SQL{DB: db}, func(context.Context) error { return nil }, nil}
	fake.fail["DELETE"] = errors.New("locked") // is nobody's trouble
	b.want(t, "a", "yes", false)
	delete(fake.fail, "DELETE")
	for range 1000 {
		b.want(t, "a", "yes", true) // replays don't sweep
	}
	for i := range 128 {
		b.want(t, fmt.Sprint(i), "yes", false)
	}
	sweeps := 0
	for _, clause := range fake.clauses {
		if strings.HasPrefix(clause, "DELETE") {
			sweeps++
		}
	}
	if sweeps != 3 { // after the keys 1, 65 and 129
		t.Errorf("swept %d times", sweeps)
	}
}
