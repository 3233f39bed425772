package bad

import (
	"io"
	"net/http"
	"os"
)

// A timeout would cut the download of a large file: there is no fix.
func download(u string, f *os.File) error {
	resp, err := http.Get(u) // want `http.Get goes through http.DefaultClient, which has no timeout: .*; the body is copied as it comes, so bound the wait for its header`
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	_, err = io.Copy(f, resp.Body)
	return err
}

func open(u string) (io.ReadCloser, error) {
	resp, err := http.Get(u) // want `http.Get .*; the body is copied as it comes`
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

func save(u string, f *os.File) error {
	body, err := open(u)
	if err != nil {
		return err
	}
	defer body.Close()
	_, err = io.Copy(f, body)
	return err
}

func byClient(u string, f *os.File) error {
	c := &http.Client{} // want `this http.Client has no Timeout, .*; the body is copied as it comes`
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
