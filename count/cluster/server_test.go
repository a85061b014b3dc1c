package cluster

import (
	"bufio"
	"crypto/tls"
	"errors"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"
)

// connect returns a connection to a coordinator with the key of a state directory, on
// which nothing has been asked yet.
func connect(t *testing.T, c *Coordinator, state string, change func(*tls.Config)) (*tls.Conn, error) {
	t.Helper()
	private, err := privateKey(state)
	if err != nil {
		t.Fatal(err)
	}
	config, err := configTLS(private, func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	if change != nil {
		change(config)
	}
	conn, err := tls.Dial("tcp", c.Address(), config)
	if err == nil {
		t.Cleanup(func() { _ = conn.Close() })
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
	}
	return conn, err
}

// say sends a request as it stands and returns the status and the text of the answer.
func say(conn io.ReadWriter, request string) (status int, text string, err error) {
	if _, err := io.WriteString(conn, request); err != nil {
		return 0, "", err
	}
	answer, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		return 0, "", err
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	return answer.StatusCode, string(body), err
}

const (
	joining = "POST /v1/join HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n" + `{"protocol":1,"slots":1}`
	nothing = " HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n"
)

// A key opens nothing but the work of its worker.
func TestKeys(t *testing.T) {
	state := t.TempDir()
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	first, _ := newWorker(t, state, "alpha") // while the coordinator runs
	for _, x := range []struct {
		what, request string
		status        int
	}{
		{"a request that is allowed", joining, http.StatusOK},
		{"a verb that there is not", "POST /v1/other" + nothing, http.StatusNotFound},
		{"another version", "POST /v2/join" + nothing, http.StatusNotFound},
		{"a request as another worker", "POST /v1/take/local" + nothing, http.StatusNotFound},
		{"another method", "GET /v1/take" + nothing, http.StatusMethodNotAllowed},
		{"a large body", "POST /v1/done HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n" + strings.Repeat("x", maxRequest+1), http.StatusRequestEntityTooLarge},
		{"a large header", "POST /v1/done HTTP/1.1\r\nHost: x\r\nX: " + strings.Repeat("x", 2*maxHeader) + "\r\n\r\n", http.StatusRequestHeaderFieldsTooLarge},
		{"no request at all", "CONNECT {}\r\nPING\r\n\r\n", http.StatusBadRequest},
	} {
		conn, err := connect(t, c, first.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, text, err := say(conn, x.request); status != x.status || x.status == http.StatusOK && !strings.Contains(text, `"wait":true`) {
			t.Errorf("%s: %d %q, %v", x.what, status, text, err)
		}
	}
}

// Who has no key, or another one, learns nothing; who expects another coordinator goes.
func TestStrangers(t *testing.T) {
	state := t.TempDir()
	known, _ := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	address := addressOf(t, c)
	t.Run("a key that is not enrolled", func(t *testing.T) {
		err := Work(t.Context(), WorkerOptions{Address: address, State: t.TempDir()})
		if !errors.Is(err, ErrRefused) || !strings.Contains(err.Error(), "enrol") {
			t.Errorf("%v, want ErrRefused and what to do", err)
		}
	})
	t.Run("another server", func(t *testing.T) {
		err := Work(t.Context(), WorkerOptions{Address: "https://" + strings.Repeat("0", 64) + "@" + c.Address(), State: known.State})
		if !errors.Is(err, ErrRefused) || !errors.Is(err, errPin) {
			t.Errorf("%v, want ErrRefused", err)
		}
	})
	for what, change := range map[string]func(*tls.Config){
		"no certificate":          func(o *tls.Config) { o.Certificates = nil },
		"another's certificate":   func(o *tls.Config) { o.Certificates[0].PrivateKey, _ = privateKey(t.TempDir()) },
		"TLS 1.2":                 func(o *tls.Config) { o.MinVersion, o.MaxVersion = tls.VersionTLS12, tls.VersionTLS12 },
		"HTTP/2 and nothing else": func(o *tls.Config) { o.NextProtos = []string{"h2"} },
	} {
		t.Run(what, func(t *testing.T) {
			conn, err := connect(t, c, known.State, change)
			if err == nil {
				_, text, err := say(conn, joining)
				if err == nil {
					t.Errorf("answered: %q", text)
				}
			}
		})
	}
	t.Run("no TLS", func(t *testing.T) {
		conn, err := net.Dial("tcp", c.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(time.Minute))
		if status, text, err := say(conn, joining); err == nil && status != http.StatusBadRequest {
			t.Errorf("answered without TLS: %d %q", status, text)
		}
	})
}

// ends reports whether the other side ends a connection.
func ends(conn net.Conn) bool {
	_, err := conn.Read(make([]byte, 1))
	return err != nil && !errors.Is(err, net.ErrClosed) && !isTimeout(err)
}

func isTimeout(err error) bool {
	var n net.Error
	return errors.As(err, &n) && n.Timeout()
}

// Who is expelled loses the connections that are open, and gets no other.
func TestExpelled(t *testing.T) {
	state := t.TempDir()
	one, _ := newWorker(t, state, "alpha")
	other, _ := newWorker(t, state, "beta")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	var conns []*tls.Conn
	for _, o := range []WorkerOptions{one, one, other} {
		conn, err := connect(t, c, o.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, _, err := say(conn, joining); status != http.StatusOK {
			t.Fatal(status, err)
		}
		conns = append(conns, conn)
	}
	if had, err := Expel(state, "alpha"); !had || err != nil {
		t.Fatal(had, err)
	}
	if status, _, err := say(conns[2], joining); status != http.StatusOK { // any request, or a second
		t.Errorf("who stays: %d, %v", status, err)
	}
	for _, conn := range conns[:2] {
		if !ends(conn) {
			t.Error("a connection of an expelled worker stays open")
		}
	}
	one.Address = addressOf(t, c)
	if err := Work(t.Context(), one); !errors.Is(err, ErrRefused) {
		t.Errorf("an expelled worker: %v, want ErrRefused", err)
	}
}

// A key, and those who have shown none, have so many connections; a new one ends the oldest.
func TestConnectionsAreBounded(t *testing.T) {
	state := t.TempDir()
	o, _ := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	var first *tls.Conn
	for i := range maxConnections + 1 {
		conn, err := connect(t, c, o.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		if status, _, err := say(conn, joining); status != http.StatusOK {
			t.Fatal(status, err)
		}
		if i == 0 {
			first = conn
		}
	}
	if !ends(first) {
		t.Error("the first connection stays open")
	}
	const strangers = 4
	c.hub.mu.Lock()
	c.hub.strangers = strangers
	c.hub.mu.Unlock()
	var raw net.Conn
	for i := range strangers + 1 {
		conn, err := net.Dial("tcp", c.Address())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if i == 0 {
			raw = conn
		}
	}
	_ = raw.SetDeadline(time.Now().Add(time.Minute))
	if !ends(raw) {
		t.Error("the first stranger stays")
	}
	c.hub.mu.Lock()
	defer c.hub.mu.Unlock()
	if got := len(c.hub.conns[""]); got > strangers {
		t.Errorf("%d strangers", got)
	}
}

// Who sends nothing, or slowly, is not waited for.
func TestSlowClients(t *testing.T) {
	if testing.Short() {
		t.Skip("takes 30 s of waiting")
	}
	t.Parallel()
	state := t.TempDir()
	o, _ := newWorker(t, state, "alpha")
	c := start(t, Options{Listen: "127.0.0.1:0", State: state})
	raw, err := net.Dial("tcp", c.Address())
	if err != nil {
		t.Fatal(err)
	}
	defer raw.Close()
	_ = raw.SetDeadline(time.Now().Add(2 * time.Minute))
	conns := map[string]net.Conn{"no handshake": raw}
	for what, text := range map[string]string{"no request": "", "half a header": joining[:20], "half a body": joining[:len(joining)-5]} {
		conn, err := connect(t, c, o.State, nil)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, text); err != nil {
			t.Fatal(err)
		}
		_ = conn.SetDeadline(time.Now().Add(2 * time.Minute))
		conns[what] = conn
	}
	for what, conn := range conns {
		for !ends(conn) { // an answer may come first
			if _, err := conn.Read(make([]byte, 1000)); isTimeout(err) {
				t.Errorf("%s: the coordinator waits", what)
				break
			}
		}
	}
}
