// Package must ends tests for errors that are not their subject.
package must

import "testing"

// Do ends the test if there is an error.
func Do(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Get returns a function that returns the value, or ends the test for the error:
//
//	run := must.Get(ledger.Read(t.Context(), dir))(t)
func Get[T any](value T, err error) func(t testing.TB) T {
	return func(t testing.TB) T {
		t.Helper()
		Do(t, err)
		return value
	}
}
