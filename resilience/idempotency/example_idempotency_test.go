package idempotency_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/reslint/reslint/resilience/idempotency"
)

// A client whose answer got lost repeats the request with the same key.
func Example() {
	orders := 0
	h := &idempotency.Handler{
		Store: &idempotency.Memory{},
		Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			orders++
			w.WriteHeader(http.StatusCreated)
			fmt.Fprint(w, "order ", orders)
		}),
	}
	for range 2 {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader("two shoes"))
		r.Header.Set("Idempotency-Key", "8e03978e-40d5-43dd-bc93-6894a57f9324")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Printf("%d %s %q\n", w.Code, w.Body, w.Header().Get(idempotency.ReplayedHeader))
	}
	fmt.Println("orders:", orders)
	// Output:
	// 201 order 1 ""
	// 201 order 1 "true"
	// orders: 1
}

func ExampleHandler() {
	h := &idempotency.Handler{
		Next:     http.NotFoundHandler(),
		Required: true,
		Caller:   func(r *http.Request) string { return r.Header.Get("X-Tenant") },
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("POST", "/orders", nil))
	fmt.Print(w.Code, " ", w.Body)
	// Output:
	// 400 a request of this kind needs an Idempotency-Key
}

// The same key with another request is a mistake of the client.
func ExampleHandler_ServeHTTP() {
	h := &idempotency.Handler{Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {})}
	for _, body := range []string{"two shoes", "two boots"} {
		r := httptest.NewRequest("POST", "/orders", strings.NewReader(body))
		r.Header.Set("Idempotency-Key", "a")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		fmt.Println(w.Code)
	}
	// Output:
	// 200
	// 422
}

// A Store also serves what comes by other ways than HTTP, such as messages
// that a queue may deliver twice.
func ExampleStore() {
	var store idempotency.Store = &idempotency.Memory{}
	handle := func(messageID string) {
		_, again, err := store.Do(context.Background(), messageID, func(ctx context.Context) ([]byte, error) {
			fmt.Println("two shoes go out")
			return nil, nil
		})
		fmt.Println("again:", again, err)
	}
	handle("message 1")
	handle("message 1")
	// Output:
	// two shoes go out
	// again: false <nil>
	// again: true <nil>
}

func ExampleMemory() {
	store := &idempotency.Memory{MaxBytes: 1} // there is always room for the first
	for _, key := range []string{"a", "b"} {
		_, _, err := store.Do(context.Background(), key, func(context.Context) ([]byte, error) { return nil, nil })
		fmt.Println(errors.Is(err, idempotency.ErrFull))
	}
	// Output:
	// false
	// true
}

// An error isn't recorded: the effect is tried again.
func ExampleMemory_Do() {
	var store idempotency.Memory
	for _, declined := range []error{errors.New("card declined"), nil, nil} {
		result, replayed, err := store.Do(context.Background(), "a", func(context.Context) ([]byte, error) {
			return []byte("paid"), declined
		})
		fmt.Printf("%q %v %v\n", result, replayed, err)
	}
	// Output:
	// "" false card declined
	// "paid" false <nil>
	// "paid" true <nil>
}

func ExampleSQL() {
	db, ledger := openFake() // sql.Open("pgx", "postgres://...")
	defer db.Close()
	store := &idempotency.SQL{DB: db}
	// Once, when the service is set up: db.Exec(store.Schema())

	for range 3 {
		_, _, err := store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
			_, err := idempotency.Tx(ctx).ExecContext(ctx, "CHARGE")
			return []byte("paid"), err
		})
		if err != nil {
			fmt.Println(err)
		}
	}
	fmt.Println("charged:", ledger.charges())
	// Output:
	// charged: 1
}

func ExampleSQL_Do() {
	db, ledger := openFake()
	defer db.Close()
	store := &idempotency.SQL{DB: db}
	_, _, err := store.Do(context.Background(), "a", func(ctx context.Context) ([]byte, error) {
		if _, err := idempotency.Tx(ctx).ExecContext(ctx, "CHARGE"); err != nil {
			return nil, err
		}
		return nil, errors.New("out of shoes") // undoes the charge
	})
	fmt.Println(err)
	fmt.Println("charged:", ledger.charges())
	// Output:
	// out of shoes
	// charged: 0
}

func ExampleSQL_Schema() {
	fmt.Print((&idempotency.SQL{Table: "billing.keys"}).Schema())
	// Output:
	// CREATE TABLE IF NOT EXISTS billing.keys (
	// 	key     TEXT PRIMARY KEY,
	// 	result  BYTEA,
	// 	expires BIGINT NOT NULL
	// );
	// CREATE INDEX IF NOT EXISTS billing_keys_expires ON billing.keys (expires);
}

func ExampleTx() {
	db, ledger := openFake()
	defer db.Close()
	h := &idempotency.Handler{
		Store: &idempotency.SQL{DB: db},
		Next: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			tx := idempotency.Tx(r.Context())
			if _, err := tx.ExecContext(r.Context(), "CHARGE"); err != nil {
				http.Error(w, "not charged", http.StatusInternalServerError)
				return
			}
			w.WriteHeader(http.StatusServiceUnavailable) // undoes it
		}),
	}
	r := httptest.NewRequest("POST", "/charges", nil)
	r.Header.Set("Idempotency-Key", "a")
	h.ServeHTTP(httptest.NewRecorder(), r)
	fmt.Println("charged:", ledger.charges())
	// Output:
	// charged: 0
}
