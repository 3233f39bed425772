package good

import (
	"flag"
	"net/http"
	"time"
)

type options struct{ timeout, wait time.Duration }

func (o *options) register(fs *flag.FlagSet) {
	fs.DurationVar(&o.timeout, "timeout", time.Minute, "how long to wait")
	fs.DurationVar(&o.wait, "wait", 0, "how long to wait")
}

func (o *options) get(url string) (*http.Response, error) {
	return (&http.Client{Timeout: o.timeout}).Get(url)
}

// complete decides where the flag does not.
func (o *options) complete() {
	if o.wait == 0 {
		o.wait = time.Minute
	}
}

func (o *options) waited(url string) (*http.Response, error) {
	return (&http.Client{Timeout: o.wait}).Get(url)
}
