package trie

import (
	"math/bits"
	"slices"

	"queens/internal/parity"
)

// MaxOrder is the largest order of a [Counter]: keys of larger ones have no room for the label in a block.
const MaxOrder = 28

// Colours.
const (
	white = iota
	black
)

// side is a colour of a class.
type side struct {
	x, y   parity.Quarter
	queens int     // of a placement of x
	label  []int32 // of x, by set of columns; -1 for one that is left out
	number []int32 // likewise the label of y
	blocks int
}

// sidesOf returns both colours.
func sidesOf(c *parity.Class) [2]*side {
	newSide := func(x, y parity.Kind, queens int, complement bool) *side {
		s := &side{x: c.Quarter(x), y: c.Quarter(y), queens: queens}
		labels := func(sets []parity.Set, board parity.Quarter) []int32 {
			of := slices.Repeat([]int32{-1}, 1<<board.Columns)
			for i, set := range sets {
				columns := set.Lines
				if complement {
					columns = (1<<board.Columns - 1) &^ columns
				}
				of[columns] = int32(i)
			}
			return of
		}
		s.label, s.number, s.blocks = labels(c.Rows, s.x), labels(c.OddSets, s.y), (len(c.OddSets)+slots-1)/slots
		return s
	}
	return [2]*side{
		white: newSide(parity.EvenEven, parity.OddOdd, c.Queens, false),
		black: newSide(parity.OddEven, parity.EvenOdd, c.Even-c.Queens, true),
	}
}

// rowsOf returns the rows of x and of y of a unit, white and black.
func rowsOf(c *parity.Class, u parity.Unit) (x, y [2]uint32) {
	even, odd := c.EvenSets[u.Even].Lines, c.OddSets[u.Odd].Lines
	evens, odds := uint32(1)<<c.Even-1, uint32(1)<<c.Odd-1
	return [2]uint32{white: even, black: odds &^ odd}, [2]uint32{white: odd, black: evens &^ even}
}

// list is the placements of y on given rows, in order of their labels, as keys with the label in the block.
type list struct {
	keys   []uint64
	starts []int // where each block begins; one more
}

// list makes that of the rows.
func (s *side) list(rows uint32) *list {
	var keys []uint64
	var labels []int32
	var place func(rows, columns uint32, key uint64)
	place = func(rows, columns uint32, key uint64) {
		if rows == 0 {
			if label := s.number[columns]; label >= 0 {
				keys, labels = append(keys, withLabel(key, int(label)%slots)), append(labels, label)
			}
			return
		}
		row := bits.TrailingZeros32(rows)
		attacked := columns | uint32(key)>>(row+s.y.Sum) | uint32(key>>32)>>(s.y.Diff-row)
		for free := (uint32(1)<<s.y.Columns - 1) &^ attacked; free != 0; free &= free - 1 {
			column := bits.TrailingZeros32(free)
			place(rows&(rows-1), columns|1<<column, key|s.y.Key(row, column))
		}
	}
	place(rows, 0, 0)
	next := make([]int, s.blocks*slots+1) // first, where the keys of each label begin
	for _, label := range labels {
		next[label+1]++
	}
	for i := 1; i < len(next); i++ {
		next[i] += next[i-1]
	}
	l := &list{keys: make([]uint64, len(keys))}
	for i := 0; i < len(next); i += slots {
		l.starts = append(l.starts, next[i])
	}
	for i, label := range labels {
		l.keys[next[label]] = keys[i]
		next[label]++
	}
	return l
}

// block returns the keys of a block.
func (l *list) block(number int) []uint64 { return l.keys[l.starts[number]:l.starts[number+1]] }

// The label of a key is in bits that no diagonal of [MaxOrder] uses: 28 to 31, 60 and 61.
func withLabel(key uint64, label int) uint64 {
	return key | uint64(label&15)<<28 | uint64(label>>4)<<60
}

func labelOf(key uint64) int { return int(key>>28&15 | key>>56&48) }

// unused is a bit of the keys of lanes that are not in use alone.
const unused = 63

// rowsFrom returns the rows of a set from the middle of the board outwards: queens there leave fewer keys.
func (s *side) rowsFrom(set uint32) (rows []int) {
	for i := range s.x.Rows {
		row := (s.x.Rows - 1) / 2
		if i%2 == 1 {
			row += (i + 1) / 2
		} else {
			row -= i / 2
		}
		if row >= 0 && row < s.x.Rows && set>>row&1 == 1 {
			rows = append(rows, row)
		}
	}
	return rows
}

// attacked reports whether queens on columns, whose diagonals are those of the key, attack a square of x.
func (s *side) attacked(key uint64, columns uint32, row, column int) bool {
	return columns>>column&1 == 1 || key&s.x.Key(row, column) != 0
}

// without returns a set without the places of another one, the elements above moved down.
func without(set, places uint32) uint32 {
	for places != 0 {
		place := uint32(1) << (bits.Len32(places) - 1)
		set = set&(place-1) | set>>1&^(place-1)
		places &^= place
	}
	return set
}
