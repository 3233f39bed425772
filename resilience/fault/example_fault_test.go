package fault_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"time"

	"github.com/reslint/reslint/resilience/fault"
)

// A test of a client breaks its server, looks at what the client makes of it,
// and heals the server again.
func Example() {
	var shop fault.Switch
	server := httptest.NewServer(fault.Handler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.WriteString(w, "two shoes")
	}), &shop))
	defer server.Close()
	get := func() {
		res, err := server.Client().Get(server.URL)
		if err != nil {
			fmt.Println("no answer")
			return
		}
		defer res.Body.Close()
		fmt.Println(res.StatusCode)
	}

	get()
	shop.Set(fault.Fault{Status: http.StatusServiceUnavailable}, 1)
	get()
	shop.Set(fault.Fault{Cut: true}, 1)
	get()
	shop.Heal()
	get()
	fmt.Println("offered load:", shop.Counts().Seen)
	// Output:
	// 200
	// 503
	// no answer
	// 200
	// offered load: 4
}

func ExampleSwitch() {
	var s fault.Switch // as it is, nothing is broken
	fmt.Println(s.Apply(context.Background()))
	s.Set(fault.Fault{Err: errors.New("disk on fire")}, 1)
	fmt.Println(s.Apply(context.Background()))
	// Output:
	// <nil>
	// disk on fire
}

func ExampleSwitch_Set() {
	var s fault.Switch
	s.Set(fault.Fault{Cut: true}, 0.1) // one request in ten
	for range 1000 {
		s.Apply(context.Background())
	}
	fmt.Println(s.Counts().Cut, "of", s.Counts().Seen)
	// Output:
	// 100 of 1000
}

func ExampleSwitch_Heal() {
	var s fault.Switch
	s.Set(fault.Fault{Cut: true}, 1)
	s.Heal()
	fmt.Println(s.Apply(context.Background()))
	// Output:
	// <nil>
}

// Next is for those who bring the faults to a protocol of their own.
func ExampleSwitch_Next() {
	var s fault.Switch
	call := func(ctx context.Context, do func()) error {
		f := s.Next()
		if f.Lost {
			do()
			return f.Apply(ctx)
		}
		if err := f.Apply(ctx); err != nil {
			return err
		}
		do()
		return nil
	}

	s.Set(fault.Fault{Cut: true, Lost: true}, 1)
	charged := 0
	err := call(context.Background(), func() { charged++ })
	fmt.Println(charged, err)
	// Output:
	// 1 fault: connection cut: unexpected EOF
}

func ExampleSwitch_Apply() {
	var database fault.Switch
	query := func(ctx context.Context) (string, error) {
		if err := database.Apply(ctx); err != nil {
			return "", err
		}
		return "two shoes", nil
	}

	database.Set(fault.Fault{Hang: true}, 1)
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Millisecond)
	defer cancel()
	_, err := query(ctx)
	fmt.Println(err)
	// Output:
	// context deadline exceeded
}

func ExampleSwitch_Counts() {
	var s fault.Switch
	s.Set(fault.Fault{Latency: time.Millisecond, Cut: true}, 1)
	s.Apply(context.Background())
	s.Heal()
	s.Apply(context.Background())
	fmt.Printf("%+v\n", s.Counts())
	// Output:
	// {Seen:2 Delayed:1 Hung:0 Cut:1 Failed:0}
}

func ExampleCounts() {
	var s fault.Switch
	before := s.Counts()
	s.Apply(context.Background())
	fmt.Println("more load:", s.Counts().Seen-before.Seen)
	// Output:
	// more load: 1
}

func ExampleFault() {
	slow := fault.Fault{Latency: 30 * time.Second}
	slowToFail := fault.Fault{Latency: 30 * time.Second, Status: http.StatusBadGateway}
	doneButSilent := fault.Fault{Hang: true, Lost: true}

	var s fault.Switch
	for _, f := range []fault.Fault{slow, slowToFail, doneButSilent} {
		s.Set(f, 1)
		s.Next()
	}
	fmt.Printf("%+v\n", s.Counts())
	// Output:
	// {Seen:3 Delayed:2 Hung:1 Cut:0 Failed:1}
}

func ExampleFault_Apply() {
	f := fault.Fault{Latency: time.Millisecond, Cut: true}
	err := f.Apply(context.Background())
	fmt.Println(errors.Is(err, fault.ErrCut), errors.Is(err, io.ErrUnexpectedEOF))
	// Output:
	// true true
}

func ExampleTransport() {
	var shop fault.Switch
	client := &http.Client{
		Timeout:   time.Second,
		Transport: &fault.Transport{Switch: &shop},
	}
	shop.Set(fault.Fault{Status: http.StatusServiceUnavailable}, 1)
	res, err := client.Get("http://shop.example/shoes") // is not sent
	if err != nil {
		fmt.Println(err)
		return
	}
	defer res.Body.Close()
	fmt.Println(res.Status)
	// Output:
	// 503 Service Unavailable
}

func ExampleTransport_RoundTrip() {
	var shop fault.Switch
	shop.Set(fault.Fault{Cut: true}, 1)
	client := &http.Client{Timeout: time.Second, Transport: &fault.Transport{Switch: &shop}}
	_, err := client.Get("http://shop.example/shoes")
	fmt.Println(err)
	// Output:
	// Get "http://shop.example/shoes": fault: connection cut: unexpected EOF
}

func ExampleTransport_CloseIdleConnections() {
	client := &http.Client{Timeout: time.Second, Transport: &fault.Transport{}}
	client.CloseIdleConnections() // reaches http.DefaultTransport
	fmt.Println("closed")
	// Output:
	// closed
}

func ExampleHandler() {
	var shop fault.Switch
	h := fault.Handler(http.NotFoundHandler(), &shop)
	shop.Set(fault.Fault{Err: errors.New("disk on fire")}, 1)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/shoes", nil))
	fmt.Print(w.Code, " ", w.Body)
	// Output:
	// 500 disk on fire
}

// Listen breaks any server, here one of HTTP.
func ExampleListen() {
	var network fault.Switch
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Listener = fault.Listen(server.Listener, &network)
	server.Start()
	defer server.Close()

	network.Set(fault.Fault{Cut: true}, 1)
	if _, err := server.Client().Get(server.URL); err != nil {
		fmt.Println("cut off")
	}
	// Output:
	// cut off
}
