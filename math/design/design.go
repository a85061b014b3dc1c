// Package design makes, from solutions of the n-queens problem, permutations that
// engineers use: memory maps without conflicts, hopping patterns, parity-check
// matrices, and pandiagonal magic squares.
//
// Most of it follows from one fact: on a modular board of an order n prime to 6 the rows a*i + b
// mod n of the columns i are a solution if a, a-1 and a+1 are prime to n [polya1918]. Each result
// is checked by a method that does not use this fact: banks, hits, cycles and sums are counted
// one by one.
package design

import (
	"bufio"
	"context"
	"embed"
	"fmt"
	"io"
	"math/bits"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"queens"
	"queens/internal/bitmath"
	"queens/internal/errs"
)

// MemoryMap spreads the elements of an n by n array over memory banks so that all elements of a
// row, of a column or of a diagonal lie in different banks and can be read at once: element (i, j),
// from 0, lies at address i of the bank that Table names in row i, column j, or if there is no
// Table, of bank (Step*i + j) mod Banks. If a linear map has n banks, the elements of each are a
// solution on the modular board.
type MemoryMap struct {
	Order      int     `json:"order"`
	Banks      int     `json:"banks"`
	Step       int     `json:"step"`       // 0 if there is a Table
	LowerBound int     `json:"lowerBound"` // no map of the order has fewer banks than this
	Table      [][]int `json:"table,omitempty"`
}

// Least reports whether it is proven that no map of the order has fewer banks.
func (m MemoryMap) Least() bool { return m.Banks == m.LowerBound }

// uncut are the orders from 4 to 10 whose boards cannot be cut into solutions: no exact cover of
// the squares by solutions exists, as TestUncut proves.
var uncut = []int{4, 6, 8, 9, 10}

// fewestBanks returns a bound below the number of banks of any map of order n: a bank
// holds no more elements than queens fit on the board without an attack, one for n = 2, two
// for n = 3, n for all others; n banks, for n > 3, cut the board into n solutions.
func fewestBanks(n int) int {
	switch {
	case n == 2:
		return 4
	case n == 3:
		return 5
	case slices.Contains(uncut, n):
		return n + 1
	}
	return n
}

// tables are the banks, row by row, of the orders up to 13 for which a linear map needs more banks
// than necessary. A tabu search [hertz1987] found the first two, an exact cover of the orbits of
// squares by orbits of solutions, an idea of [vasquez2004], the last.
var tables = map[int]string{
	8: "23108457 08471623 75682301 30716842 12347568 67823015 81564230 56230184",
	9: "401326785 826493517 793561842 157842093 642078351 019635274 570214938 235780169 968157420",
	12: "0743ba891652 8921564730ba b07638a14529 4a9510237b86 621b857a9304 34a97205b861 " +
		"25b86314a970 730a946b8215 5b8401326a97 a16729b05438 9830475621ab 1652ab980743",
}

// NewMemoryMap returns a map of order n, 1 to MaxMemoryMap. Up to order 13 no map has fewer banks.
// Above it is the linear map with the fewest: the step from an element to its neighbour along a
// line is 1, Step, Step-1 or Step+1, and n elements along a line lie in different banks exactly if
// the step s has Banks/gcd(s, Banks) >= n. All numbers of banks from n on and all steps are tried.
//
// Time O(n) for a linear map; the map is checked in O(n^2). Errors: queens.ErrOrder.
func NewMemoryMap(n int) (MemoryMap, error) {
	if n < 1 || n > MaxMemoryMap {
		return MemoryMap{}, errs.Errorf("memory map of order %d: want 1 to %d: %w", n, MaxMemoryMap, queens.ErrOrder)
	}
	m := MemoryMap{Order: n, Banks: n, LowerBound: fewestBanks(n)}
	if text, ok := tables[n]; ok {
		for row := range strings.FieldsSeq(text) {
			m.Table = append(m.Table, nil)
			for _, digit := range row {
				bank, _ := strconv.ParseInt(string(digit), 36, 0) // the check finds what is no digit
				m.Table[len(m.Table)-1] = append(m.Table[len(m.Table)-1], int(bank))
			}
		}
		m.Banks = m.LowerBound
	}
	for m.Table == nil && !(m.separates(1) && m.separates(m.Step) && m.separates(m.Step-1) && m.separates(m.Step+1)) {
		if m.Step++; m.Step == m.Banks {
			m.Banks, m.Step = m.Banks+1, 0
		}
	}
	if err := m.Check(); err != nil {
		panic(err)
	}
	return m, nil
}

