package model

import (
	"bufio"
	"io"
	"strconv"

	"queens"
)

// printer writes numbers and texts without garbage and remembers the first error,
// which flush returns.
type printer struct {
	w       *bufio.Writer
	scratch [20]byte
}

func newPrinter(w io.Writer) *printer { return &printer{w: bufio.NewWriterSize(w, 64<<10)} }

func (p *printer) text(texts ...string) {
	for _, s := range texts {
		_, _ = p.w.WriteString(s)
	}
}

func (p *printer) byte(b byte) { _ = p.w.WriteByte(b) }

func (p *printer) number(x int) { _, _ = p.w.Write(strconv.AppendInt(p.scratch[:0], int64(x), 10)) }

// failed reports whether an error has come: what is written now goes nowhere. Long loops
// ask, so that they end when the receiver is gone.
func (p *printer) failed() bool {
	_, err := p.w.Write(nil)
	return err != nil
}

func (p *printer) flush() error { return p.w.Flush() }

// comment writes what every text begins with, each line after a prefix: what the
// text states, and how it was made.
func (p *printer) comment(prefix string, m *Model, lines ...string) {
	p.text(prefix, describe(m), "\n")
	if m.options.Symmetry {
		p.text(prefix, "with symmetry breaking: at least one solution of each orbit is left\n")
	}
	if m.options.Most {
		p.text(prefix, "as many queens as possible, where so many do not fit\n")
	}
	for _, line := range lines {
		p.text(prefix, line, "\n")
	}
}

func describe(m *Model) string {
	p := m.problem
	text := strconv.Itoa(p.Order) + " queens on the " + p.Topology.String() + " board of order " + strconv.Itoa(p.Order)
	if k := len(p.Given); k > 0 {
		text += ", given queens: " + strconv.Itoa(k)
	}
	if k := len(p.Blocked); k > 0 {
		text += ", blocked squares: " + strconv.Itoa(k)
	}
	if k := len(p.Excluded); k > 0 {
		text += ", excluded diagonals: " + strconv.Itoa(k)
	}
	return text
}

// squareName is the name of the variable of a square in texts that have names,
// such as "x_2_1" for row 2, column 1, counted from 1.
func (p *printer) squareName(sq queens.Square) {
	p.text("x_")
	p.number(sq.Row + 1)
	p.byte('_')
	p.number(sq.Col + 1)
}
