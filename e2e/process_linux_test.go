package e2e

import "syscall"

// endWithParent ends a process when the test process dies.
func endWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} }
