// Package arch holds no code, only tests that read the source of the whole
// module: which package may import which, what a library may not do, and what
// every exported name owes its reader. They run with the ordinary tests and
// need no tool besides Go.
package arch
