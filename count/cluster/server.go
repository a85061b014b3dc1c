package cluster

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// Limits of the server of a coordinator.
const (
	maxHeader      = 1 << 14          // bytes of a header
	maxRequest     = 1 << 20          // bytes of a request
	headerTime     = 10 * time.Second // for TLS, and for the header of a request
	requestTime    = 30 * time.Second // for a request, and for the reply
	idleTime       = 2 * leaseTime    // between requests
	maxStrangers   = 1 << 12          // connections that have not shown an enrolled key; a new one ends the oldest
	maxConnections = 8                // of a key; likewise
)

const versionPath = "/v1/"

// hub is who may ask the coordinator, and the server on which they do, if it listens.
type hub struct {
	state    string
	secret   []byte // that no worker knows
	listener net.Listener
	server   *http.Server
	served   sync.WaitGroup
	answer   func(verb, key string, request []byte) []byte

	mu        sync.Mutex                // guards what follows
	strangers int                       // at most
	list      fs.FileInfo               // of the list that is in force, nil if there is none
	workers   map[string]EnrolledWorker // on it, by key
	conns     map[string][]net.Conn     // by key, in the order in which they came; that of strangers is empty
	keys      map[net.Conn]string       // their keys
}

// newHub listens at an address, if it is not empty. The state directory keeps the key and
// says which workers are enrolled.
func newHub(address, state string, log *slog.Logger, answer func(verb, key string, request []byte) []byte) (*hub, error) {
	h := &hub{state: state, answer: answer, strangers: maxStrangers, conns: map[string][]net.Conn{}, keys: map[net.Conn]string{}}
	if address == "" {
		return h, nil
	}
	private, err := privateKey(state)
	if err != nil {
		return nil, err
	}
	h.secret = private.Seed()
	config, err := configTLS(private, func(string) error { return nil }) // ServeHTTP says to strangers what is missing
	if err != nil {
		return nil, err
	}
	if err := h.reload(); err != nil {
		return nil, err
	}
	if h.listener, err = net.Listen("tcp", address); err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	h.server = &http.Server{
		Handler: h, TLSConfig: config, Protocols: new(http.Protocols), ErrorLog: slog.NewLogLogger(log.Handler(), slog.LevelDebug),
		ReadHeaderTimeout: headerTime, ReadTimeout: requestTime, WriteTimeout: requestTime, IdleTimeout: idleTime, MaxHeaderBytes: maxHeader,
		ConnState:   h.track,
		ConnContext: func(ctx context.Context, c net.Conn) context.Context { return context.WithValue(ctx, connKey{}, c) },
	}
	h.server.Protocols.SetHTTP1(true)
	h.served.Go(func() {
		if err := h.server.ServeTLS(h.listener, "", ""); !errors.Is(err, http.ErrServerClosed) {
			log.Error("no worker is heard any more", "error", err)
		}
	})
	return h, nil
}

// connKey is the key of the connection in the context of a request.
type connKey struct{}

// ServeHTTP answers a request of a worker, which its key tells.
func (h *hub) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := keyOf(r.TLS)
	conn, _ := r.Context().Value(connKey{}).(net.Conn)
	verb, _ := strings.CutPrefix(r.URL.Path, versionPath)
	switch {
	case !h.admit(conn, key):
		w.Header().Set("Connection", "close")
		http.Error(w, "the key "+key+" is not enrolled; queens coordinator enrol lets it in", http.StatusForbidden)
		return
	case !slices.Contains(verbs, verb):
		http.Error(w, fmt.Sprintf("no verb %.50q", r.URL.Path), http.StatusNotFound)
		return
	case r.Method != http.MethodPost:
		http.Error(w, "want POST", http.StatusMethodNotAllowed)
		return
	}
	request, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
	if err != nil {
		http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = w.Write(h.answer(verb, key, request)) // a worker that gets no reply asks again
}

// track keeps the connections, and ends the oldest where there are too many.
func (h *hub) track(c net.Conn, s http.ConnState) {
	h.mu.Lock()
	defer h.mu.Unlock()
	switch s {
	case http.StateNew:
		h.put(c, "", h.strangers)
	case http.StateClosed:
		h.remove(c)
	}
}

// put notes a connection as the latest of a key. h.mu is held.
func (h *hub) put(c net.Conn, key string, most int) {
	h.keys[c] = key
	h.conns[key] = append(h.conns[key], c)
	if oldest := h.conns[key][0]; len(h.conns[key]) > most {
		h.remove(oldest)
		hangUp(oldest)
	}
}

// remove forgets a connection. h.mu is held.
func (h *hub) remove(c net.Conn) {
	key, ok := h.keys[c]
	if !ok {
		return
	}
	delete(h.keys, c)
	h.conns[key] = slices.DeleteFunc(h.conns[key], func(d net.Conn) bool { return d == c })
	if len(h.conns[key]) == 0 {
		delete(h.conns, key)
	}
}

// hangUp ends a connection without a word, for which it might have to wait.
func hangUp(c net.Conn) {
	if t, ok := c.(*tls.Conn); ok {
		c = t.NetConn()
	}
	_ = c.Close() // it may have ended
}

// admit reports whether a key is enrolled, of which a connection then is one.
func (h *hub) admit(c net.Conn, key string) bool {
	_ = h.reload() // the coordinator looks at the list every second, too, and tells
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, ok := h.workers[key]; !ok {
		return false
	}
	if stranger, ok := h.keys[c]; ok && stranger == "" {
		h.remove(c)
		h.put(c, key, maxConnections)
	}
	return true
}

// reload reads the workers that are enrolled, if they have changed, and ends the
// connections of those that have been removed.
func (h *hub) reload() error {
	if h.state == "" {
		return nil
	}
	info, err := os.Stat(filepath.Join(dirOf(h.state), workersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.list != nil && os.SameFile(info, h.list) && info.ModTime().Equal(h.list.ModTime()) && info.Size() == h.list.Size() {
		return nil
	}
	list, err := Enrolled(h.state)
	if err != nil {
		return err
	}
	h.list, h.workers = info, make(map[string]EnrolledWorker, len(list))
	for _, w := range list {
		h.workers[w.Key] = w
	}
	for key, conns := range h.conns {
		if _, ok := h.workers[key]; !ok && key != "" {
			for _, c := range conns {
				hangUp(c) // and track removes it
			}
		}
	}
	return nil
}

// lookup returns the worker with a key, and whether there is one.
func (h *hub) lookup(key string) (EnrolledWorker, bool) {
	if key == localKey {
		return EnrolledWorker{Name: localName}, true
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	w, ok := h.workers[key]
	return w, ok
}

// ban notes on the list, which lasts, why a worker is heard no more.
func (h *hub) ban(name, reason string) error {
	h.mu.Lock()
	for key, w := range h.workers {
		if w.Name == name {
			w.Banned = reason
			h.workers[key] = w
		}
	}
	h.mu.Unlock()
	return ban(h.state, name, reason)
}

// address returns where the server listens, empty if it does not.
func (h *hub) address() string {
	if h.listener == nil {
		return ""
	}
	return h.listener.Addr().String()
}

// closeTime is how long replies may take that are being sent when a coordinator ends.
const closeTime = time.Second

func (h *hub) close() {
	if h.server == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), closeTime)
	defer cancel()
	if h.server.Shutdown(ctx) != nil {
		_ = h.server.Close()
	}
	h.served.Wait()
}
