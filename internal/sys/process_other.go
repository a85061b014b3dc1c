//go:build !linux && !darwin && !freebsd && !windows

package sys

import "time"

// CPUTime is not offered here: the error is errors.ErrUnsupported.
func CPUTime() (time.Duration, error) { return 0, unsupported("processor time") }

// LowerPriority is not offered here: the error is errors.ErrUnsupported.
func LowerPriority() error { return unsupported("lower priority") }
