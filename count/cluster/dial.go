package cluster

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"

	"queens"
)

// parseAddress takes the address of a coordinator apart: https://KEY@HOST:PORT.
func parseAddress(address string) (host, key string, err error) {
	u, err := url.Parse(address)
	switch {
	case err != nil:
	case u.Scheme != "https" || u.Port() == "" || u.User == nil || u.Path != "" && u.Path != "/":
		err = errors.New("want https://KEY@HOST:PORT, as the coordinator prints it")
	case !keyPattern().MatchString(u.User.Username()):
		err = errors.New("the key has 64 digits and letters a to f")
	}
	if err != nil {
		return "", "", fmt.Errorf("cluster: address %.200q: %w: %w", address, err, queens.ErrFormat)
	}
	return u.Host, u.User.Username(), nil
}

// caller sends a request to a coordinator and returns the reply.
type caller func(ctx context.Context, verb string, request []byte) (reply []byte, err error)

// deniedError is an answer that is no reply.
type deniedError struct{ status, text string }

func (e *deniedError) Error() string {
	return fmt.Sprintf("the coordinator answers %s: %.500s", e.status, e.text)
}

// Connections of a worker, and what it reads at most.
const (
	workerConnections = maxConnections / 2
	maxReply          = 8 << 20
)

// dial returns a caller of the coordinator at an address, by the key of a state directory,
// and what closes its connections. It does not connect by itself.
func dial(address, state string) (call caller, hangUp func(), err error) {
	host, key, err := parseAddress(address)
	if err != nil {
		return nil, nil, err
	}
	private, err := privateKey(state)
	if err != nil {
		return nil, nil, err
	}
	config, err := configTLS(private, func(k string) error {
		if k != key {
			return errPin
		}
		return nil
	})
	if err != nil {
		return nil, nil, err
	}
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: replyTime}).DialContext,
		TLSClientConfig: config, TLSHandshakeTimeout: replyTime, IdleConnTimeout: idleTime / 2,
		MaxConnsPerHost: workerConnections, MaxIdleConnsPerHost: workerConnections,
		DisableCompression: true, MaxResponseHeaderBytes: maxHeader,
	}
	call = func(ctx context.Context, verb string, request []byte) ([]byte, error) {
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://"+host+versionPath+verb, bytes.NewReader(request))
		if err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
		answer, err := transport.RoundTrip(r)
		if err != nil {
			return nil, fmt.Errorf("cluster: %w", err)
		}
		defer answer.Body.Close()
		text, err := io.ReadAll(http.MaxBytesReader(nil, answer.Body, maxReply))
		if err == nil && answer.StatusCode != http.StatusOK {
			err = &deniedError{answer.Status, strings.TrimSpace(string(text))}
		}
		return text, err
	}
	return call, transport.CloseIdleConnections, nil
}
