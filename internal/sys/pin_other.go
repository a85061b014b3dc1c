//go:build !linux

package sys

import "time"

// CPUs is not offered outside Linux: the error is errors.ErrUnsupported.
func CPUs() ([]int, error) { return nil, unsupported("processors of this thread") }

// PinThread is not offered outside Linux: nothing is bound, the error is
// errors.ErrUnsupported.
func PinThread(int) error { return unsupported("bind thread to a processor") }

// ThreadTime is not offered outside Linux: the error is errors.ErrUnsupported.
func ThreadTime() (time.Duration, error) { return 0, unsupported("processor time of a thread") }
