package format

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"

	"queens"
)

// numbers writes a solution as its rows between separators: "[1,5,8]\n".
type numbers struct {
	base        int
	open, close string
	separator   string // at most one byte
	singles     [tableOrder]uint64
	pairs       [tableOrder * tableOrder]uint64
}

// tableOrder is the largest order whose numbers come from a table.
//
// Two columns at once: the text of a pair of rows with both separators, at most
// "32,32,", is 6 bytes of a word and its length the highest byte, so a pair is one
// load, one store of 8 bytes and an addition. Order 16 takes 15 ns instead of about 100
// with strconv.
const (
	tableOrder = 32
	lenShift   = 56
)

func newNumbers(n, base int, open, separator, end string) *Encoder {
	l := &numbers{base: base, open: open, close: end, separator: separator}
	e := &Encoder{
		small: func(b []byte, p []uint8) []byte { return appendNumbers(b, p, l) },
		large: func(b []byte, p []int) []byte { return appendNumbers(b, p, l) },
	}
	if n <= tableOrder {
		l.fill(n)
		e.small = l.appendByTable
	}
	return e
}

func (l *numbers) fill(n int) {
	for r := range n {
		single := strconv.Itoa(r+l.base) + l.separator
		l.singles[r] = textWord(single)
		for s := range n {
			l.pairs[r*tableOrder+s] = textWord(single + strconv.Itoa(s+l.base) + l.separator)
		}
	}
}

// textWord packs at most 7 bytes of text, the first lowest, and their number.
func textWord(text string) uint64 {
	var b [8]byte
	if copy(b[:7], text) < len(text) {
		panic(fmt.Sprintf("format: %q does not fit a word", text))
	}
	return binary.LittleEndian.Uint64(b[:]) | uint64(len(text))<<lenShift
}

func (l *numbers) appendByTable(b []byte, p []uint8) []byte {
	const wordLen = 8
	b = slices.Grow(b, len(l.open)+3*len(p)+len(l.close)+wordLen)
	end := len(b)
	b = b[:cap(b)]
	end += copy(b[end:], l.open)
	i := 1
	for ; i < len(p); i += 2 {
		word := l.pairs[int(p[i-1]&(tableOrder-1))*tableOrder+int(p[i]&(tableOrder-1))]
		binary.LittleEndian.PutUint64(b[end:], word)
		end += int(word >> lenShift)
	}
	if i == len(p) {
		word := l.singles[p[i-1]&(tableOrder-1)]
		binary.LittleEndian.PutUint64(b[end:], word)
		end += int(word >> lenShift)
	}
	if len(p) > 0 {
		end -= len(l.separator)
	}
	end += copy(b[end:], l.close)
	return b[:end]
}

// appendNumbers is the slow twin of appendByTable, for any order.
func appendNumbers[E row](b []byte, p []E, l *numbers) []byte {
	b = append(b, l.open...)
	for c, r := range p {
		if c > 0 {
			b = append(b, l.separator...)
		}
		b = strconv.AppendInt(b, int64(r)+int64(l.base), 10)
	}
	return append(b, l.close...)
}

// permOf returns the Perm with the given rows counted from base.
//
// Errors: queens.ErrFormat for a row outside the board or too many columns.
func permOf(rows []int, base int) (queens.Perm, error) {
	n := len(rows)
	if n > MaxOrder {
		return nil, fmt.Errorf("%d columns, more than %d: %w", n, MaxOrder, queens.ErrFormat)
	}
	p := make(queens.Perm, n)
	for c, no := range rows {
		if no < base || no > n-1+base {
			return nil, fmt.Errorf("row %d in column %d is outside %d..%d, a board of order %d: %w", no, c+base, base,
				n-1+base, n, queens.ErrFormat)
		}
		p[c] = no - base
	}
	return p, nil
}
