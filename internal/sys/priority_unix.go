//go:build darwin || freebsd

package sys

// LowerPriority makes this process give way to others, for good: nice 10 on Unix,
// the class "below normal" on Windows.
func LowerPriority() error { return lowerThread(0) }
