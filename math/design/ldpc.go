package design

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strings"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/errs"
)

// ParityCheck is the parity-check matrix of an LDPC code: Rows by Columns blocks of Size
// by Size, block (j, k) a permutation matrix with a one in row (Slope*c + j*Shifts[k]) mod Size of
// each column c. If Size is prime to 6, Slope is 2 and every block is a solution on the
// modular board; else it is 1 and blocks are circulants.
type ParityCheck struct {
	Size    int   `json:"size"`
	Rows    int   `json:"blockRows"`
	Columns int   `json:"blockColumns"`
	Slope   int   `json:"slope"`
	Shifts  []int `json:"shifts"` // of the block columns: 0, 1, 2, ..., or for girth 8 chosen
	Girth   int   `json:"girth"`  // length of the shortest cycle of the Tanner graph; 0 if it has none
	Rank    int   `json:"rank"`   // over GF(2); -1 if the matrix is too large to find out
	columns [][]int32
}

const maxRank = 8192

// NewParityCheck returns the matrix with that many block rows and columns, both at least 2, without
// cycles of length 4 and, if girth is 8 rather than 6, without those of length 6.
//
// Shifts are 0, 1, 2, ..., so (j-j')(k-k') must never be divisible by size: with a prime size it is
// enough that size is at least both numbers. For girth 8 block columns have the least shifts x, one
// after the other, for which with those before neither (j-j')(x-x') nor, for three rows and three
// columns, j(x-x') + j'(x'-x") + j"(x"-x) is divisible by size.
//
// Errors: queens.ErrOrder for numbers out of range, where there would be a cycle of length 4, and
// for a size in which there are too few shifts; that of ctx, when it ends. Time O(ones * weight of
// a row) to find the girth, more where that is large; for girth 8 also O(size * (rows*columns)^2 *
// rows).
func NewParityCheck(ctx context.Context, size, rows, columns, girth int) (*ParityCheck, error) {
	if size < 2 || rows < 2 || columns < 2 || size > MaxColumns/max(rows, columns) {
		return nil, errs.Errorf("parity checks with %d by %d blocks of %d: want at least 2 of each, and at "+
			"most %d columns and rows: %w", rows, columns, size, MaxColumns, queens.ErrOrder)
	}
	var shifts []int
	for x := 0; x < size && len(shifts) < columns; x++ {
		if err := ctx.Err(); err != nil {
			return nil, errs.Errorf("shifts of parity checks: %w", err)
		}
		if girth < 8 || !closesCycle(size, rows, shifts, x) {
			shifts = append(shifts, x)
		}
	}
	for j := 1; girth < 8 && j < rows; j++ {
		if k := size / bitmath.GCD(j, size); k < columns {
			return nil, errs.Errorf("parity checks with %d by %d blocks of %d: block rows 1 and %d meet block "+
				"columns 1 and %d in a cycle of length 4, since %d*%d is a multiple of %d; take a prime size, %d or "+
				"more: %w", rows, columns, size, j+1, k+1, j, k, size, max(rows, columns), queens.ErrOrder)
		}
	}
	if len(shifts) < columns {
		return nil, errs.Errorf("parity checks of girth 8 with %d by %d blocks of %d: shifts for %d block "+
			"columns only; take a larger size: %w", rows, columns, size, len(shifts), queens.ErrOrder)
	}
	h := &ParityCheck{Size: size, Rows: rows, Columns: columns, Slope: 1, Rank: -1, Shifts: shifts}
	if bitmath.GCD(size, 6) == 1 {
		h.Slope = 2
	}
	for _, shift := range shifts {
		for c := range size {
			column := make([]int32, rows)
			for j := range rows {
				column[j] = int32(j*size + (h.Slope*c+j*shift)%size)
			}
			h.columns = append(h.columns, column)
		}
	}
	h.Girth = h.girth(ctx)
	if err := ctx.Err(); err != nil {
		return nil, errs.Errorf("girth of parity checks with %d by %d blocks of %d: %w", rows, columns, size, err)
	}
	if h.Girth > 0 && h.Girth < max(6, girth) {
		panic(fmt.Sprintf("design: parity checks with %d by %d blocks of %d: a cycle of length %d", rows, columns, size,
			h.Girth))
	}
	if len(h.columns) <= maxRank {
		h.Rank = h.rank()
	}
	return h, nil
}

