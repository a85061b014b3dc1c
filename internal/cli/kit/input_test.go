package kit

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"queens/internal/must"
)

func TestStoppableReader(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := io.ReadAll(&stoppableReader{ctx: ctx, r: r})
		done <- err
	}()
	must.Get(io.WriteString(w, "2413\n"))(t)
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestStoppableReaderReadsEverything(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	got, err := io.ReadAll(&stoppableReader{ctx: t.Context(), r: strings.NewReader(text)})
	if string(got) != text || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}
