package e2e

import "syscall"

// endWithParent makes a process end when the test does, however that ends.
func endWithParent() *syscall.SysProcAttr { return &syscall.SysProcAttr{Pdeathsig: syscall.SIGINT} }
