package histogram

import (
	"slices"

	"queens/internal/bitmath"
	"queens/internal/kernel/scratch"
	"queens/internal/rotation"
)

// Solutions are those of a unit, without its weight, and the placements of either part of the
// queens.
type Solutions struct {
	Sum   bitmath.Sum
	Found [2]uint64
}

// Halves counts units of half turns whose boards begin with the same rows, see [rotation.Half]'s
// Alike. backwards fills the rows in the opposite order. times, unless nil, returns how often each
// cell of a unit's table counts, instead of [rotation.Product].
func (c *Counter) Halves(h *rotation.Half, units []rotation.Unit, backwards bool,
	times func(u rotation.Unit, t *rotation.Table) []uint64,
) []Solutions {
	products, list := make([]rotation.Product, len(units)), make([]Solutions, len(units))
	var boards [2][]*rotation.Board
	for i, u := range units {
		p := &products[i]
		*p = h.Product(u.Lines)
		for colour, b := range [2]*rotation.Board{&p.White, &p.Black} {
			if times != nil {
				b.Field = 0 // drop nothing
			}
			if backwards {
				slices.Reverse(b.Rows[:b.After])
				slices.Reverse(b.Rows[b.After:])
			}
			boards[colour] = append(boards[colour], b)
		}
	}
	few := rotation.White
	if len(products[0].Black.Rows) < len(products[0].White.Rows) {
		few = rotation.Black
	}
	var tables [][]uint64
	for i, b := range boards[few] {
		tables = append(tables, c.Table(i, b.Cells))
	}
	for i, found := range c.Tally(boards[few], tables) {
		list[i].Found[few] = found
		if times != nil {
			for j, factor := range times(units[i], &products[i].White.Table) {
				tables[i][j] *= factor
			}
			continue
		}
		for j := range products[i].Below {
			tables[i][j] *= 2
		}
		clear(tables[i][products[i].Reach:])
	}
	for i, sum := range c.Add(boards[1-few], tables) {
		list[i].Found[1-few] = sum.Found
		list[i].Sum = sum.Times(products[i].Factor)
	}
	return list
}

// Table returns a table of zeros in the memory of table number.
func (c *Counter) Table(number, cells int) []uint64 {
	return scratch.Zeros(scratch.At(&c.tables, number), cells)
}
