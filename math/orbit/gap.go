package orbit

import (
	"fmt"
	"strconv"
	"strings"

	"queens"
)

// Gap is a place for a new row or column: gap g lies before line g and after line
// g-1, lines counted from 0. A board of order n has the gaps 0..n, the first and the
// last of them beyond its border.
//
// People, for whom lines count from 1, write gap g as the half number g+0.5: 0.5
// before line 1, 3.5 between lines 3 and 4. Source: [zhang2011], section III.
type Gap int

// String returns the half number of the gap where lines count from 1.
func (g Gap) String() string { return g.Text(1) }

// Text returns the half number of the gap where lines count from base.
func (g Gap) Text(base int) string {
	behind := int(g) - 1 + base // the line in front of the gap
	if behind == -1 {
		return "-0.5"
	}
	return strconv.Itoa(behind) + ".5"
}

// ParseGap reads a half number: "0.5", "3.5", and "-0.5" if lines count from
// base 0.
//
// Errors: queens.ErrFormat for anything else, whole numbers included. Whether the
// gap belongs to a board is not asked.
func ParseGap(text string, base int) (Gap, error) {
	if text == "-0.5" && base == 0 {
		return 0, nil
	}
	behind, isHalf := strings.CutSuffix(text, ".5")
	line, err := strconv.ParseUint(behind, 10, 31)
	if !isHalf || err != nil {
		return 0, fmt.Errorf("orbit: position %.40q: want a half number like %v, which lies between two lines: %w",
			text, Gap(3-base).Text(base), queens.ErrFormat)
	}
	return Gap(int(line) + 1 - base), nil
}

// check refuses a gap that a board of order n does not have. line is "row" or
// "column".
func (g Gap) check(line string, n int) error {
	if g < 0 || int(g) > n {
		return fmt.Errorf("%s position %v is outside %v..%v, a board of order %d: %w", line, g, Gap(0), Gap(n), n,
			queens.ErrFormat)
	}
	return nil
}
