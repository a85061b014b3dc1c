package parity

import "slices"

// SquareKind is one of the four kinds of squares: OddEven has odd rows and even columns.
type SquareKind int

// The kinds of squares; the first two are white, the others black.
const (
	EvenEven SquareKind = iota
	OddOdd
	OddEven
	EvenOdd
)

// Origin returns the first row and the first column of a kind, 0 or 1.
func (k SquareKind) Origin() (row, column int) {
	return [...]int{OddOdd: 1, OddEven: 1, EvenOdd: 0}[k], [...]int{OddOdd: 1, EvenOdd: 1}[k]
}

// Quarter is the squares of one kind as a board of their own, whose rows and columns are the lines
// 0, 1, ... of their parity. Square (i, j) lies on rising diagonal i+j+Sum and on falling diagonal
// j-i+Diff, numbered from 0 to 31 and shared with the other kind of the same colour. For reflecting
// queens both are numbers of one range.
//
// For half turns, lines are distances from the centre, and a column has two squares in each row, on
// either side of the centre: squares i and Columns+i are in column i.
type Quarter struct {
	Rows, Columns int
	Sum, Diff     int

	open     []uint32   // squares of each row that are not blocked
	mirrored bool       // square (i, j) has the numbers i+j+Sum and j-i+Diff
	turned   [][]uint64 // keys of the squares of each row, for half turns; missing on diagonals through the centre
}

// missing is the key of squares on diagonals through the centre, which no queen may occupy.
const missing = 1 << 62

// Quarter returns the squares of kind k.
func (c *Class) Quarter(k SquareKind) Quarter {
	q := [...]Quarter{
		EvenEven: {Rows: c.Even, Columns: c.Even, Diff: c.Even - 1},
		OddOdd:   {Rows: c.Odd, Columns: c.Odd, Sum: 1, Diff: c.Even - 1},
		OddEven:  {Rows: c.Odd, Columns: c.Even, Diff: c.Odd - 1},
		EvenOdd:  {Rows: c.Even, Columns: c.Odd, Diff: c.Odd},
	}[k]
	row, column := k.Origin()
	q.open = slices.Repeat([]uint32{1<<q.Columns - 1}, q.Rows)
	switch c.Board {
	case Open:
		for i := range q.open {
			q.open[i] = everySecond(c.open[2*i+row] >> column)
		}
	case Turned:
		q.turn(row+1, column+1)
	case Mirrored: // numbers of a colour from 0, halved
		q.mirrored, q.Sum, q.Diff = true, c.Order/2+(row+column)/2+1, c.Order/2+(column-row)>>1
	}
	return q
}

// turn makes the squares those of half turns. The distances of a square's diagonals from the centre
// are the sum and the difference of those of its row and its column. On one side of the centre the
// rising one is the sum, on the other side the difference. All diagonals of a colour have distances
// of the same parity.
func (q *Quarter) turn(row, column int) {
	for y := row; y < row+2*q.Rows; y += 2 {
		keys := make([]uint64, 2*q.Columns)
		for i := range q.Columns {
			x := column + 2*i
			far, near := (y+x)/2, max(y-x, x-y)/2
			keys[i], keys[q.Columns+i] = 1<<far|1<<(32+near), 1<<near|1<<(32+far)
			if x == y { // on a diagonal through the centre
				keys[i], keys[q.Columns+i] = missing, missing
			}
		}
		q.turned = append(q.turned, keys)
	}
}

// Squares returns the number of squares in a row.
func (q *Quarter) Squares() int {
	if q.turned != nil {
		return 2 * q.Columns
	}
	return q.Columns
}

// Column returns the column of a square in a row.
func (q *Quarter) Column(square int) int {
	if square >= q.Columns {
		return square - q.Columns
	}
	return square
}

// Key returns the diagonals of a square: rising ones from bit 0, falling ones from bit 32.
// Reflecting queens have numbers instead, from bit 0. The key of a placement is the union of the
// keys of its squares.
func (q *Quarter) Key(row, square int) uint64 {
	if q.turned != nil {
		return q.turned[row][square]
	}
	if q.mirrored {
		return 1<<(row+square+q.Sum) | 1<<(square-row+q.Diff)
	}
	return 1<<(row+square+q.Sum) | 1<<(32+square-row+q.Diff)
}

// Diagonals returns the diagonals of all squares that boards of this kind have.
func (q *Quarter) Diagonals() (all uint64) {
	for row := range q.Rows {
		for square := range q.Squares() {
			all |= q.Key(row, square)
		}
	}
	if q.turned != nil {
		all &^= missing
	}
	return all
}

// Free returns the open squares of a row that queens on the given columns and diagonals do not
// attack.
func (q *Quarter) Free(row int, columns uint32, key uint64) (free uint32) {
	if q.mirrored {
		return q.open[row] &^ (columns | uint32(key>>(row+q.Sum)|key>>(q.Diff-row)))
	}
	if q.turned == nil {
		return q.open[row] &^ (columns | uint32(key)>>(row+q.Sum) | uint32(key>>32)>>(q.Diff-row))
	}
	key |= missing
	for i, of := range q.turned[row] {
		free |= uint32((key&of-1)>>63) << i // bit 63 is set if there is no conflict
	}
	return free &^ (columns | columns<<q.Columns)
}

// First returns the squares for the first queen of a placement that keep one of two reflected
// placements. For half turns these are the squares on one side of the centre: reflecting one colour
// alone changes neither its rows and columns nor the other colour.
func (q *Quarter) First() uint32 { return 1<<q.Columns - 1 }
