package lsp

import (
	"context"
	"encoding/json"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// A tolerant stream answers what is no message, and goes on: one mistake of a client should
// not cost its user the server. Without a length there is no way to go on.
type tolerant struct{ jsonrpc2.Stream }

func (t tolerant) Read(ctx context.Context) (jsonrpc2.Message, int64, error) {
	for {
		m, n, err := t.Stream.Read(ctx)
		if !errors.Is(err, jsonrpc2.ErrParse) && !errors.Is(err, jsonrpc2.ErrInvalidRequest) {
			return m, n, err
		}
		if _, err := t.Write(ctx, jsonrpc2.NewResponse(jsonrpc2.ID{}, nil, err)); err != nil {
			return nil, 0, err
		}
	}
}

// codec writes and reads the messages' contents: package protocol knows its own types, and
// keeps its codec to itself.
type codec struct{}

func (codec) Marshal(v any) ([]byte, error) {
	switch v := v.(type) {
	case jsonrpc2.RawMessage:
		return v, nil
	case json.RawMessage:
		return v, nil
	}
	return protocol.Marshal(v)
}

func (codec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage(nil), data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}
