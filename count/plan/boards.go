package plan

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"sync"
)

// Part is a piece of a family: the family's board with queens in the first open
// rows.
type Part struct {
	Family int    // index in Frame.Families
	Cols   string // one byte per queen, its column, in the order of the open rows
}

// Parts are the pieces of a subproblem of boards. There is at least one.
type Parts []Part

func (Parts) kind() Kind { return Boards }

func (parts Parts) appendTo(b []byte) []byte {
	b = binary.AppendUvarint(b, uint64(len(parts)))
	for _, part := range parts {
		b = appendString(binary.AppendUvarint(b, uint64(part.Family)), part.Cols)
	}
	return b
}

// Board returns the board of a part and the number of solutions that each of
// its completions stands for. It panics if the part is not of the frame's
// families.
func (f *Frame) Board(part Part) (Board, uint64) {
	b := f.root(part.Family)
	for i := range len(part.Cols) {
		b = b.with(int(part.Cols[i]))
	}
	return b, f.Families()[part.Family].Weight
}

// root returns the board of a family without further queens.
func (f *Frame) root(family int) Board {
	return f.Families()[family].board(f.Order, f.Scheme.Topology)
}

// boards is the kind of the schemes whose subproblems are boards.
type boards struct {
	of    func(n int) []Family // whose weighted completions add up to the count
	again func(n int) []Family // other images of the same families; nil: there are none
	apart bool                 // no subproblem has parts of two families
}

func (boards) name() Kind                { return Boards }
func (k boards) families(n int) []Family { return k.of(n) }
func (boards) target(total Work) Work    { return targetOf(total) }

// draft estimates every family.
func (boards) draft(ctx context.Context, d *Draft) error {
	families := len(d.Families())
	d.works = make([]Work, families)
	descents := min(maxDescents, max(minDescents, draftDescents/max(1, families)))
	for i := range d.works {
		if err := ctx.Err(); err != nil {
			return err
		}
		b := d.root(i)
		d.works[i] = b.estimate(descents)
		d.Work = d.Work.Plus(d.works[i])
	}
	return nil
}

// cut cuts the families side by side and packs the pieces.
func (k boards) cut(ctx context.Context, d *Draft, target Work) ([]Subproblem, error) {
	pieces := make([][]piece, len(d.works))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pieces)) {
		workers.Go(func() {
			for i := range next {
				b := d.root(i)
				c := cutter{done: ctx.Done(), family: i, target: target}
				c.cut(&b, d.works[i])
				pieces[i] = c.pieces
			}
		})
	}
	for i := range pieces {
		next <- i
	}
	close(next)
	workers.Wait()
	return k.pack(pieces, target), ctx.Err()
}

// parse reads parts and puts their queens on the board.
func (boards) parse(f *Frame, r *reader) (Pieces, error) {
	length := r.number()
	if length == 0 && r.err == nil {
		return nil, errors.New("it has no part")
	}
	var parts Parts
	for range length {
		part := Part{Family: int(min(r.number(), maxNumber)), Cols: string(r.bytes(r.number()))}
		if r.err != nil {
			return nil, r.err
		}
		if families := len(f.Families()); part.Family >= families {
			return nil, fmt.Errorf("family %d of %d", part.Family, families)
		}
		b := f.root(part.Family)
		for _, col := range []byte(part.Cols) {
			if len(b.Rows) == 0 || b.Free(b.Rows[0])>>col&1 == 0 {
				return nil, fmt.Errorf("a queen of family %d stands where none can", part.Family)
			}
			b.fill(int(col))
		}
		parts = append(parts, part)
	}
	return parts, nil
}

// piece is a part with its estimated work.
type piece struct {
	part Part
	work Work
}

// cutter cuts one family.
type cutter struct {
	done   <-chan struct{} // closed when the cutting is to stop
	family int
	target Work
	cols   []byte // queens placed so far
	pieces []piece
}

// cut adds the pieces of b, whose estimated work is given: b itself if it is
// small enough, otherwise the pieces of its children.
func (c *cutter) cut(b *Board, work Work) {
	if work.Compare(c.target) <= 0 || len(b.Rows) == 0 {
		c.pieces = append(c.pieces, piece{Part{c.family, string(c.cols)}, work})
		return
	}
	for col, child := range b.children() {
		select {
		case <-c.done:
			return
		default:
		}
		c.cols = append(c.cols, byte(col))
		c.cut(&child, child.estimate(minDescents))
		c.cols = c.cols[:len(c.cols)-1]
	}
}

// pack gathers consecutive pieces into subproblems of at most the target.
func (k boards) pack(pieces [][]piece, target Work) (list []Subproblem) {
	var parts Parts
	var work Work
	finish := func() {
		if len(parts) > 0 {
			list = append(list, Subproblem{Work: work, Pieces: parts})
			parts, work = nil, Work{}
		}
	}
	for _, family := range pieces {
		for _, piece := range family {
			if work.Plus(piece.work).Compare(target) > 0 {
				finish()
			}
			parts = append(parts, piece.part)
			work = work.Plus(piece.work)
		}
		if k.apart {
			finish()
		}
	}
	finish()
	return list
}