// separates reports whether Order elements, each the step away from the one before,
// lie in different banks.
func (m MemoryMap) separates(step int) bool {
	return m.Banks/bitmath.GCD(step+m.Banks, m.Banks) >= m.Order
}

// Bank returns the bank of an element.
func (m MemoryMap) Bank(row, col int) int {
	if m.Table != nil {
		return m.Table[row][col]
	}
	return (m.Step*row + col) % m.Banks
}

var lineKinds = [...]string{"row", "column", "rising diagonal", "falling diagonal"}

// Check looks at every row, column and diagonal of the array, short ones as well, and returns an
// error that names two elements of one line in one bank. Time and space O(n^2).
func (m MemoryMap) Check() error {
	n := m.Order
	for kind, name := range lineKinds {
		seen := make([]int32, 2*n*m.Banks) // by line and bank: element and 1
		for row := range n {
			for col := range n {
				bank := m.Bank(row, col)
				if bank < 0 || bank >= m.Banks {
					return errs.Errorf("memory map of order %d: bank %d of %d", n, bank, m.Banks)
				}
				at := &seen[[...]int{row, col, row + col, row - col + n - 1}[kind]*m.Banks+bank]
				if *at > 0 {
					other := int(*at - 1)
					return errs.Errorf("memory map of order %d: elements (%d,%d) and (%d,%d) of a %s share "+
						"bank %d", n, other/n, other%n, row, col, name, bank)
				}
				*at = int32(row*n+col) + 1
			}
		}
	}
	return nil
}

//go:embed c.tmpl verilog.tmpl
var templateFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"add":  func(x, y int) int { return x + y },
		"bits": func(x int) int { return max(1, bits.Len(uint(x))) }, // that hold 0 to x
	}).ParseFS(templateFiles, "*.tmpl"))
})

// Write writes the map as a "table" of the bank of every element, a row a line, as a header of C99
// with functions bank and address, "c", or as a module of Verilog-2001 without a clock, "verilog".
func (m MemoryMap) Write(w io.Writer, form string) error {
	if form != "table" {
		return templates().ExecuteTemplate(w, form+".tmpl", m)
	}
	out, width := bufio.NewWriter(w), len(fmt.Sprint(m.Banks-1))
	for i := range m.Order * m.Order {
		end := " "
		if i%m.Order == m.Order-1 {
			end = "\n"
		}
		fmt.Fprintf(out, "%*d%s", width, m.Bank(i/m.Order, i%m.Order), end)
	}
	return out.Flush()
}

// LargestSum returns the largest sum that a linear map takes modulo Banks.
func (m MemoryMap) LargestSum() int { return (m.Step + 1) * (m.Order - 1) }

// Limits of what is computed.
const (
	// MaxColumns is the largest number of columns of a ParityCheck.
	MaxColumns = 1 << 17

	// MaxMagic is the largest order of a magic square.
	MaxMagic = 2001

	// MaxMemoryMap is the largest order of a MemoryMap.
	MaxMemoryMap = 4096
)

// MagicSquare returns a pandiagonal magic square of order n, 5 to MaxMagic and prime to 6:
// the numbers 1 to n^2 such that every row, every column and every diagonal of the modular
// board has the sum n(n^2+1)/2. It is n*A + B + 1 where A and B, each 0 to n-1, number the
// classes of the board into n modular solutions of slope 2 and of slope 3: two of these
// meet in one square, and a line meets each in one.
//
// Time O(n^2). Errors: queens.ErrOrder.
func MagicSquare(n int) ([][]int, error) {
	if n < 5 || n > MaxMagic || bitmath.GCD(n, 6) > 1 {
		return nil, errs.Errorf("magic square of order %d: want 5 to %d, not divisible by 2 or 3: only then do "+
			"n modular solutions cover the board: %w",
			n, MaxMagic, queens.ErrOrder)
	}
	square := make([][]int, n)
	for r := range square {
		for c := range n {
			square[r] = append(square[r], n*((r+2*(n-c))%n)+(r+3*(n-c))%n+1)
		}
	}
	if err := CheckMagic(square); err != nil {
		panic(err)
	}
	return square, nil
}

