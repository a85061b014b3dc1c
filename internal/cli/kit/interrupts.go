//go:build !js && !wasip1

package kit

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns the signals that end a command. It omits SIGHUP if the process ignores it, as
// under nohup.
func interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
