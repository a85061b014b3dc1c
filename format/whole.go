package format

import (
	"fmt"
	"slices"
	"strings"

	"queens/internal/humanize"
)

// A held board is not yielded yet: what follows may show that it is something else.
type held struct {
	Board
	shape string
	plain bool // it has one reading only
	gap   int  // empty lines before it
}

// whole is what the boards of a text have in common.
type whole struct {
	notes  []note
	first  held
	last   held
	doubt  held // of the boards that are not plain, the first one
	boards int
}

// note says how boards were read.
type note struct {
	shape, how string
	boards     int
	order      int // 0: several
}

var shapeNouns = map[string]string{
	Placements: "placement", Pictures: "board", Lists: "list of squares", OwnProblem: "problem",
}

func (h held) String() string { return fmt.Sprintf("%s of order %d", shapeNouns[h.shape], h.Order) }

// emit holds a board.
func (r *Reader) emit(b Board, shape, how string) error {
	w := &r.whole
	i := slices.IndexFunc(w.notes, func(n note) bool { return n.shape == shape && n.how == how })
	if i < 0 {
		i = len(w.notes)
		w.notes = append(w.notes, note{shape: shape, how: how, order: b.Order})
	}
	n := &w.notes[i]
	if n.boards++; n.order != b.Order {
		n.order = 0
	}
	switch o := r.object; {
	case r.ordered > 0 && b.Order != r.order:
		return fault(b.Line, "a board of order %d; line %d says %d", b.Order, r.ordered, r.order)
	case o.order > 0 && b.Order != o.order:
		return fault(b.Line, "a board of order %d in an object of order %d", b.Order, o.order)
	}
	r.ordered = 0
	h := held{b, shape, r.plainly || r.object.known, r.gap}
	if err := w.add(h, r.From != ""); err != nil {
		return err
	}
	r.held = append(r.held, h)
	return nil
}

// add refuses a board that may be a heading, a number or a part of another board, unless all are
// plain: of order 1 or 2 beside larger ones; without an empty line between them, a picture of such
// an order beside another, or a picture beside something else.
func (w *whole) add(h held, chosen bool) error {
	last := w.last
	w.last = h
	if w.boards++; w.boards == 1 {
		w.first = h
	}
	if !h.plain && w.doubt.shape == "" {
		w.doubt = h
	}
	if chosen || w.boards == 1 || w.doubt.shape == "" {
		return nil
	}
	switch small := min(h.Order, w.first.Order) < 3; {
	case small && h.Order != w.first.Order:
		last = w.first
	case h.shape != Pictures && last.shape != Pictures, h.shape == last.shape && !small, h.gap > last.gap:
		return nil
	}
	return fault(h.Line, "a %v, after a %v in line %d; write words before a number that is no board, and an empty "+
		"line between boards of two kinds", h, last, last.Line)
}

// Boards are held until so many bytes or plain boards have been read.
const (
	heldBytes  = 1 << 16
	heldBoards = 1 << 8
)

// flush yields the boards that are held: at the end, or if they are many, or if they are plain and
// nothing more has arrived.
func (r *Reader) flush(end bool) error {
	s := &r.shaper
	switch pending := len(s.text) + len(s.open) + len(s.blocks) + len(s.label) + r.object.begin; {
	case end:
	case len(r.carry) > 0:
		return nil
	case r.whole.doubt.shape != "" || pending > 0:
		if s.bytes < heldBytes {
			return nil
		}
	case len(r.held) < heldBoards && r.in.Buffered() > 0:
		return nil
	}
	for _, h := range r.held {
		if !r.yield(h.Board, nil) {
			return errStopped
		}
	}
	r.held, s.bytes = r.held[:0], 0
	return nil
}

// Note says how the boards so far were read, "read 1 board of order 4: queens are Q, row 1 on top";
// it is empty if all were one-line notation from 1.
func (r *Reader) Note() string {
	var parts []string
	for _, n := range r.whole.notes {
		if n.shape == Placements && n.how == "" {
			continue
		}
		noun, of, _ := strings.Cut(shapeNouns[n.shape], " ")
		text := strings.TrimSpace(humanize.Plural(n.boards, noun) + " " + of)
		if n.order > 0 {
			text += fmt.Sprintf(" of order %d", n.order)
		}
		parts = append(parts, text+": "+strings.TrimPrefix(n.how, ", "))
	}
	if len(parts) == 0 {
		return ""
	}
	return "read " + strings.Join(parts, "; ")
}
