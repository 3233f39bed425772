// Package bad repeats what the server has refused for good.
package bad

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"time"
)

var client = &http.Client{Timeout: time.Minute}

var errUnavailable = errors.New("unavailable")

func pause(ctx context.Context) error {
	select {
	case <-time.After(rand.N(time.Second)):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func notOK(ctx context.Context, req *http.Request) ([]byte, error) {
	for i := 0; i < 4; i++ {
		if i > 0 {
			if err := pause(ctx); err != nil { // want `the retry of \(\*http.Client\).Do repeats what the server has refused for good, 400, 401 and 404 included \(retryloop/retry-everything\)`
				return nil, err
			}
		}
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		data, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		if err == nil && resp.StatusCode == http.StatusOK {
			return data, nil
		}
	}
	return nil, errUnavailable
}

func fromFourHundred(ctx context.Context, req *http.Request, order any) error {
	for i := 0; ; i++ {
		resp, err := client.Do(req)
		if err == nil && resp.StatusCode >= 400 {
			err = fmt.Errorf("orders: %s", resp.Status)
			resp.Body.Close()
		}
		if err == nil {
			defer resp.Body.Close()
			return json.NewDecoder(resp.Body).Decode(order)
		}
		if i == 4 {
			return err
		}
		if err := pause(ctx); err != nil { // want `repeats what the server has refused for good`
			return err
		}
	}
}

func class(ctx context.Context, req *http.Request) (*http.Response, error) {
	for i := 0; i < 4; i++ {
		if i > 0 {
			if err := pause(ctx); err != nil { // want `repeats what the server has refused for good`
				return nil, err
			}
		}
		resp, err := client.Do(req)
		if err != nil {
			continue
		}
		if resp.StatusCode/100 == 2 {
			return resp, nil
		}
		resp.Body.Close()
	}
	return nil, errUnavailable
}
