//go:build !linux

package ledger

func fillLimited(string) {}

// systemFiles returns none: every system has its own.
func systemFiles() map[string]func(path string) error { return nil }
