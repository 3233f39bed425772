package resilience_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/reslint/reslint/resilience"
)

func ExampleShedder() {
	shed := &resilience.Shedder{Limit: 100, MaxWait: 500 * time.Millisecond}
	mux := http.NewServeMux()
	mux.Handle("/shoes", shed.Handler(http.NotFoundHandler()))
	mux.HandleFunc("/health", func(w http.ResponseWriter, r *http.Request) {})
	fmt.Printf("%+v\n", shed.Stats())
	// Output:
	// {Busy:0 Waiting:0 Refused:0}
}

func ExampleShedder_Handler() {
	shed := &resilience.Shedder{Limit: 1, Queue: -1}
	h := shed.Handler(http.NotFoundHandler())

	shed.Acquire(context.Background()) // somebody is at work
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/shoes", nil))
	fmt.Println(w.Code, w.Header().Get("X-Should-Retry"), w.Header().Get("Retry-After") != "")
	// Output:
	// 503 false true
}

// Servers of other protocols ask by themselves.
func ExampleShedder_Acquire() {
	shed := &resilience.Shedder{Limit: 1, Queue: -1}
	serve := func(ctx context.Context, work func() error) error {
		if err := shed.Acquire(ctx); err != nil {
			return err
		}
		defer shed.Release()
		return work()
	}

	err := serve(context.Background(), func() error {
		return serve(context.Background(), func() error { return nil })
	})
	fmt.Println(err == resilience.ErrShed)
	// Output:
	// true
}

func ExampleShedder_Release() {
	shed := &resilience.Shedder{Limit: 1, Queue: -1}
	for range 3 {
		if err := shed.Acquire(context.Background()); err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println("at work:", shed.Stats().Busy)
		shed.Release()
	}
	// Output:
	// at work: 1
	// at work: 1
	// at work: 1
}

func ExampleShedder_Stats() {
	shed := &resilience.Shedder{Limit: 1, Queue: -1}
	shed.Acquire(context.Background())
	shed.Acquire(context.Background())
	fmt.Printf("%+v\n", shed.Stats())
	// Output:
	// {Busy:1 Waiting:0 Refused:1}
}

func ExampleShedderStats() {
	var shed resilience.Shedder
	var now resilience.ShedderStats = shed.Stats()
	fmt.Println("overloaded:", now.Waiting > 0)
	// Output:
	// overloaded: false
}
