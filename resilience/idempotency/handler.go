package idempotency

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"

	"github.com/reslint/reslint/resilience"
)

// ReplayedHeader is the header that marks an answer from the store: it is "true"
// then, and missing from the first.
const ReplayedHeader = "Idempotent-Replayed"

// keyHeader is that of the IETF's draft "The Idempotency-Key HTTP Header Field",
// and of the client's half.
const keyHeader = resilience.KeyHeader

const (
	maxKey   = 255
	maxBytes = 1 << 20
)

// A Handler makes requests that carry an Idempotency-Key idempotent: the first
// is served by Next, and repetitions get the same status, header and body
// again, marked by the header Idempotent-Replayed: true. A repetition that
// comes while the first is at work waits for it.
//
// Next sees the whole request and has to be done when it returns. If Store is
// an [SQL], it works in the transaction that [Tx] gives it. What it answers is
// sent after the commit.
//
// An answer that only says "not now" is not recorded, and its effects are
// rolled back: a status of 500 and above, 408, 409, 425 or 429. All others
// are.
//
// The Handler itself answers with
//   - 400 for a malformed key (it is 1 to 255 printable ASCII characters, in
//     quotes or not), or if a required one is missing,
//   - 409 if the request ends, by a deadline, while it waits for the first,
//   - 413 for a body above MaxBytes,
//   - 422 if the key was used before with another method, URL or body,
//   - 503 if the store is full,
//   - 500 if the store fails, or Next's answer is above MaxBytes and can't be
//     stored; all it did is rolled back then.
//
// Requests without a key, and GET, HEAD, OPTIONS and TRACE with or without,
// are served by Next as if there were no Handler. A Handler is safe for
// concurrent use and must not be copied; its fields must not be changed once it
// is in use.
type Handler struct {
	// Store has the keys; nil means a Memory of this Handler's own.
	Store Store

	// Next serves the requests.
	Next http.Handler

	// Caller says who makes a request, such as the user or tenant that it is
	// authenticated as, and callers don't share keys. It should not change
	// between two attempts, as a token does that is renewed. Nil means that
	// all callers share their keys: who knows another's key and request gets
	// the answer to it.
	Caller func(*http.Request) string

	// Required refuses requests without a key, if their method isn't
	// idempotent by itself as PUT and DELETE are.
	Required bool

	// MaxBytes bounds the body of a request with a key, and that of its
	// answer, since both are kept in memory; 0 means 1 MiB.
	MaxBytes int64

	memory Memory
}

// errNotNow rolls back what led to an answer that isn't recorded.
var errNotNow = errors.New("idempotency: the answer is not a final one")

// errTooLarge is what a handler gets for writing more than can be stored.
var errTooLarge = errors.New("idempotency: the answer is too large to be stored")

// ServeHTTP implements [http.Handler].
func (h *Handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	switch r.Method {
	case http.MethodGet, http.MethodHead, http.MethodOptions, http.MethodTrace, "":
		h.Next.ServeHTTP(w, r)
		return
	}
	if _, ok := r.Header[keyHeader]; !ok {
		if h.Required && r.Method != http.MethodPut && r.Method != http.MethodDelete {
			http.Error(w, "a request of this kind needs an "+keyHeader, http.StatusBadRequest)
			return
		}
		h.Next.ServeHTTP(w, r)
		return
	}
	key, ok := parseKey(r.Header[keyHeader])
	if !ok {
		http.Error(w, "malformed "+keyHeader, http.StatusBadRequest)
		return
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, h.maxBytes()))
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			http.Error(w, "the body is too large", http.StatusRequestEntityTooLarge)
		} else {
			http.Error(w, "the body is incomplete", http.StatusBadRequest)
		}
		return
	}
	h.serve(w, r, h.scoped(r, key), body)
}

// serve lets the store decide who answers.
func (h *Handler) serve(w http.ResponseWriter, r *http.Request, key string, body []byte) {
	request := digest(r.Method, r.URL.RequestURI(), string(body))
	var rec *recorder // of this request, if it is the first
	record, replayed, err := h.store().Do(r.Context(), key, func(ctx context.Context) ([]byte, error) {
		r := r.WithContext(ctx)
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.ContentLength = int64(len(body))
		rec = &recorder{header: cloned(w.Header()), limit: h.maxBytes()}
		h.Next.ServeHTTP(rec, r)
		rec.WriteHeader(http.StatusOK) // if it didn't
		switch {
		case rec.tooLarge:
			return nil, errTooLarge
		case !final(rec.status):
			return nil, errNotNow
		}
		return json.Marshal(answer{request, rec.status, changed(w.Header(), rec.sent), rec.body.Bytes()})
	})
	switch {
	case err == nil && replayed:
		replay(w, request, record)
	case err == nil, errors.Is(err, errNotNow):
		rec.replace(w)
	case errors.Is(err, ErrFull):
		w.Header().Set("Retry-After", "60")
		http.Error(w, "no room for another "+keyHeader, http.StatusServiceUnavailable)
	case rec == nil && r.Context().Err() != nil:
		w.Header().Set("Retry-After", "1")
		http.Error(w, "a request with this "+keyHeader+" is at work", http.StatusConflict)
	default:
		http.Error(w, "the request was not recorded; repeat it with the same "+keyHeader, http.StatusInternalServerError)
	}
}

