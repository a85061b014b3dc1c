package cluster

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"time"

	"github.com/nats-io/nats.go"

	"queens"
)

// pin is what the fingerprint of a certificate looks like.
var pinPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// parseAddress takes an address apart: tls://FINGERPRINT@HOST:PORT of a coordinator, or
// tls://HOST:PORT and nats://HOST:PORT of another NATS server.
func parseAddress(address string) (server, pin string, err error) {
	u, err := url.Parse(address)
	if err == nil && (u.Scheme != "tls" && u.Scheme != "nats" || u.Host == "" || u.Path != "" && u.Path != "/") {
		err = errors.New("want tls://FINGERPRINT@HOST:PORT, as the coordinator prints it, or nats://HOST:PORT of a NATS server")
	}
	if err == nil && u.User != nil && u.Scheme == "tls" {
		if pin = u.User.Username(); !pinPattern.MatchString(pin) {
			err = errors.New("the fingerprint has 64 digits and letters a to f")
		}
		u.User = nil
	}
	if err != nil {
		return "", "", fmt.Errorf("cluster: address %.200q: %w: %w", address, err, queens.ErrFormat)
	}
	return u.String(), pin, nil
}

// reconnectPause is the pause between tries to connect again.
const reconnectPause = 500 * time.Millisecond

// dial connects to a server elsewhere. With a key, replies come to its inbox.
func dial(address, seed, key string, more ...nats.Option) (*nats.Conn, error) {
	server, pin, err := parseAddress(address)
	if err != nil {
		return nil, err
	}
	options := append([]nats.Option{nats.Name("queens"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectPause), nats.Timeout(replyTime)}, more...)
	if pin != "" {
		options = append(options, nats.Secure(pinnedTLS(pin)), nats.TLSHandshakeFirst())
	}
	if key != "" {
		options = append(options, nats.CustomInboxPrefix(inbox(key)))
	}
	if seed != "" {
		pair, err := readSeed(seed)
		if err != nil {
			return nil, err
		}
		public, err := PublicKey(seed)
		if err != nil {
			return nil, err
		}
		options = append(options, nats.Nkey(public, pair.Sign))
	}
	c, err := nats.Connect(server, options...)
	if err != nil {
		return nil, fmt.Errorf("cluster: connect to %s: %w", server, err)
	}
	return c, nil
}
