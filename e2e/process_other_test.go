//go:build !linux

package e2e

import "syscall"

// endWithParent does nothing here.
func endWithParent() *syscall.SysProcAttr { return nil }
