package cluster

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
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
	"time"

	"github.com/nats-io/nkeys"

	"queens"
	"queens/internal/sys"
)

// Files of this package in a state directory.
const (
	certificateFile = "certificate.pem" // of the coordinator, with its private key
	workersFile     = "workers.json"    // who is enrolled
	seedFile        = "worker.nk"       // private key of this machine as a worker
	enrolLock       = "lock"
)

func dirOf(state string) string { return filepath.Join(state, "cluster") }

// EnrolledWorker is a worker that a coordinator lets in.
type EnrolledWorker struct {
	Name string `json:"name"`
	Key  string `json:"key"` // public
	// Banned says why it is heard no more, empty if it is. To enrol it again ends that.
	Banned string `json:"banned,omitempty"`
}

// namePattern is what names of workers look like.
var namePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// check returns queens.ErrFormat for what is no worker.
func (w EnrolledWorker) check() error {
	switch {
	case !namePattern.MatchString(w.Name) || w.Name == localName:
		return fmt.Errorf("cluster: worker %.80q: want 1 to 64 letters, digits, - and _, and not %q: %w", w.Name, localName, queens.ErrFormat)
	case !nkeys.IsValidPublicUserKey(w.Key):
		return fmt.Errorf("cluster: %.80q is no public key of a worker: it begins with U and has 56 letters and digits: %w", w.Key, queens.ErrFormat)
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
func Enrol(state, name, key string) error {
	w := EnrolledWorker{Name: name, Key: key}
	if err := w.check(); err != nil {
		return err
	}
	return changeEnrolled(state, func(list []EnrolledWorker) []EnrolledWorker {
		list = slices.DeleteFunc(list, func(w EnrolledWorker) bool { return w.Name == name || w.Key == key })
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
	dir := dirOf(state)
	if err := sys.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	lock, err := sys.LockFile(filepath.Join(dir, enrolLock))
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	defer func() { _ = lock.Unlock() }()
	list, err := Enrolled(state)
	if err != nil {
		return err
	}
	text, err := json.MarshalIndent(change(list), "", "\t")
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return replace(filepath.Join(dir, workersFile), append(text, '\n'))
}

// replace writes a private file at once.
func replace(path string, content []byte) error {
	err := sys.ReplaceFile(path, 0o600, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	if err != nil {
		return fmt.Errorf("cluster: %w", err)
	}
	return nil
}

// WorkerKey returns the key by which this machine is a worker, which it makes if need be:
// the file of the private key and the public key.
func WorkerKey(state string) (file, public string, err error) {
	dir := dirOf(state)
	file = filepath.Join(dir, seedFile)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		pair, err := nkeys.CreateUser()
		if err != nil {
			return "", "", fmt.Errorf("cluster: %w", err)
		}
		seed, err := pair.Seed()
		if err == nil {
			err = sys.MkdirAll(dir, 0o700)
		}
		if err == nil {
			err = replace(file, append(seed, '\n'))
		}
		if err != nil {
			return "", "", err
		}
	}
	_, public, err = readSeed(file)
	return file, public, err
}

// readSeed reads a private key, and returns the public one, too.
func readSeed(file string) (pair nkeys.KeyPair, public string, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, "", fmt.Errorf("cluster: %w", err)
	}
	if pair, err = nkeys.ParseDecoratedUserNKey(text); err == nil {
		public, err = pair.PublicKey()
	}
	if err != nil {
		return nil, "", fmt.Errorf("cluster: %s holds no private key of a worker: %w", file, queens.ErrFormat)
	}
	return pair, public, nil
}

// certificateYears is how long a certificate is valid: who has its fingerprint needs no
// date.
const certificateYears = 30

// loadCertificate returns the certificate of the coordinator of a state directory, which
// it makes if need be.
func loadCertificate(state string) (tls.Certificate, error) {
	dir := dirOf(state)
	file := filepath.Join(dir, certificateFile)
	if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
		text, err := newCertificate()
		if err == nil {
			err = sys.MkdirAll(dir, 0o700)
		}
		if err == nil {
			err = replace(file, text)
		}
		if err != nil {
			return tls.Certificate{}, err
		}
	}
	c, err := tls.LoadX509KeyPair(file, file)
	if err != nil {
		return c, fmt.Errorf("cluster: %s: %w", file, err)
	}
	return c, nil
}

// newCertificate returns a fresh certificate, signed by itself, with its key.
func newCertificate() ([]byte, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	template := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "queens coordinator"}, DNSNames: []string{"queens"},
		NotBefore: time.Now().Add(-24 * time.Hour), NotAfter: time.Now().AddDate(certificateYears, 0, 0),
		KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, template, template, &key.PublicKey, key)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		return nil, fmt.Errorf("cluster: %w", err)
	}
	return append(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: private})...), nil
}

// Fingerprint returns the SHA-256 sum of the certificate of the coordinator of a state
// directory in hexadecimal, by which workers know it.
func Fingerprint(state string) (string, error) {
	c, err := loadCertificate(state)
	if err != nil {
		return "", err
	}
	return fingerprint(c.Certificate[0]), nil
}

func fingerprint(der []byte) string {
	sum := sha256.Sum256(der)
	return hex.EncodeToString(sum[:])
}

func serverTLS(c tls.Certificate) *tls.Config {
	return &tls.Config{Certificates: []tls.Certificate{c}, MinVersion: tls.VersionTLS13}
}

// errPin says that a server is not the one that is meant.
var errPin = errors.New("the server has another certificate than the address names: it is not the coordinator that is meant, or that one has a new certificate")

// pinnedTLS accepts the one certificate of the fingerprint, whoever signed it.
func pinnedTLS(pin string) *tls.Config {
	return &tls.Config{
		MinVersion:         tls.VersionTLS13,
		InsecureSkipVerify: true, // VerifyConnection compares the certificate itself
		VerifyConnection: func(s tls.ConnectionState) error {
			if len(s.PeerCertificates) == 0 || subtle.ConstantTimeCompare([]byte(fingerprint(s.PeerCertificates[0].Raw)), []byte(pin)) != 1 {
				return errPin
			}
			return nil
		},
	}
}
