package answer

import (
	"fmt"
	"strconv"
	"strings"

	"queens/internal/answer/counted"

	"queens"
	"queens/math/design"
)

// MemoryMap spreads the elements of a square array over banks, queens.memmap/1.
type MemoryMap struct {
	Schema string `json:"schema"`
	design.MemoryMap
}

// NewMemoryMap describes a memory map.
func NewMemoryMap(m design.MemoryMap) *MemoryMap { return &MemoryMap{"queens.memmap/1", m} }

// Text says how the bank of an element is found.
func (m *MemoryMap) Text(Style) string {
	bank := fmt.Sprintf("(%d*i + j) mod %d for element (i, j), counted from 0", m.Step, m.Banks)
	proof := ""
	switch f := m.Factor; {
	case f > 0:
		bank = fmt.Sprintf("%[1]d*T[i/%[1]d][j/%[1]d] + (2*i + j) mod %[1]d for element (i, j), counted from 0; --json prints T", f)
		proof = fmt.Sprintf(`proof    2*i + j changes by 1, 2 or 3 a step along a line, and %[1]d has no factor 2 or 3: one bank means a multiple of %[1]d steps.
         Elements so far apart have different entries in one line of T, a map of %[2]d by %[2]d, and so different banks.
`, f, len(m.Table))
	case m.Table != nil:
		bank = "entry (i, j), counted from 0, of the table that --format table prints"
	}
	fewer := "proven impossible"
	if !m.Least() {
		fewer = fmt.Sprintf("not ruled out: %d are needed at least", m.LowerBound)
	}
	return fmt.Sprintf(`bank     %s
address  i
banks    %d of %d words, %.1f %% of them used
fewer    %s
%schecked  every row, column and diagonal, element by element
`, bank, m.Banks, m.Order, 100*float64(m.Order)/float64(m.Banks), fewer, proof)
}

// Interleaver is a permutation whose neighbours end up far apart,
// queens.interleaver/1.
type Interleaver struct {
	Schema string      `json:"schema"`
	Order  int         `json:"order"`
	Seed   string      `json:"seed"`
	Rows   queens.Perm `json:"rows"`
	design.Interleaver
}

// NewInterleaver describes an interleaver.
func NewInterleaver(x design.Interleaver, seed uint64) *Interleaver {
	return &Interleaver{"queens.interleaver/1", x.Perm.Order(), counted.Decimal(seed), x.Perm, x}
}

// Text returns a row a line.
func (x *Interleaver) Text(s Style) string { return boardLines(s, x.Rows) }

// Stats returns the measured figures for people.
func (x *Interleaver) Stats() string {
	made := x.Method
	if x.Slope > 0 {
		made = fmt.Sprintf("%s, %d*i mod %d", x.Method, x.Slope, x.Modulus)
	}
	text := fmt.Sprintf("method      %s\nspread      %d, around the block %d\ndispersion  %.4f\n", made, x.Spread, x.CyclicSpread, x.Dispersion)
	if x.LTE != nil {
		text += fmt.Sprintf("LTE         %d*i + %d*i^2 mod %d: spread %d, around the block %d, dispersion %.4f\n",
			x.LTE.F1, x.LTE.F2, x.Order, x.LTE.Spread, x.LTE.CyclicSpread, x.LTE.Dispersion)
	}
	return text
}

// LDPC is the parity-check matrix of a code, queens.ldpc/1.
type LDPC struct {
	Schema string `json:"schema"`
	Length int    `json:"length"`
	Checks int    `json:"checks"`
	*design.ParityCheck
}

// NewLDPC describes a matrix.
func NewLDPC(h *design.ParityCheck) *LDPC {
	return &LDPC{Schema: "queens.ldpc/1", Length: h.Columns * h.Size, Checks: h.Rows * h.Size, ParityCheck: h}
}

// Text describes the matrix.
func (h *LDPC) Text(Style) string {
	blocks := "circulants"
	if h.Slope > 1 {
		blocks = "queens on the torus"
	}
	girth := strconv.Itoa(h.Girth)
	if h.Girth == 0 {
		girth = "none, there is no cycle"
	}
	rank := "not computed for more than 8192 columns"
	if h.Rank >= 0 {
		rank = fmt.Sprintf("%d, so %d of %d bits carry information, rate %.4f", h.Rank, h.Length-h.Rank, h.Length, float64(h.Length-h.Rank)/float64(h.Length))
	}
	return fmt.Sprintf(`matrix   %d checks of %d bits, %d by %d blocks of %d (%s)
weights  %d ones in each column, %d in each row
girth    %s
rank     %s
`, h.Checks, h.Length, h.Rows, h.Columns, h.Size, blocks, h.Rows, h.Columns, girth, rank)
}

// Magic is a pandiagonal magic square, queens.magic/1.
type Magic struct {
	Schema  string  `json:"schema"`
	Order   int     `json:"order"`
	Sum     int     `json:"sum"` // of a row, a column, a diagonal
	Numbers [][]int `json:"numbers"`
}

// Text returns the square.
func (m *Magic) Text(Style) string {
	var b strings.Builder
	width := len(strconv.Itoa(m.Order * m.Order))
	for _, row := range m.Numbers {
		for c, k := range row {
			if c > 0 {
				b.WriteByte(' ')
			}
			fmt.Fprintf(&b, "%*d", width, k)
		}
		b.WriteByte('\n')
	}
	return b.String()
}
