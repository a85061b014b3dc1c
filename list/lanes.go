package list

import "math/bits"

// On boards of order laneRows at most, the last laneColumns columns are kept as
// the sets of their free rows, side by side in two words:
//
//	bits   63-48     47-32     31-16     15-0
//	near   column 4  column 3  column 2  column 1   counted from the next
//	far    column 8  column 7  column 6  column 5
//
// A queen clears its row and its two diagonals in all of them with one and-not per word, and the
// next column comes up by a shift. Empty lanes (columns without a free row) show in a few
// instructions, and so do rows that are in no lane.
const (
	laneRows    = 16
	laneColumns = 8
	nearColumns = 4
	laneMask    = 1<<laneRows - 1
	laneUnits   = 0x0001_0001_0001_0001 // the lowest bit of each lane
)

// shadow[r] are the rows that a queen in row r takes from the 8 columns after its
// own, as near and far word.
var shadow = func() (table [laneRows][2]uint64) {
	for r := range table {
		queen := uint64(1) << r
		for j := range laneColumns {
			attacked := queen | queen<<(j+1)&laneMask | queen>>(j+1)
			table[r][j/nearColumns] |= attacked << (j % nearColumns * laneRows)
		}
	}
	return table
}()

// empty returns a word that is 0 exactly if no lane of w is empty, among the lanes whose lowest bit
// is in units; the others have to be empty and do not matter. (The test for a zero byte in a word,
// Hacker's Delight 6-1: borrows only run into the next lane from one that is empty.)
func empty(w, units uint64) uint64 { return (w - units) &^ w & (units << (laneRows - 1)) }

func rowsIn(w uint64) int {
	w |= w >> 32
	w |= w >> 16
	return bits.OnesCount64(w & laneMask)
}

type lanes struct{ near, far, path uint64 }

// levelLen is room for all children of a block and a block after the last of them: what is expanded
// is always a whole array of blockLen+1 elements, so that the length of no slice takes a register.
const levelLen = blockLen*laneColumns + blockLen + 1

type (
	laneBlock = [blockLen + 1]lanes
	laneLevel = [levelLen]lanes
)

// toLanes completes boards of laneColumns open columns, col being the next.
func (f *regular) toLanes(in []board, col int) {
	out := &f.lanes[laneColumns]
	for len(in) > 0 {
		block := in[:min(blockLen, len(in))]
		in = in[len(block):]
		living := 0
		for _, b := range block {
			w := lanes{path: b.path}
			for j := range nearColumns {
				w.near |= uint64(b.free(j)&f.allowed[col+j]) << (j * laneRows)
				w.far |= uint64(b.free(j+nearColumns)&f.allowed[col+j+nearColumns]) << (j * laneRows)
			}
			out[living] = w
			living += one(empty(w.near, laneUnits)|empty(w.far, laneUnits) == 0)
		}
		f.expandLanes(out, living, laneColumns)
	}
}

// expandLanes completes the first count boards of in, which have open columns left and no column
// without a free row.
func (f *regular) expandLanes(in *laneLevel, count, open int) {
	if open == 1 {
		for _, b := range in[:count] {
			f.record(b.path<<rowBits|uint64(bits.TrailingZeros64(b.near)), f.n-1)
		}
		return
	}
	out := &f.lanes[open-1]
	for start := 0; start < count; start += blockLen {
		made := laneChildren((*laneBlock)(in[start:]), min(blockLen, count-start), open, out)
		f.placed += uint64(made)
		f.expandLanes(out, made, open-1)
	}
}

// laneChildren writes the living children of the first count boards of in, which have open columns,
// to out and returns their number. The loop is that of regular.children. In the last columns rows
// without a column are not looked for: it would cost more than the boards it saves.
func laneChildren(in *laneBlock, count, open int, out *laneLevel) int {
	nearUnits := uint64(laneUnits) >> (max(0, nearColumns+1-open) * laneRows)
	farUnits := uint64(laneUnits) >> ((laneColumns + 1 - open) * laneRows)
	made := 0
	free := in[0].near & laneMask
	for i := 0; i < min(count, blockLen); {
		following := in[i+1].near & laneMask
		row := bits.TrailingZeros64(free) & (laneRows - 1)
		b, taken := &in[i], &shadow[row]
		near := (b.near>>laneRows | b.far<<(64-laneRows)) &^ taken[0]
		far := b.far >> laneRows &^ taken[1]
		out[made] = lanes{near, far, b.path<<rowBits | uint64(row)}
		dead := empty(near, nearUnits) | empty(far, farUnits)
		if open > nearColumns {
			dead |= uint64(rowsIn(near|far) - (open - 1))
		}
		made += one(dead == 0)
		free &= free - 1
		done := (free - 1) >> 63
		i += int(done)
		free |= following & -done
	}
	return made
}
