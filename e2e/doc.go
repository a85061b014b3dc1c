// Package e2e drives the workstation in a real browser: it builds the program, serves it, and opens
// its pages in Chromium, some also in Firefox and WebKit.
//
//	go test ./...
//
// It is a separate module, so that the program does not depend on it. Tests are skipped without
// Chromium; "scripts/test --all" adds those of Firefox, WebKit and axe-core, which checks
// accessibility. With -artifacts, pictures of pages are kept in the folder _artifacts.
package e2e
