package format

import (
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"

	"queens"
)

var fen = Format{
	Name:    "fen",
	Summary: "The board field of chess notation, rank n first, empty runs as decimal numbers",
	Encoder: func(int, Options) *Encoder { return &Encoder{small: appendFEN[uint8], large: appendFEN[int]} },
	Decode:  decodeFEN,
}

// appendFEN writes the ranks from the top: row 0 is rank n. Each is the number of
// empty squares before the queen, Q and the number after it, zeros left out.
func appendFEN[E row](b []byte, p []E) []byte {
	const none = -1
	var buffer [2 * tableOrder]int32 // no memory from the heap up to tableOrder
	links := buffer[:]
	if len(links) < 2*len(p) {
		links = make([]int32, 2*len(p))
	}
	first, next := links[:len(p)], links[len(p):] // the queens of a row, by column, as a list
	for r := range first {
		first[r] = none
	}
	for c := len(p) - 1; c >= 0; c-- {
		next[c], first[p[c]] = first[p[c]], int32(c)
	}
	for r := range first {
		if r > 0 {
			b = append(b, '/')
		}
		empty := 0
		for c := first[r]; c != none; c = next[c] {
			b = append(appendRun(b, int(c)-empty), 'Q')
			empty = int(c) + 1
		}
		b = appendRun(b, len(p)-empty)
	}
	return append(b, '\n')
}

func appendRun(b []byte, squares int) []byte {
	if squares == 0 {
		return b
	}
	return strconv.AppendInt(b, int64(squares), 10)
}

func decodeFEN(r io.Reader, _ Options) iter.Seq2[queens.Perm, error] {
	return eachLine("fen", r, func(line string) (queens.Perm, bool, error) {
		fields := strings.Fields(line)
		if len(fields) == 0 {
			return nil, false, nil
		}
		p, err := permOfFEN(fields[0])
		return p, true, err
	})
}

// permOfFEN reads the board field; whose turn it is, and what else may follow in a
// line, is of no interest.
func permOfFEN(field string) (queens.Perm, error) {
	n := strings.Count(field, "/") + 1
	b, err := newBoardReader(n)
	if err != nil {
		return nil, err
	}
	for rank := range strings.SplitSeq(field, "/") {
		col, run := 0, 0
		for i := range len(rank) {
			switch ch := rank[i]; {
			case '0' <= ch && ch <= '9':
				if run = run*10 + int(ch-'0'); run > n {
					return nil, fmt.Errorf("rank %d: %d empty squares on a board of order %d: %w", n-b.row, run, n,
						queens.ErrFormat)
				}
			case ch == 'Q' || ch == 'q':
				if err := b.queen(col + run); err != nil {
					return nil, err
				}
				col, run = col+run+1, 0
			default:
				return nil, fmt.Errorf("rank %d: %q is neither a number nor Q: %w", n-b.row, ch, queens.ErrFormat)
			}
		}
		if err := b.endRow(col + run); err != nil {
			return nil, err
		}
	}
	return b.perm()
}
