package format

import (
	"io"

	"queens"
)

// Encoder turns solutions of one order into text. It is made by a Format, does not
// change, and is safe for use by several goroutines at once.
type Encoder struct {
	head string // before the first solution
	lead string // before every solution; between solutions only, once a Writer is done
	foot string // after the last solution

	small func(b []byte, p []uint8) []byte
	large func(b []byte, p []int) []byte
}

// row is a type for the rows of a solution.
type row interface{ ~int | ~uint8 }

// AppendSolution appends the solution p, one row per column from 0, to b. It makes
// Encoder a list.Encoder. Time O(n).
func (e *Encoder) AppendSolution(b []byte, p []uint8) []byte {
	return e.small(append(b, e.lead...), p)
}

// AppendPerm is AppendSolution for a Perm, of any order.
func (e *Encoder) AppendPerm(b []byte, p queens.Perm) []byte {
	return e.large(append(b, e.lead...), p)
}

// Writer writes a list: the head of the format, solutions, the foot. It passes
// on what it is given in single writes and keeps nothing back.
type Writer struct {
	w       io.Writer
	enc     *Encoder
	started bool
	one     []byte
}

// NewWriter returns a Writer of a list in the format of enc. Nothing is written
// before the first solution or Close.
func NewWriter(w io.Writer, enc *Encoder) *Writer { return &Writer{w: w, enc: enc} }

// Resume returns a Writer that continues a list with solutions, but without its foot.
func Resume(w io.Writer, enc *Encoder) *Writer { return &Writer{w: w, enc: enc, started: true} }

// WriteText writes what the encoder of this Writer appended for one or more
// solutions. The error is that of the underlying writer.
func (w *Writer) WriteText(text []byte) error {
	if len(text) == 0 {
		return nil
	}
	if !w.started {
		if err := w.start(); err != nil {
			return err
		}
		text = text[len(w.enc.lead):]
	}
	_, err := w.w.Write(text)
	return err
}

// WritePerm writes one solution.
func (w *Writer) WritePerm(p queens.Perm) error {
	w.one = w.enc.AppendPerm(w.one[:0], p)
	return w.WriteText(w.one)
}

// Close writes the end of the list, so that it is complete; it does not
// close the underlying writer.
func (w *Writer) Close() error {
	if !w.started {
		if err := w.start(); err != nil {
			return err
		}
	}
	return w.write(w.enc.foot)
}

func (w *Writer) start() error {
	w.started = true
	return w.write(w.enc.head)
}

func (w *Writer) write(s string) error {
	if s == "" {
		return nil
	}
	_, err := io.WriteString(w.w, s)
	return err
}
