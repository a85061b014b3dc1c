//go:build !linux

package sys

import (
	"errors"
	"fmt"
)

func unsupported(asked string) error {
	return fmt.Errorf("sys: %s: not offered by this operating system: %w", asked, errors.ErrUnsupported)
}