// CheckMagic returns an error that says why a square is not pandiagonal magic: a number
// that is missing, or a line with another sum. Time O(n^2).
func CheckMagic(square [][]int) error {
	n := len(square)
	seen := make([]bool, n*n+1)
	sums := make([][len(lineKinds)]int, n)
	for r, row := range square {
		if len(row) != n {
			return errs.Errorf("magic square: row %d has %d numbers, want %d", r+1, len(row), n)
		}
		for c, k := range row {
			if k < 1 || k > n*n || seen[k] {
				return errs.Errorf("magic square: %d in row %d, column %d is out of range or a duplicate", k, r+1, c+1)
			}
			seen[k] = true
			for kind, line := range [...]int{r, c, (r + c) % n, (r - c + n) % n} {
				sums[line][kind] += k
			}
		}
	}
	for kind, name := range lineKinds {
		for i, of := range sums {
			if 2*of[kind] != n*(n*n+1) {
				return errs.Errorf("magic square: the sum of %s %d is %d, want %d", name, i+1, of[kind], n*(n*n+1)/2)
			}
		}
	}
	return nil
}

// MaxHops is the largest order of a HopSet, which is checked in time O(n^4).
const MaxHops = 127

// HopSet has frequency hopping patterns for Order channels, with a period of Order slots. Two
// senders have a hit in a slot in which they use the same channel.
type HopSet struct {
	Order    int           `json:"order"`
	Slopes   []int         `json:"slopes"`   // of the patterns: in slot i, channel slope*i mod Order
	Patterns []queens.Perm `json:"patterns"` // the channel of each slot; each a solution on the torus
}

// NewHops returns the linear patterns of order n, 5 to MaxHops and prime to 6, one for each slope
// from 2 to p-2, where p is the least prime factor of n.
//
// The difference of two slopes is prime to n, so two patterns have exactly one hit for each cyclic
// shift in time and channels. As a solution on the torus, a pattern has one hit with a carrier that
// stays on a channel or moves by one a slot. NewHops checks both. Errors: queens.ErrOrder. Sources:
// [shaar1984], [polya1918].
func NewHops(n int) (HopSet, error) {
	if n < 5 || n > MaxHops || n%2 == 0 || n%3 == 0 {
		return HopSet{}, errs.Errorf("hopping patterns for %d channels: want a number from 5 to %d without a "+
			"factor 2 or 3: %w", n, MaxHops, queens.ErrOrder)
	}
	h := HopSet{Order: n}
	for slope := 2; bitmath.GCD(slope+1, n) == 1; slope++ {
		p := make(queens.Perm, n)
		for i := range p {
			p[i] = slope * i % n
		}
		good := queens.Check(p, queens.Modular) == nil
		for _, other := range h.Patterns {
			good = good && Hits(p, other) == 1
		}
		if !good {
			panic(fmt.Sprintf("design: the pattern of slope %d for %d channels has several hits", slope, n))
		}
		h.Slopes, h.Patterns = append(h.Slopes, slope), append(h.Patterns, p)
	}
	return h, nil
}

// Hits returns the most slots in which two patterns of one order use the same channel, over all
// cyclic shifts in time and in channels: their Hamming cross-correlation. Time O(n^2).
func Hits(p, q queens.Perm) (most int) {
	n := len(p)
	for late := range p {
		hits := make([]int, n) // by shift in channels
		for i := range p {
			shift := (p[(i+late)%n] - q[i] + n) % n
			hits[shift]++
			most = max(most, hits[shift])
		}
	}
	return most
}

// ParityCheck is the parity-check matrix of an LDPC code: Rows by Columns blocks of Size
// by Size, block (j, k) a permutation matrix with a one in row (Slope*c + j*k) mod Size of
// each column c. If Size is prime to 6, Slope is 2 and every block is a solution on the
// modular board; else it is 1 and blocks are circulants.
type ParityCheck struct {
	Size    int `json:"size"`
	Rows    int `json:"blockRows"`
	Columns int `json:"blockColumns"`
	Slope   int `json:"slope"`
	Girth   int `json:"girth"` // length of the shortest cycle of the Tanner graph; 0 if it has none
	Rank    int `json:"rank"`  // over GF(2); -1 if the matrix is too large to find out

	edges [][]int32 // of the Tanner graph, whose vertices are the columns and then the rows, by vertex
}

