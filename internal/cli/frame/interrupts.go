//go:build !js && !wasip1

package frame

import (
	"os"
	"os/signal"
	"syscall"
)

// interrupts returns the signals that end a command. That of a terminal which was
// closed is not among them in a process that was started to outlive it.
func interrupts() []os.Signal {
	signals := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		signals = append(signals, syscall.SIGHUP)
	}
	return signals
}
