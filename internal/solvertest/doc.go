// Package solvertest has the tests that every algorithm of a kind must pass.
// A package with a table of implementations walks it in its own tests:
//
//	for _, a := range catalog.All() {
//		t.Run(a.Name, func(t *testing.T) { solvertest.Algorithm(t, a) })
//	}
//
// Expected numbers come from package known.
package solvertest
