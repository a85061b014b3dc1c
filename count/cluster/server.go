package cluster

import (
	"crypto/rand"
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
	project  string
	password string // of the coordinator
	state    string

	mu       sync.Mutex // guards what follows, and the keys of the options
	enrolled time.Time  // when the list was changed that is in force
}

// newHub starts a server. With an address, state keeps its certificate and says which
// workers are enrolled.
func newHub(project, address, state string) (h *hub, err error) {
	h = &hub{project: project, password: rand.Text(), state: state}
	h.options = &server.Options{
		ServerName: "queens", NoSigs: true, NoLog: true, MaxPayload: maxPayload, MaxConn: maxWorkers,
		DontListen: address == "", NoSystemAccount: true, LameDuckGracePeriod: -time.Millisecond,
		Users: []*server.User{{Username: coordinatorUser, Password: h.password}},
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
	h.options.TLSConfig, h.options.TLSHandshakeFirst, h.options.TLSTimeout = serverTLS(certificate), true, 5
	_, err = h.enrol()
	return err
}

// enrol reads the workers that are enrolled and reports whether they have changed.
func (h *hub) enrol() (changed bool, err error) {
	info, err := os.Stat(filepath.Join(dirOf(h.state), workersFile))
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("cluster: %w", err)
	}
	if info.ModTime().Equal(h.enrolled) {
		return false, nil
	}
	list, err := Enrolled(h.state)
	if err != nil {
		return false, err
	}
	h.enrolled = info.ModTime()
	h.options.Nkeys = nil
	for _, w := range list {
		h.options.Nkeys = append(h.options.Nkeys, &server.NkeyUser{Nkey: w.Key, Permissions: permissions(h.project, w.Key)})
	}
	return true, nil
}

// permissions are what the server lets a worker do: send requests under its own key, and
// hear the replies.
func permissions(project, key string) *server.Permissions {
	p := &server.Permissions{
		Publish:   &server.SubjectPermission{},
		Subscribe: &server.SubjectPermission{Allow: []string{inbox(key) + ".>"}},
	}
	for _, verb := range verbs {
		p.Publish.Allow = append(p.Publish.Allow, subject(project, verb, key))
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
	changed, err := h.enrol()
	if err == nil && changed {
		if err = h.server.ReloadOptions(h.options.Clone()); err != nil {
			err = fmt.Errorf("cluster: new workers: %w", err)
		}
	}
	return err
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
