package format

import (
	"slices"
	"strings"
)

// aligned finds out whether the words of lines are in columns, or one blank apart.
type aligned struct {
	lines        int
	starts, ends []int // of the words of the first line
	apart        bool  // words are more than one blank apart
	off          bool  // a line has other separators
	left, right  bool  // their starts, or their ends, differ
}

func (a *aligned) take(line string) {
	a.off = a.off || strings.ContainsAny(line, ",;")
	var starts, ends []int
	before, at := blank, 0
	for symbol := range strings.SplitSeq(strings.TrimRight(line, blank), "") {
		switch gap := symbol == blank; {
		case !gap && before == blank:
			starts = append(starts, at)
			a.apart = a.apart || len(ends) > 0 && at > ends[len(ends)-1]+1
		case gap && before != blank:
			ends = append(ends, at)
		}
		before, at = symbol, at+1
	}
	ends = append(ends, at)
	if a.lines++; a.lines == 1 {
		a.starts, a.ends = starts, ends
	}
	a.left = a.left || !slices.Equal(starts, a.starts)
	a.right = a.right || !slices.Equal(ends, a.ends)
}

func (a *aligned) uneven() bool { return a.apart && a.left && a.right && !a.off }