// An answer is what is stored of a request.
type answer struct {
	Request string // digest
	Status  int
	Header  http.Header `json:",omitempty"`
	Body    []byte      `json:",omitempty"`
}

// replay answers a request with a record.
func replay(w http.ResponseWriter, request string, record []byte) {
	var a answer
	if err := json.Unmarshal(record, &a); err != nil || a.Status == 0 {
		http.Error(w, "the answer recorded for this "+keyHeader+" can't be read", http.StatusInternalServerError)
		return
	}
	if a.Request != request {
		http.Error(w, "this "+keyHeader+" was used for another request", http.StatusUnprocessableEntity)
		return
	}
	maps.Copy(w.Header(), a.Header)
	w.Header().Set(ReplayedHeader, "true")
	w.WriteHeader(a.Status)
	w.Write(a.Body)
}

// final tells whether a status is the last word, so that a repetition of the
// request has to get the same again.
func final(status int) bool {
	switch status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return false
	}
	return status < 500
}

// A recorder takes down an answer, to be sent when its effects are committed.
type recorder struct {
	header   http.Header
	limit    int64
	status   int
	sent     http.Header // header as it was when the status was written
	body     bytes.Buffer
	tooLarge bool
}

func (rec *recorder) Header() http.Header { return rec.header }

func (rec *recorder) WriteHeader(status int) {
	if rec.status == 0 && status >= 200 { // those below come before the answer
		rec.status, rec.sent = status, cloned(rec.header)
	}
}

func (rec *recorder) Write(p []byte) (int, error) {
	rec.WriteHeader(http.StatusOK)
	if int64(rec.body.Len()+len(p)) > rec.limit {
		rec.tooLarge = true
		return 0, errTooLarge
	}
	return rec.body.Write(p)
}

// replace sends the answer to w, whose header is to be as the handler left it.
func (rec *recorder) replace(w http.ResponseWriter) {
	clear(w.Header())
	maps.Copy(w.Header(), rec.sent)
	w.WriteHeader(rec.status)
	w.Write(rec.body.Bytes())
}

// changed returns what a handler made of a header that others began: a replay
// leaves to those what is theirs.
func changed(before, after http.Header) http.Header {
	h := http.Header{}
	for name, values := range after {
		if !slices.Equal(before[name], values) {
			h[name] = values
		}
	}
	return h
}

func cloned(h http.Header) http.Header {
	if h == nil {
		return http.Header{}
	}
	return h.Clone()
}

// parseKey reads the header, which is a quoted string in the IETF's draft and a
// bare word with most clients.
func parseKey(values []string) (key string, ok bool) {
	if len(values) != 1 {
		return "", false
	}
	key = values[0]
	if n := len(key); n >= 2 && key[0] == '"' && key[n-1] == '"' {
		key = key[1 : n-1]
	}
	unprintable := func(c rune) bool { return c < ' ' || c > '~' }
	return key, len(key) > 0 && len(key) <= maxKey && !strings.ContainsFunc(key, unprintable)
}

// scoped returns the key under which the store knows a request: it is of one
// length, and doesn't tell who asked for what.
func (h *Handler) scoped(r *http.Request, key string) string {
	caller := ""
	if h.Caller != nil {
		caller = h.Caller(r)
	}
	return digest(caller, key)
}

// digest returns a digest of the parts, in hexadecimal.
func digest(parts ...string) string {
	d := sha256.New()
	for _, part := range parts {
		var length [8]byte // or else ("a", "bc") would be ("ab", "c")
		binary.BigEndian.PutUint64(length[:], uint64(len(part)))
		d.Write(length[:])
		io.WriteString(d, part)
	}
	return hex.EncodeToString(d.Sum(nil))
}

func (h *Handler) store() Store {
	if h.Store == nil {
		return &h.memory
	}
	return h.Store
}

func (h *Handler) maxBytes() int64 {
	if h.MaxBytes <= 0 {
		return maxBytes
	}
	return h.MaxBytes
}
