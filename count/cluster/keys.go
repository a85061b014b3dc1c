package cluster

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/hex"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"

	"queens"
	"queens/internal/sys"
)

// Files of this package in a state directory.
const (
	keyFile     = "key.pem"      // private key of this machine
	workersFile = "workers.json" // who is enrolled
	enrolLock   = "lock"
)

func dirOf(state string) string { return filepath.Join(state, "cluster") }

// EnrolledWorker is a worker that a coordinator lets in.
type EnrolledWorker struct {
	Name string `json:"name"`
	Key  string `json:"key"` // public
	// Follows says that it copies the ledger and does nothing else: who could see what others
	// have found could repeat it.
	Follows bool `json:"follows,omitempty"`
	// Banned says why it is heard no more, empty if it is. To enrol it again ends that.
	Banned string `json:"banned,omitempty"`
}

// What names of workers and public keys look like.
var (
	namePattern = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`) })
	keyPattern  = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{64}$`) })
)

// check returns queens.ErrFormat for what is no worker.
func (w EnrolledWorker) check() error {
	switch {
	case !namePattern().MatchString(w.Name) || w.Name == localName:
		return fmt.Errorf("cluster: worker %.80q: want 1 to 64 letters, digits, - and _, and not %q: %w", w.Name, localName, queens.ErrFormat)
	case !keyPattern().MatchString(w.Key):
		return fmt.Errorf("cluster: %.80q is no public key: want 64 digits and letters a to f: %w", w.Key, queens.ErrFormat)
	}
	return nil
}

// Enrolled returns the workers that are enrolled in a state directory, by name.
//
// Errors: queens.ErrFormat for a damaged list.
func Enrolled(state string) ([]EnrolledWorker, error) {
	path := filepath.Join(dirOf(state), workersFile)
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	var list []EnrolledWorker
	if err := json.Unmarshal(text, &list); err != nil {
		return nil, fmt.Errorf("cluster: %s: %w: %w", path, err, queens.ErrFormat)
	}
	for _, w := range list {
		if err := w.check(); err != nil {
			return nil, fmt.Errorf("cluster: %s: %w", path, err)
		}
	}
	return list, nil
}

// Enrol lets a worker in, in the place of one that had the name or the key. A coordinator
// that runs notices within a second.
//
// Errors: queens.ErrFormat for what is no name or public key.
func Enrol(state string, w EnrolledWorker) error {
	if err := w.check(); err != nil {
		return err
	}
	return changeEnrolled(state, func(list []EnrolledWorker) []EnrolledWorker {
		list = slices.DeleteFunc(list, func(v EnrolledWorker) bool { return v.Name == w.Name || v.Key == w.Key })
		list = append(list, w)
		slices.SortFunc(list, func(a, b EnrolledWorker) int { return strings.Compare(a.Name, b.Name) })
		return list
	})
}

// Expel takes the key of a worker back, and reports whether there was one of the name. A
// coordinator that runs ends its connection within a second.
func Expel(state, name string) (had bool, err error) {
	err = changeEnrolled(state, func(list []EnrolledWorker) []EnrolledWorker {
		return slices.DeleteFunc(list, func(w EnrolledWorker) bool {
			had = had || w.Name == name
			return w.Name == name
		})
	})
	return had, err
}

// ban notes why a worker is heard no more.
func ban(state, name, reason string) error {
	return changeEnrolled(state, func(list []EnrolledWorker) []EnrolledWorker {
		for i := range list {
			if list[i].Name == name {
				list[i].Banned = reason
			}
		}
		return list
	})
}

// changeEnrolled changes the list of workers.
func changeEnrolled(state string, change func([]EnrolledWorker) []EnrolledWorker) error {
	return replace(state, workersFile, func() ([]byte, error) {
		list, err := Enrolled(state)
		if err != nil {
			return nil, err
		}
		text, err := json.MarshalIndent(change(list), "", "\t")
		return append(text, '\n'), err
	})
}

// lockPatience is how long a change of a file waits for another one to end.
const lockPatience = 5 * time.Second

// replace writes a private file of this package at once, while nobody else does. Without
// content nothing is written.
func replace(state, name string, content func() ([]byte, error)) error {
	dir := dirOf(state)
	if err := sys.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	lock, err := sys.LockFileWithin(context.Background(), filepath.Join(dir, enrolLock), lockPatience)
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	text, err := content()
	if err != nil || text == nil {
		return err
	}
	err = sys.ReplaceFile(filepath.Join(dir, name), 0o600, func(w io.Writer) error {
		_, err := w.Write(text)
		return err
	})
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// PublicKey returns the public part of the key by which other machines know this one, as
// a coordinator and as a worker: 64 hexadecimal digits. It is made if need be.
func PublicKey(state string) (string, error) {
	private, err := privateKey(state)
	if err != nil {
		return "", err
	}
	return hex.EncodeToString(private.Public().(ed25519.PublicKey)), nil
}

// privateKey returns the key of a state directory, which it makes if need be.
func privateKey(state string) (ed25519.PrivateKey, error) {
	file := filepath.Join(dirOf(state), keyFile)
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		if err := replace(state, keyFile, func() ([]byte, error) { return newKey(file) }); err != nil {
			return nil, err
		}
		text, err = os.ReadFile(file)
	}
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	if block, _ := pem.Decode(text); block != nil {
		key, _ := x509.ParsePKCS8PrivateKey(block.Bytes)
		if private, ok := key.(ed25519.PrivateKey); ok {
			return private, nil
		}
	}
	return nil, fmt.Errorf("cluster: %s holds no private key: %w", file, queens.ErrFormat)
}

// newKey returns a fresh private key for a file, nothing if somebody else has made one.
func newKey(file string) ([]byte, error) {
	if _, err := os.Stat(file); err == nil {
		return nil, nil
	}
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	der, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der}), nil
}

// errPin says that a server is not the one that is meant.
var errPin = errors.New("the server has another key than the address names: it is not the coordinator that is meant, or that one has a new key")

// configTLS returns by what a connection is made: a certificate around the private key,
// signed by itself, and a check of nothing but the key of the other side, which TLS has it
// prove to have.
func configTLS(private ed25519.PrivateKey, check func(key string) error) (*tls.Config, error) {
	template := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Unix(0, 0), NotAfter: time.Date(9999, 12, 31, 23, 59, 59, 0, time.UTC)}
	der, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return &tls.Config{
		MinVersion:             tls.VersionTLS13,
		Certificates:           []tls.Certificate{{Certificate: [][]byte{der}, PrivateKey: private}},
		InsecureSkipVerify:     true, // VerifyConnection compares the key, and there is nothing else in the certificate
		ClientAuth:             tls.RequireAnyClientCert,
		SessionTicketsDisabled: true,
		VerifyConnection:       func(s tls.ConnectionState) error { return check(keyOf(&s)) },
	}, nil
}

// keyOf returns the public key of the other side of a connection, empty if it is of
// another kind.
func keyOf(s *tls.ConnectionState) string {
	if s == nil || len(s.PeerCertificates) == 0 {
		return ""
	}
	key, _ := s.PeerCertificates[0].PublicKey.(ed25519.PublicKey)
	return hex.EncodeToString(key)
}