const maxRank = 8192

// NewParityCheck returns the matrix with that many block rows and columns, both at least 2, without
// cycles of length 4: block column k has the shift k, and no product of a difference of rows and
// one of columns is divisible by size. A prime size that is at least both numbers is enough.
//
// Errors: queens.ErrOrder for numbers out of range and for a size with too few shifts; that of ctx,
// when it ends. Time O(ones * weight of a row) to find the girth, more where that is large.
func NewParityCheck(ctx context.Context, size, rows, columns int) (*ParityCheck, error) {
	if size < 2 || rows < 2 || columns < 2 || size > MaxColumns/max(rows, columns) {
		return nil, errs.Errorf("parity checks with %d by %d blocks of %d: want at least 2 of each, and at "+
			"most %d columns and rows: %w", rows, columns, size, MaxColumns, queens.ErrOrder)
	}
	for j := 1; j < rows; j++ {
		if shifts := size / bitmath.GCD(j, size); shifts < columns {
			return nil, errs.Errorf("parity checks with %d by %d blocks of %d: %d block columns have no cycle of "+
				"length 4, not more; take a larger or a prime size: %w", rows, columns, size, shifts, queens.ErrOrder)
		}
	}
	h := &ParityCheck{Size: size, Rows: rows, Columns: columns, Slope: 1, Rank: -1}
	if bitmath.GCD(size, 6) == 1 {
		h.Slope = 2
	}
	h.edges = make([][]int32, (columns+rows)*size)
	for k := range columns {
		for c := range size {
			for j := range rows {
				column, row := k*size+c, (columns+j)*size+(h.Slope*c+j*k)%size
				h.edges[column] = append(h.edges[column], int32(row))
				h.edges[row] = append(h.edges[row], int32(column))
			}
		}
	}
	h.Girth = h.girth(ctx)
	if err := ctx.Err(); err != nil {
		return nil, errs.Errorf("girth of parity checks with %d by %d blocks of %d: %w", rows, columns, size, err)
	}
	if h.Girth == 4 {
		panic(fmt.Sprintf("design: parity checks with %d by %d blocks of %d: a cycle of length 4", rows, columns, size))
	}
	if columns*size <= maxRank {
		h.Rank = h.rank()
	}
	return h, nil
}

// rank eliminates over GF(2): each row that is kept has its first one in a column where those
// kept before have a zero. Time O(columns^3 / 64).
func (h *ParityCheck) rank() int {
	kept := map[int][]uint64{} // by column of the first one
	columns := h.Columns * h.Size
	for _, row := range h.edges[columns:] {
		v := make([]uint64, (columns+63)/64)
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

// girth returns the length of the shortest cycle of the Tanner graph. It is found breadth first
// from every column, no deeper than could be shorter than what is known. When ctx ends the result
// means nothing.
func (h *ParityCheck) girth(ctx context.Context) int {
	depth, from := make([]int32, len(h.edges)), make([]int32, len(h.edges))
	seen := make([]int32, len(h.edges)) // start and 1
	best := int32(0)
	var queue []int32
	for start := range int32(h.Columns * h.Size) {
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
			for _, u := range h.edges[v] {
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
	out, columns := bufio.NewWriter(w), h.Columns*h.Size
	fmt.Fprintf(out, "%d %d\n%d %d\n", columns, h.Rows*h.Size, h.Rows, h.Columns)
	line := func(numbers []int) { fmt.Fprintln(out, strings.Trim(fmt.Sprint(numbers), "[]")) }
	line(slices.Repeat([]int{h.Rows}, columns))
	line(slices.Repeat([]int{h.Columns}, h.Rows*h.Size))
	for v, list := range h.edges {
		var places []int
		for _, at := range list {
			if v < columns {
				at -= int32(columns)
			}
			places = append(places, int(at)+1)
		}
		line(places)
	}
	return out.Flush()
}
