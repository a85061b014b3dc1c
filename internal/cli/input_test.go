package cli

import (
	"context"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
)

// TestStoppableReader ends a read that would block for ever.
func TestStoppableReader(t *testing.T) {
	r, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error)
	go func() {
		_, err := io.ReadAll(&stoppableReader{ctx, r})
		done <- err
	}()
	if _, err := io.WriteString(w, "2413\n"); err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want that of the context", err)
	}
}

func TestStoppableReaderReadsEverything(t *testing.T) {
	const text = "one\ntwo\nthree\n"
	got, err := io.ReadAll(&stoppableReader{t.Context(), strings.NewReader(text)})
	if string(got) != text || err != nil {
		t.Errorf("read %q, %v", got, err)
	}
}

// TestLongLine reads a solution longer than the default buffer of a scanner.
func TestLongLine(t *testing.T) {
	const n = 100_000 // the knight walk 1, 3, 5, ... 2, 4, ... solves order 6k+1 and 6k+5; 100,000 is 6k+4
	var b strings.Builder
	for no := 2; no <= n; no += 2 {
		b.WriteString(strconv.Itoa(no) + ",")
	}
	for no := 1; no < n; no += 2 {
		b.WriteString(strconv.Itoa(no) + ",")
	}
	a, stdout, stderr := newTestApp()
	a.stdin = strings.NewReader(strings.TrimSuffix(b.String(), ",") + "\n")
	if code := a.run(t.Context(), []string{"check", "-"}); code != codeDone {
		t.Fatalf("exit code %d: %.200s", code, stderr.String())
	}
	if !strings.HasSuffix(stdout.String(), ": solution, central\n") {
		t.Errorf("answer %.100q", stdout.String()[stdout.Len()-100:])
	}
}

// TestMarkAtTheBeginning reads a text that begins with a byte order mark and ends its
// lines as Windows does.
func TestMarkAtTheBeginning(t *testing.T) {
	for command, want := range map[string]string{"check": "2413: solution", "orbit": "identity"} {
		a, stdout, stderr := newTestApp()
		a.stdin = strings.NewReader("\ufeff2413\r\n3142\r\n")
		if code := a.run(t.Context(), []string{command, "-"}); code != codeDone || !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: exit code %d, %q, %q", command, code, stdout, stderr)
		}
	}
}
