package boards

import (
	"context"
	"runtime"
	"sync"

	"queens"
	"queens/count/kind"
	"queens/internal/kernel"
)

// Part is a piece of a family: the family's board with queens in the first open
// rows.
type Part struct {
	Family int    // index in Count.Families
	Cols   string // one byte per queen, its column, in the order of the open rows
}

// Parts are the pieces of a subproblem of boards. There is at least one.
type Parts []Part

const pieces = "boards"

// Kind returns what the pieces are.
func (Parts) Kind() string { return pieces }

// AppendTo appends the parts as numbers.
func (parts Parts) AppendTo(b []byte) []byte {
	b = kind.AppendNumbers(b, len(parts))
	for _, part := range parts {
		b = kind.AppendString(kind.AppendNumbers(b, part.Family), part.Cols)
	}
	return b
}

// Kind is the kind of the schemes whose subproblems are boards with some queens in place.
type Kind struct {
	of    func(n int) []Family // whose weighted completions add up to the count
	again func(n int) []Family // other images of the same families; nil: there are none
	apart bool                 // no subproblem has parts of two families
}

// Facts describes the kind.
func (Kind) Facts() kind.Facts {
	return kind.Facts{
		Name: "search", Pieces: pieces, Schemes: schemes(), Kernels: kind.Described("search", kernel.All()),
		// Kernels for vector units share code with each other, not with the portable ones.
		Checks: func(p kind.Processor) bool { return p.Needs == "" },
	}
}

// Begin returns a count of order n.
func (k Kind) Begin(s kind.Scheme, n int) kind.Count {
	return &Count{Kind: k, order: n, board: s.Topology, families: sync.OnceValue(func() []Family { return k.of(n) })}
}

// Again returns a scheme, in no table, that counts other images of the same boards for checks, if
// there is one.
func Again(s kind.Scheme) (again kind.Scheme, ok bool) {
	k, _ := s.Kind.(Kind)
	if k.again == nil {
		return s, false
	}
	k.of = k.again
	s.Kind = k
	return s, true
}

// Count is a count of boards.
type Count struct {
	kind.Plain
	Kind
	order    int
	board    queens.Topology
	families func() []Family
	works    []kind.Work // of each family, by Work
}

// Families returns the families, which takes milliseconds the first time.
func (c *Count) Families() []Family { return c.families() }

// Identity returns the families.
func (c *Count) Identity() (parts int, b []byte) {
	families := c.Families()
	for i := range families {
		b = families[i].appendTo(b)
	}
	return len(families), b
}

// Board returns the board of a part and the number of solutions that each of its completions
// represents.
func (c *Count) Board(part Part) (Board, uint64) {
	b := c.root(part.Family)
	for i := range len(part.Cols) {
		b = b.with(int(part.Cols[i]))
	}
	return b, c.Families()[part.Family].Weight
}

func (c *Count) root(family int) Board { return c.Families()[family].board(c.order, c.board) }

// Work estimates every family.
func (c *Count) Work(ctx context.Context) (whole kind.Work, err error) {
	families := len(c.Families())
	c.works = make([]kind.Work, families)
	descents := min(maxDescents, max(minDescents, draftDescents/max(1, families)))
	for i := range c.works {
		if err := ctx.Err(); err != nil {
			return whole, err
		}
		b := c.root(i)
		c.works[i] = b.estimate(descents)
		whole = whole.Plus(c.works[i])
	}
	return whole, nil
}

// Cut cuts the families side by side and packs the pieces.
func (c *Count) Cut(ctx context.Context, target kind.Work) ([]kind.Subproblem, error) {
	pieces := make([][]piece, len(c.works))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(pieces)) {
		workers.Go(func() {
			for i := range next {
				b := c.root(i)
				cut := cutter{done: ctx.Done(), family: i, target: target}
				cut.cut(&b, c.works[i])
				pieces[i] = cut.pieces
			}
		})
	}
	for i := range pieces {
		next <- i
	}
	close(next)
	workers.Wait()
	return c.pack(pieces, target), ctx.Err()
}

type piece struct {
	part Part
	work kind.Work
}

type cutter struct {
	done   <-chan struct{} // closed when the cutting is to stop
	family int
	target kind.Work
	cols   []byte // queens placed so far
	pieces []piece
}

// cut adds the pieces of b, whose estimated work is given.
func (c *cutter) cut(b *Board, work kind.Work) {
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

func (c *Count) pack(pieces [][]piece, target kind.Work) (list []kind.Subproblem) {
	var parts Parts
	var work kind.Work
	finish := func() {
		if len(parts) > 0 {
			list = append(list, kind.Subproblem{Work: work, Pieces: parts})
			parts, work = nil, kind.Work{}
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
		if c.apart {
			finish()
		}
	}
	finish()
	return list
}
