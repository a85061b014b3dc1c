// Package arch has no code, only tests that read the source of the whole module: which package may
// import which, what libraries must not do, and how exported names must be documented. They run
// with the ordinary tests and need only Go.
package arch