// closesCycle reports whether a block column with shift x closes a cycle of length 4 or 6 with
// those before.
func closesCycle(size, rows int, shifts []int, x int) bool {
	for j := 1; j < rows; j++ {
		for _, y := range shifts {
			if j*(x-y)%size == 0 {
				return true
			}
		}
	}
	// By the differences of rows a cycle of length 6 is u*x + v*y = (u+v)*z; whichever of the three
	// is new.
	for u := 1; u < rows; u++ {
		for v := 1; u+v < rows; v++ {
			for i, y := range shifts {
				for k, z := range shifts {
					if i == k {
						continue
					}
					if (u*x+v*y-(u+v)*z)%size == 0 || (u*y+v*z-(u+v)*x)%size == 0 || (v*x+u*y-(u+v)*z)%size == 0 {
						return true
					}
				}
			}
		}
	}
	return false
}

// rank eliminates over GF(2): each row that is kept has its first one in a column where those
// kept before have a zero. Time O(columns^3 / 64).
func (h *ParityCheck) rank() int {
	kept := map[int][]uint64{} // by column of the first one
	for _, row := range h.byRow() {
		v := make([]uint64, (len(h.columns)+63)/64)
		for _, c := range row {
			v[c/64] |= 1 << (c % 64)
		}
		for w := 0; w < len(v); {
			if v[w] == 0 {
				w++
				continue
			}
			first := w*64 + bits.TrailingZeros64(v[w])
			other, ok := kept[first]
			if !ok {
				kept[first] = v
				break
			}
			for i := w; i < len(v); i++ {
				v[i] ^= other[i]
			}
		}
	}
	return len(kept)
}

func (h *ParityCheck) byRow() [][]int32 {
	rows := make([][]int32, h.Rows*h.Size)
	for c, column := range h.columns {
		for _, r := range column {
			rows[r] = append(rows[r], int32(c))
		}
	}
	return rows
}

// girth returns the length of the shortest cycle of the Tanner graph, whose vertices are rows and
// columns and whose edges are the ones. It is found breadth first from every column, no deeper than
// could be shorter than what is known. When ctx ends the result means nothing.
func (h *ParityCheck) girth(ctx context.Context) int {
	rows := h.byRow()
	n := int32(len(h.columns))
	depth := make([]int32, len(h.columns)+len(rows))
	from := make([]int32, len(depth))
	seen := make([]int32, len(depth)) // start and 1
	best := int32(0)
	var queue []int32
	for start := range n {
		if ctx.Err() != nil {
			break
		}
		queue = append(queue[:0], start)
		depth[start], from[start], seen[start] = 0, -1, start+1
		for at := 0; at < len(queue); at++ {
			v := queue[at]
			if best > 0 && 2*depth[v]+2 >= best {
				break
			}
			next, shift := h.columns[min(v, n-1)], n
			if v >= n {
				next, shift = rows[v-n], 0
			}
			for _, u := range next {
				u += shift
				switch {
				case u == from[v]:
				case seen[u] == start+1:
					if cycle := depth[u] + depth[v] + 1; best == 0 || cycle < best {
						best = cycle
					}
				default:
					depth[u], from[u], seen[u] = depth[v]+1, v, start+1
					queue = append(queue, u)
				}
			}
		}
	}
	return int(best)
}

// WriteAlist writes the matrix in the alist form of D. J. C. MacKay: numbers of columns
// and rows, largest weights, all weights, then for each column the rows of its ones and
// for each row the columns of its ones, counted from 1.
func (h *ParityCheck) WriteAlist(w io.Writer) error {
	out := bufio.NewWriter(w)
	rows := h.byRow()
	fmt.Fprintf(out, "%d %d\n%d %d\n", len(h.columns), len(rows), h.Rows, h.Columns)
	line := func(numbers []int) { fmt.Fprintln(out, strings.Trim(fmt.Sprint(numbers), "[]")) }
	for _, lists := range [][][]int32{h.columns, rows} {
		var weights []int
		for _, list := range lists {
			weights = append(weights, len(list))
		}
		line(weights)
	}
	for _, list := range slices.Concat(h.columns, rows) {
		var places []int
		for _, at := range list {
			places = append(places, int(at)+1)
		}
		line(places)
	}
	return out.Flush()
}
