//go:build !linux

package ledger

// fillLimited is for Linux.
func fillLimited(string) {}

// systemFiles returns none: every system has its own.
func systemFiles() map[string]func(path string) error { return nil }
