//go:build linux || darwin || freebsd

package sys

import "golang.org/x/sys/unix"

// openNonblock keeps os.OpenFile from waiting for the other end of a pipe.
const openNonblock = unix.O_NONBLOCK
