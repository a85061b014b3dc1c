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

// parseAddress takes the address of a coordinator apart: tls://FINGERPRINT@HOST:PORT.
func parseAddress(address string) (server, pin string, err error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
	case u.Scheme != "tls" || u.Port() == "" || u.User == nil || u.Path != "" && u.Path != "/":
		err = errors.New("want tls://FINGERPRINT@HOST:PORT, as the coordinator prints it")
	case !pinPattern.MatchString(u.User.Username()):
		err = errors.New("the fingerprint has 64 digits and letters a to f")
	}
	if err != nil {
		return "", "", fmt.Errorf("cluster: address %.200q: %w: %w", address, err, queens.ErrFormat)
	}
	return "tls://" + u.Host, u.User.Username(), nil
}

// reconnectPause is the pause between tries to connect again.
const reconnectPause = 500 * time.Millisecond

// dial connects a worker with the key in the file seed to a coordinator.
func dial(address, seed string, more ...nats.Option) (c *nats.Conn, key string, err error) {
	server, pin, err := parseAddress(address)
	if err != nil {
		return nil, "", err
	}
	pair, key, err := readSeed(seed)
	if err != nil {
		return nil, "", err
	}
	options := append([]nats.Option{
		nats.Name("queens"), nats.MaxReconnects(-1), nats.ReconnectWait(reconnectPause), nats.Timeout(replyTime),
		nats.Secure(pinnedTLS(pin)), nats.TLSHandshakeFirst(), nats.Nkey(key, pair.Sign), nats.CustomInboxPrefix(inbox(key)),
	}, more...)
	if c, err = nats.Connect(server, options...); err != nil {
		return nil, key, fmt.Errorf("cluster: connect to %s: %w", server, err)
	}
	return c, key, nil
}
