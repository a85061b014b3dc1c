package symmetric

import (
	"slices"

	"queens/count/internal/kernels/shelf"
	"queens/count/internal/symmetric"
	"queens/internal/bitmath"
)

// Solutions are those of a unit, without its weight, and the placements of either part of the
// queens.
type Solutions struct {
	Sum   bitmath.Sum
	Found [2]uint64
}

// Halves counts units of half turns whose boards begin with the same rows, see [symmetric.Half]'s
// Alike. backwards fills the rows in the opposite order. times, unless nil, returns how often each
// cell of a unit's table counts, instead of [symmetric.Product].
func (c *Counter) Halves(h *symmetric.Half, units []symmetric.Unit, backwards bool,
	times func(u symmetric.Unit, t *symmetric.Table) []uint64,
) []Solutions {
	products, list := make([]symmetric.Product, len(units)), make([]Solutions, len(units))
	var boards [2][]*symmetric.Board
	for i, u := range units {
		p := &products[i]
		*p = h.Product(u.Lines)
		for colour, b := range [2]*symmetric.Board{&p.White, &p.Black} {
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
	few := symmetric.White
	if len(products[0].Black.Rows) < len(products[0].White.Rows) {
		few = symmetric.Black
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
	return shelf.Zeros(shelf.At(&c.tables, number), cells)
}
