package bad

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
)

// A timeout would cut the download of a large file: there is no fix.
func download(u string, f *os.File) error {
	resp, err := http.Get(u) // want `http.Get goes through http.DefaultClient, which has no timeout: .*; a body of any size goes through, so bound the wait for its header`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}

func open(u string) (io.ReadCloser, error) {
	resp, err := http.Get(u) // want `http.Get .*; a body of any size goes through`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

type limited struct {
	io.Reader
	io.Closer
}

func limit(rc io.ReadCloser) io.ReadCloser { return limited{io.LimitReader(rc, 1<<20), rc} }

func openLimited(u string) (io.ReadCloser, error) {
	resp, err := http.Get(u) // want `http.Get .*; a body of any size goes through`
	if err != nil {
		return nil, err
	}
	return limit(resp.Body), nil
}

func get2(u string) (*http.Response, error) {
	resp, err := http.Get(u) // want `http.Get .*; a body of any size goes through`
	if err != nil {
		return nil, err
	}
	if resp.StatusCode >= 400 {
		defer resp.Body.Close()
		return nil, io.ErrUnexpectedEOF
	}
	return resp, nil
}

func save(u string, f *os.File) error {
	resp, err := get2(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(f, bufio.NewReader(resp.Body))
	return err
}

// What is decoded may as well be cut.
func decode(u string) (v any, err error) {
	resp, err := http.Get(u) // want `http.Get goes through http.DefaultClient, which has no timeout: a server that stops answering holds the call for ever \(`
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	err = json.NewDecoder(bufio.NewReader(resp.Body)).Decode(&v)
	return v, err
}

func byClient(u string, f *os.File) error {
	c := &http.Client{} // want `this http.Client has no Timeout, .*; a body of any size goes through`
	resp, err := c.Get(u)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}

// What is thrown away may as well be cut.
func drain(u string) error {
	resp, err := http.Get(u) // want `http.Get goes through http.DefaultClient, which has no timeout: a server that stops answering holds the call for ever \(`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(io.Discard, resp.Body)
	return err
}

func upload(u string, f *os.File) (*http.Response, error) {
	req, err := http.NewRequest("PUT", u, f)
	if err != nil {
		return nil, err
	}
	return http.DefaultClient.Do(req) // want `http.DefaultClient has no timeout, .*; a body of any size goes through`
}

func postFile(u string, f *os.File) (*http.Response, error) {
	return http.Post(u, "text/plain", f) // want `http.Post .*; a body of any size goes through`
}

func write(f *os.File, body *io.ReadCloser) error {
	_, err := io.Copy(f, *body)
	return err
}

func byHelper(u string, f *os.File) error {
	resp, err := http.Get(u) // want `http.Get .*; a body of any size goes through`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	return write(f, &resp.Body)
}
