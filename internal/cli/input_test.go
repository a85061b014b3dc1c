package cli

import (
	"strconv"
	"strings"
	"testing"

	"queens/internal/cli/kit"
)

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
	a.Stdin = strings.NewReader(strings.TrimSuffix(b.String(), ",") + "\n")
	if code := run(t.Context(), a, []string{"check", "-"}); code != kit.CodeDone {
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
		a.Stdin = strings.NewReader("\ufeff2413\r\n3142\r\n")
		if code := run(t.Context(), a, []string{command, "-"}); code != kit.CodeDone || !strings.Contains(stdout.String(), want) {
			t.Errorf("%s: exit code %d, %q, %q", command, code, stdout, stderr)
		}
	}
}
