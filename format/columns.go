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

// unalignedBars returns a line whose bars are not in the columns of the bars before, if there is at
// most one character between two of them; 0 if there is none.
func unalignedBars(lines []textLine) (no int) {
	var before []int
	for _, l := range lines {
		var columns []int
		last, at := -1, 0
		wide := false
		for symbol := range strings.SplitSeq(strings.TrimRight(l.text, blank), "") {
			switch symbol {
			case "|":
				columns, last = append(columns, at), -1
			case blank:
			default:
				wide = wide || last >= 0
				last = at
			}
			at++
		}
		switch {
		case wide:
			return 0
		case before != nil && len(columns) > 0 && no == 0 && !slices.Equal(columns, before):
			no = l.no
		case len(columns) > 0:
			before = columns
		}
	}
	return no
}
