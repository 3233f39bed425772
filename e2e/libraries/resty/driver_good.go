package resty

import (
	"context"
	"io"
	"net/http"

	"github.com/go-resty/resty/v2"
)

// A drive is one service, which one method asks through resty and another without.
type drive struct {
	api  *resty.Client
	http *http.Client
}

func (d *drive) link(ctx context.Context, id string) (string, error) {
	link, err := d.fromCDN(ctx, id)
	if err != nil {
		return d.fromAPI(ctx, id)
	}
	return link, nil
}

func (d *drive) fromCDN(ctx context.Context, id string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "https://drive.test/cdn/"+id, nil)
	if err != nil {
		return "", err
	}
	resp, err := d.http.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	text, err := io.ReadAll(io.LimitReader(resp.Body, 1<<20))
	return string(text), err
}

func (d *drive) fromAPI(ctx context.Context, id string) (string, error) {
	resp, err := d.api.R().SetContext(ctx).Get("/link/" + id)
	if err != nil {
		return "", err
	}
	return resp.String(), nil
}
