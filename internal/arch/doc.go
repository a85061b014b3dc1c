// Package arch has only tests, which read the source of the whole module: which package may import
// which, what libraries must not do, and how exported names must be documented.
package arch
