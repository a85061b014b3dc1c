// Package mutants has only tests, which check that tests notice wrong code. Each mutant in
// table.json changes an expression or statement, and a test must fail. A change that cannot alter a
// result is listed with the reason, and must pass the tests.
//
// All mutants are in one build, made from copies of the source files that choose between original
// and change at run time. "go test -timeout=0 ./internal/mutants -mutants" tests them all.
package mutants
