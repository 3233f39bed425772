package bad

import (
	"flag"
	"net/http"
	"time"
)

// A timeout that defaults to 0 is none, unless somebody knows to set it.
var limit = flag.Duration("limit", 0, "how long to wait; 0 is for ever")

func byFlag(url string) (*http.Response, error) {
	c := &http.Client{Timeout: *limit} // want `this http.Client has no Timeout`
	return c.Get(url)
}

type options struct{ timeout time.Duration }

func (o *options) register(fs *flag.FlagSet) {
	fs.DurationVar(&o.timeout, "timeout", 0, "how long to wait")
}

func (o *options) get(url string) (*http.Response, error) {
	c := &http.Client{Timeout: o.timeout} // want `this http.Client has no Timeout`
	return c.Get(url)
}

func local(args []string, url string) (*http.Response, error) {
	fs := flag.NewFlagSet("get", flag.ContinueOnError)
	var timeout time.Duration
	fs.DurationVar(&timeout, "timeout", 0, "how long to wait")
	if err := fs.Parse(args); err != nil {
		return nil, err
	}
	c := &http.Client{Timeout: timeout} // want `this http.Client has no Timeout`
	return c.Get(url)
}
