//go:build !linux

package sys

import (
	"errors"
	"math"
	"time"

	"queens/internal/errs"
)

func bindThread() (cpu int, bound bool) { return 0, false }

// ThreadTime returns errors.ErrUnsupported.
func ThreadTime() (time.Duration, error) { return 0, unsupported("processor time of a thread") }

// AddressLimit returns the largest number: the limit is not read on this operating system.
func AddressLimit() int64 { return math.MaxInt64 }

func unsupported(asked string) error {
	return errs.Errorf("%s: not offered by this operating system: %w", asked, errors.ErrUnsupported)
}
