// Package e2e drives the workstation in a real browser: the program is built and
// served, and Chromium opens its pages.
//
//	npm install --no-package-lock    # axe-core, which looks for barriers
//	go test ./...
//
// It is a module of its own, so that the program needs nothing of this. Without
// Chromium the tests are skipped; without axe-core only those that need it. Screenshots are
// left in the folder screenshots.
package e2e
