package proof

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"

	"queens"
	"queens/find/complete"
	"queens/model"
)

// ErrCounts says that an argument counts, which a proof in clauses cannot.
var ErrCounts = fmt.Errorf("clauses cannot count: %w", queens.ErrFormat)

// Writer writes a proof. It is a complete.Proof and a solver.Lemmas.
type Writer struct {
	file    io.Writer
	w       *bufio.Writer
	kind    Kind
	model   *model.Model
	numbers map[string]int // of the constraints of the formula by name, the first of two for an equation
	first   int            // number of constraints of the formula
	last    int            // number of the constraint derived last
	steps   int
	err     error
	line    []byte
}

var _ complete.Proof = (*Writer)(nil)

// New returns a Writer of a proof of a kind to a file, about the formula of a model.
func New(file io.Writer, kind Kind, m *model.Model) *Writer {
	w := &Writer{file: file, w: bufio.NewWriterSize(file, 1<<16), kind: kind, model: m, numbers: map[string]int{}}
	add := func(name string, equal bool) {
		w.first++
		w.numbers[name] = w.first
		if equal {
			w.first++
		}
	}
	for range m.Fixed() {
		add("", true)
	}
	for g := range m.Groups() {
		add(g.Name, g.Exactly)
	}
	w.first += m.Nogoods()
	w.head()
	return w
}

// head begins the proof.
func (w *Writer) head() {
	w.last, w.steps = w.first, 0
	if w.kind == VeriPB {
		w.print("pseudo-Boolean proof version 2.0\nf %d\n", w.first)
	}
}

func (w *Writer) print(format string, args ...any) {
	_, _ = fmt.Fprintf(w.w, format, args...) // bufio.Writer keeps the error
}

// Restart begins the file anew, if it is one; else what stands there stays, which is right, too.
func (w *Writer) Restart() {
	file, ok := w.file.(interface {
		io.Seeker
		Truncate(size int64) error
	})
	if !ok || w.steps == 0 {
		return
	}
	if at, err := file.Seek(0, io.SeekStart); err != nil || at != 0 || file.Truncate(0) != nil {
		return // a pipe or a device
	}
	w.w.Reset(w.file)
	w.head()
}

// Add writes a lemma.
func (w *Writer) Add(clause []int) (number int) {
	w.line = w.line[:0]
	if w.kind == VeriPB {
		w.line = append(w.line, "rup"...)
	}
	w.literals(clause)
	w.write()
	w.steps++
	w.last++
	return w.last
}

// literals appends a clause.
func (w *Writer) literals(clause []int) {
	for _, l := range clause {
		switch {
		case w.kind == DRAT:
			w.line = append(strconv.AppendInt(w.line, int64(l), 10), ' ')
		case l < 0:
			w.line = strconv.AppendInt(append(w.line, " 1 ~x"...), int64(-l), 10)
		default:
			w.line = strconv.AppendInt(append(w.line, " 1 x"...), int64(l), 10)
		}
	}
	if w.kind == DRAT {
		w.line = append(w.line, "0\n"...)
	} else {
		w.line = append(w.line, " >= 1 ;\n"...)
	}
}

func (w *Writer) write() { _, _ = w.w.Write(w.line) }

// Forget writes that a lemma is not needed any more.
func (w *Writer) Forget(number int, clause []int) {
	if w.kind == VeriPB {
		w.line = append(strconv.AppendInt(append(w.line[:0], "del id "...), int64(number), 10), '\n')
	} else {
		w.line = append(w.line[:0], "d "...)
		w.literals(clause)
	}
	w.write()
}

// Steps returns the number of constraints derived.
func (w *Writer) Steps() int { return w.steps }

// End ends the proof, which is complete, and returns the first error.
//
// Errors: ErrCounts; those of the file.
func (w *Writer) End() error {
	if w.kind == VeriPB {
		w.print("output NONE\nconclusion UNSAT : %d\nend pseudo-Boolean proof\n", w.last)
	}
	return errors.Join(w.err, w.w.Flush())
}
