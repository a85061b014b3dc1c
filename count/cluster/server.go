package cluster

import (
	"crypto/rand"
	"crypto/subtle"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"sync"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nkeys"
)

// Limits of the server that a coordinator carries.
const (
	startTime  = 10 * time.Second
	maxPayload = 8 << 20
	maxWorkers = 1 << 14
)

// hub is the embedded server. Only with an address it is heard outside of the process.
type hub struct {
	server   *server.Server
	options  *server.Options
	password string // of the coordinator
	state    string
	secret   []byte // that no worker knows

	mu      sync.Mutex                // guards what follows
	list    fs.FileInfo               // of the list that is in force, nil if there is none
	workers map[string]EnrolledWorker // on it, by key
	changed bool                      // since reload
}

// newHub starts a server. With an address, state keeps its certificate and says which
// workers are enrolled.
func newHub(address, state string) (h *hub, err error) {
	h = &hub{password: rand.Text(), state: state}
	h.options = &server.Options{
		ServerName: "queens", NoSigs: true, NoLog: true, MaxPayload: maxPayload, MaxConn: maxWorkers,
		DontListen: address == "", NoSystemAccount: true, LameDuckGracePeriod: -time.Millisecond,
		CustomClientAuthentication: h, AlwaysEnableNonce: true,
	}
	if address != "" {
		if err := h.open(address); err != nil {
			return nil, err
		}
	}
	if h.server, err = server.NewServer(h.options.Clone()); err != nil {
		return nil, fmt.Errorf("cluster: server: %w", err)
	}
	h.server.Start()
	if !h.server.ReadyForConnections(startTime) {
		h.close()
		return nil, fmt.Errorf("cluster: server: it is not ready after %v", startTime)
	}
	return h, nil
}

const coordinatorUser = "coordinator"

// open prepares the options for an address: TLS 1.3 from the first byte on, and the keys
// that are enrolled.
func (h *hub) open(address string) error {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return fmt.Errorf("cluster: listen on %q: want HOST:PORT, or :PORT for every network: %w", address, err)
	}
	h.options.Host, h.options.Port = host, server.RANDOM_PORT
	if host == "" {
		h.options.Host = "0.0.0.0"
	}
	if number, err := strconv.Atoi(port); err != nil || number < 0 || number > 65535 {
		return fmt.Errorf("cluster: listen on %q: port %q: want 0 to 65535", address, port)
	} else if number > 0 {
		h.options.Port = number
	}
	// The server itself says only in a log that the address is taken.
	probe, err := net.Listen("tcp", net.JoinHostPort(h.options.Host, port))
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if err := probe.Close(); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	certificate, err := loadCertificate(h.state)
	if err != nil {
		return err
	}
	h.options.TLSConfig, h.options.TLSHandshakeFirst, h.options.TLSTimeout = serverTLS(certificate), true, replyTime.Seconds()
	if h.secret, err = x509.MarshalPKCS8PrivateKey(certificate.PrivateKey); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return h.enrol()
}

// enrol reads the workers that are enrolled, if they have changed. h.mu is held, or h is not
// yet in use.
func (h *hub) enrol() error {
	info, err := os.Stat(filepath.Join(dirOf(h.state), workersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	if h.list != nil && os.SameFile(info, h.list) && info.ModTime().Equal(h.list.ModTime()) && info.Size() == h.list.Size() {
		return nil
	}
	list, err := Enrolled(h.state)
	if err != nil {
		return err
	}
	h.list, h.changed = info, true
	h.workers = make(map[string]EnrolledWorker, len(list))
	for _, w := range list {
		h.workers[w.Key] = w
	}
	return nil
}

// Check implements server.Authentication: the coordinator gives its password, a worker
// that is enrolled signs the nonce of the server. A list of keys in the options will not do:
// when it is loaded again the server turns away who is about to connect.
func (h *hub) Check(c server.ClientAuthentication) bool {
	o := c.GetOpts()
	if o.Nkey == "" {
		return o.Username == coordinatorUser && subtle.ConstantTimeCompare([]byte(o.Password), []byte(h.password)) == 1
	}
	public, err := nkeys.FromPublicKey(o.Nkey)
	if err != nil {
		return false
	}
	signature, err := base64.RawURLEncoding.DecodeString(o.Sig)
	if err != nil || public.Verify(c.GetNonce(), signature) != nil {
		return false
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.enrol() != nil {
		return false
	}
	if _, ok := h.workers[o.Nkey]; !ok {
		return false
	}
	c.RegisterUser(&server.User{Username: o.Nkey, Permissions: permissions(o.Nkey)})
	return true
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

// permissions are what the server lets a worker do: send requests under its own key, and
// hear the replies.
func permissions(key string) *server.Permissions {
	p := &server.Permissions{
		Publish:   &server.SubjectPermission{},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(key) + ".>"}},
	}
	for _, verb := range verbs {
		p.Publish.Allow = append(p.Publish.Allow, subject(verb, key))
	}
	return p
}

// reload lets workers in that have been enrolled since, and throws out those that have
// been removed.
func (h *hub) reload() error {
	if h.options.DontListen {
		return nil
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.enrol(); err != nil || !h.changed {
		return err
	}
	h.changed = false
	there, err := h.server.Connz(&server.ConnzOptions{Username: true, Limit: maxWorkers})
	if err != nil {
		return fmt.Errorf("cluster: connections: %w", err)
	}
	for _, c := range there.Conns {
		if user := c.AuthorizedUser; nkeys.IsValidPublicUserKey(user) {
			if _, ok := h.workers[user]; !ok {
				_ = h.server.DisconnectClientByID(c.Cid) // it may have left
			}
		}
	}
	return nil
}

// connect returns a connection within the process.
func (h *hub) connect(options ...nats.Option) (*nats.Conn, error) {
	options = append(options, nats.InProcessServer(h.server), nats.UserInfo(coordinatorUser, h.password))
	c, err := nats.Connect("", options...)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return c, nil
}

// address returns where the server listens, empty if it does not.
func (h *hub) address() string {
	if h.options.DontListen {
		return ""
	}
	return h.server.Addr().String()
}

func (h *hub) close() {
	h.server.Shutdown()
	h.server.WaitForShutdown()
}
