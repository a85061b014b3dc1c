//go:build !unix

package sys

import "syscall"

// Detached does nothing here.
func Detached() *syscall.SysProcAttr { return nil }
