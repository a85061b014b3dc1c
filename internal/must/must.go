// Package must ends a test if a step that it does not test fails, or skips it without its programs.
package must

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// Find skips a test of programs from outside unless QUEENS_TEST_ALL is set, as "scripts/test --all"
// does, or if one of them is missing; packages are Debian's. The name of such a test begins with
// TestReal: scripts/test selects by that.
func Find(t testing.TB, packages string, programs ...string) {
	t.Helper()
	if !strings.HasPrefix(t.Name(), "TestReal") {
		t.Fatal("the name of a test of programs from outside begins with TestReal")
	}
	if os.Getenv("QUEENS_TEST_ALL") == "" {
		t.Skip("programs from outside: only by scripts/test --all")
	}
	for _, name := range programs {
		if _, err := exec.LookPath(name); err != nil {
			t.Skipf("%s is not installed (Debian: %s)", name, packages)
		}
	}
}

// Do ends the test if err is not nil.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a function that returns value, or ends the test if err is not nil:
//
//	run := must.Get(ledger.Read(t.Context(), dir))(t)
func Get[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}
