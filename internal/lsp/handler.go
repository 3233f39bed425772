package lsp

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// handler is what answers each message. Notifications are handled in the order in which they
// come, for each change of a text builds on the one before; requests begin in that order, and
// may be cancelled.
//
// protocol.NewServer would let notifications overtake each other, and protocol.CancelHandler
// keeps the context of a request that jsonrpc2 uses again for another one.
func (s *Server) handler() jsonrpc2.Handler {
	serve := protocol.ServerHandler(s, jsonrpc2.MethodNotFoundHandler)
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		method := strings.Clone(req.Method())
		defer func() {
			if p := recover(); p != nil {
				err = jsonrpc2.Errorf(jsonrpc2.InternalError, "internal error in %s, please report it: %v", method, p)
				s.log(protocol.MessageTypeError, fmt.Sprintf("%v\n%s", err, debug.Stack()))
			}
			if !req.IsCall() {
				if err != nil {
					s.log(protocol.MessageTypeWarning, fmt.Sprintf("%s: %v", method, err))
				}
				err = nil // jsonrpc2 would end the connection
			}
		}()
		if err := s.admit(method); err != nil {
			return nil, err
		}
		switch {
		case method == protocol.MethodCancelRequest:
			return nil, s.cancel(req.Params())
		case req.IsCall() && method != protocol.MethodInitialize && method != protocol.MethodShutdown:
			var end func()
			jsonrpc2.Async(ctx)
			ctx, end = s.cancellable(req.ID())
			defer end()
		default:
			ctx = s.background
		}
		result, err = serve(ctx, req)
		return result, wireError(ctx, err)
	}
}

// cancellable returns the context of a request, which ends when the client cancels it.
func (s *Server) cancellable(id jsonrpc2.ID) (ctx context.Context, end func()) {
	ctx, cancel := context.WithCancel(s.background)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.requests[id] = cancel
	return ctx, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.requests, id)
		cancel()
	}
}

// cancel ends a request that the client does not want any more.
func (s *Server) cancel(raw []byte) error {
	var params protocol.CancelParams
	if err := protocol.Unmarshal(raw, &params); err != nil {
		return err
	}
	var id jsonrpc2.ID
	switch n := params.ID.(type) {
	case protocol.Integer:
		id = jsonrpc2.NewNumberID(int64(n))
	case protocol.String:
		id = jsonrpc2.NewStringID(string(n))
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if cancel := s.requests[id]; cancel != nil {
		cancel()
	}
	return nil
}

// admit refuses what a client may not ask for at this time.
func (s *Server) admit(method string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case method == protocol.MethodExit:
		return nil
	case s.life == unborn && method != protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "the server was not initialized")
	case s.life == initialized && method == protocol.MethodInitialize:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was initialized before")
	case s.life == shutDown:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server was shut down")
	}
	return nil
}

// wireError gives an error the code that the protocol has for it.
func wireError(ctx context.Context, err error) error {
	var coded *jsonrpc2.Error
	switch {
	case err == nil:
		return nil
	case ctx.Err() != nil || errors.Is(err, context.Canceled):
		return protocol.ErrRequestCancelled
	case errors.Is(err, jsonrpc2.ErrParse):
		// The message was JSON, but not what the method takes.
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	case errors.As(err, &coded):
		return err
	}
	return jsonrpc2.NewError(jsonrpc2.InternalError, err.Error())
}

// log tells the client's log.
func (s *Server) log(kind protocol.MessageType, text string) {
	s.client.LogMessage(context.WithoutCancel(s.background), &protocol.LogMessageParams{Type: kind, Message: text})
}

// complain shows messages to the user, each once.
func (s *Server) complain(list []error) {
	for _, err := range list {
		s.mu.Lock()
		seen := s.said[err.Error()]
		s.said[err.Error()] = true
		s.mu.Unlock()
		if !seen {
			s.client.ShowMessage(s.background, &protocol.ShowMessageParams{
				Type:    protocol.MessageTypeError,
				Message: "reslint: " + err.Error(),
			})
		}
	}
}
