package sys

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/unix"
)

// NextData returns the least offset, not before the given one, at which the file
// may hold anything but a hole; math.MaxInt64 if there is only a hole to its end.
// It moves the file's own offset. Where the system cannot tell it returns offset.
func NextData(f *os.File, offset int64) int64 {
	next, err := unix.Seek(int(f.Fd()), offset, unix.SEEK_DATA)
	switch {
	case errors.Is(err, unix.ENXIO):
		return math.MaxInt64
	case err != nil:
		return offset
	default:
		return max(next, offset)
	}
}
