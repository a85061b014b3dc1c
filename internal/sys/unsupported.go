//go:build !linux

package sys

import (
	"errors"
	"fmt"
)

// unsupported says that this operating system does not offer what was asked.
func unsupported(asked string) error {
	return fmt.Errorf("sys: %s: not offered by this operating system: %w", asked, errors.ErrUnsupported)
}
