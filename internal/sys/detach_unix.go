//go:build unix

package sys

import "syscall"

// Detached has a command outlive the terminal of this process.
func Detached() *syscall.SysProcAttr { return &syscall.SysProcAttr{Setsid: true} }
