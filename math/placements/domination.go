package placements

import (
	"context"
	"math/bits"
	"slices"

	"queens"
	"queens/internal/errs"
)

// MaxDominated is the largest side that Dominate accepts.
const MaxDominated = 13

// squares is a set of squares: bit row*columns+column.
type squares [3]uint64

func (s *squares) add(i int)    { s[i/64] |= 1 << (i % 64) }
func (s *squares) remove(i int) { s[i/64] &^= 1 << (i % 64) }

func (s squares) and(t squares) squares   { return squares{s[0] & t[0], s[1] & t[1], s[2] & t[2]} }
func (s squares) minus(t squares) squares { return squares{s[0] &^ t[0], s[1] &^ t[1], s[2] &^ t[2]} }

func (s squares) size() int {
	return bits.OnesCount64(s[0]) + bits.OnesCount64(s[1]) + bits.OnesCount64(s[2])
}

func (s squares) members() []int {
	list := make([]int, 0, s.size())
	for word, rest := range s {
		for ; rest != 0; rest &= rest - 1 {
			list = append(list, 64*word+bits.TrailingZeros64(rest))
		}
	}
	return list
}

// Dominate returns a smallest set of queens that attack or occupy every square of a board, in the
// order of rows; with independent, one in which no two attack each other. Its size is the
// domination number or the independent domination number of the queens graph.
//
// It searches for sets of 1, 2, ... queens: 0.1 s of a core for 12 by 12. Errors: queens.ErrOrder
// for a side outside 0..MaxDominated; ctx's error if it ends. Source: [ostergard2001].
func Dominate(ctx context.Context, on Board, independent bool) ([]queens.Square, error) {
	if min(on.Rows, on.Cols) < 0 || max(on.Rows, on.Cols) > MaxDominated {
		return nil, errs.Errorf("dominate a board of %v: want sides from 0 to %d: %w", on, MaxDominated,
			queens.ErrOrder)
	}
	d := domination{ctx: ctx, independent: independent, seen: make([]squares, on.Rows*on.Cols)}
	at := func(i int) queens.Square { return queens.Square{Row: i / on.Cols, Col: i % on.Cols} }
	var all squares
	for i := range d.seen {
		all.add(i)
		for j := range d.seen {
			if at(i).Attacks(at(j)) {
				d.seen[i].add(j)
			}
		}
	}
	for k := 0; ; k++ {
		found := d.within(k, all, all)
		if err := ctx.Err(); err != nil {
			return nil, errs.Errorf("dominate a board of %v: %w", on, err)
		}
		if found {
			slices.Sort(d.chosen)
			set := make([]queens.Square, k)
			for i, sq := range d.chosen {
				set[i] = at(sq)
			}
			return set, nil
		}
	}
}

type domination struct {
	ctx         context.Context // the caller's of Dominate
	independent bool
	seen        []squares // from each square: those a queen there attacks, and her own
	chosen      []int
}

// within reports whether k more queens on squares of allowed see all squares of open, and leaves
// them in chosen. Some queen must see the open square that the fewest allowed ones see.
func (d *domination) within(k int, open, allowed squares) bool {
	left := open.size()
	if left == 0 {
		return true
	}
	if k == 0 || d.ctx.Err() != nil {
		return false
	}
	var gains [4*MaxDominated + 1]int // allowed squares by the open ones that they see
	for _, sq := range allowed.members() {
		gain := d.seen[sq].and(open).size()
		gains[gain]++
	}
	most, queens := 0, k
	for gain := len(gains) - 1; gain > 0 && queens > 0; gain-- {
		most += gain * min(queens, gains[gain])
		queens -= min(queens, gains[gain])
	}
	if most < left {
		return false
	}
	var from squares
	fewest := len(d.seen) + 1
	for _, sq := range open.members() {
		if seeing := d.seen[sq].and(allowed); seeing.size() < fewest {
			fewest, from = seeing.size(), seeing
		}
	}
	for _, sq := range from.members() {
		allowed.remove(sq)
		rest := allowed
		if d.independent {
			rest = rest.minus(d.seen[sq])
		}
		d.chosen = append(d.chosen, sq)
		if d.within(k-1, open.minus(d.seen[sq]), rest) {
			return true
		}
		d.chosen = d.chosen[:len(d.chosen)-1]
	}
	return false
}
