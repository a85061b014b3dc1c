// Package plan cuts a count into subproblems that can be done in any order, on
// any number of machines, and added up.
//
// A plan is made by a [Scheme]: it cuts all solutions into families, each given
// by queens in place, blocked squares and a weight. A family that is too large is
// cut further by placing queens in its next rows; the pieces are parts. A
// [Subproblem] is a numbered list of consecutive parts; its result is the exact
// sum of weight times completions, and the sum over all subproblems is the
// count. The same order, scheme and version give the same plan everywhere, down
// to the last bit of its [Plan.Hash]; nothing depends on the machine, the
// kernel or the number of workers.
//
//	p, err := plan.New(ctx, 18, scheme)
//	for _, sub := range p.Subproblems { // any order, any machine
//		for _, part := range sub.Parts {
//			board, weight := p.Board(part)
//			...
//		}
//	}
//
// A scheme that joins has column sets instead of families: its subproblems are runs
// of them, see [Sets].
//
// The package counts nothing: that is package count.
package plan

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"hash"
	"runtime"
	"sync"

	"queens"
)

// Part is a piece of a family: the family's board with queens in the first open
// rows.
type Part struct {
	Family int    // index in Plan.Families
	Cols   string // one byte per queen, its column, in the order of the open rows
}

// Subproblem is the unit of work, of storage and of retry.
type Subproblem struct {
	Number int // index in Plan.Subproblems
	Work   Work
	Parts  []Part // of families
	Sets   Sets   // of a join; then there are no parts
}

// Plan is the decomposition of one count. It is not to be modified.
type Plan struct {
	Order       int
	Scheme      Scheme
	Families    []Family
	Subproblems []Subproblem
	Target      Work // largest estimate of a subproblem of several parts
	Work        Work // sum over all subproblems
	hash        [sha256.Size]byte
}

// Bounds of the work of one subproblem, in estimated board states. A portable
// kernel examines about 1e8 of them in a second, so a subproblem takes
// 10 ms to some seconds, until their number reaches maxSubproblems: then they
// grow with the order.
const (
	minTarget      = 1 << 20
	usualTarget    = 1 << 29
	usualCount     = 256
	maxSubproblems = 1 << 18
)

// New returns the plan of the given order, which is one that the scheme accepts.
//
// Time and space grow with the number of subproblems, which is some hundreds
// where those are small enough and about a million at most: milliseconds up to
// n = 16, see docs/performance.md for large orders. Errors: queens.ErrOrder for an
// order out of range; ctx's error if it ends.
func New(ctx context.Context, n int, s Scheme) (*Plan, error) {
	if s.Joins() {
		return newPlan(ctx, n, s, targetOfJoin)
	}
	return newPlan(ctx, n, s, targetOf)
}

// newPlan is New for any rule that says, from the work of the whole, how much a
// subproblem should have.
func newPlan(ctx context.Context, n int, s Scheme, targetOf func(total Work) Work) (*Plan, error) {
	p, estimates, err := draft(ctx, n, s)
	if err != nil {
		return nil, err
	}
	p.Target = targetOf(p.Work)
	if s.Joins() {
		if err := p.cutSets(ctx); err != nil {
			return nil, fmt.Errorf("plan: %s of order %d: %w", s.Name, n, err)
		}
		p.seal()
		return p, nil
	}
	p.Work = Work{}
	pieces, err := p.cutFamilies(ctx, estimates)
	if err != nil {
		return nil, fmt.Errorf("plan: %s of order %d: %w", s.Name, n, err)
	}
	p.pack(pieces)
	p.seal()
	return p, nil
}

// Estimate returns the work of a plan without making the plan, from the same
// random descents. Time: milliseconds, for the constellations of order 32 half a
// second. Errors: queens.ErrOrder for an order out of range.
func Estimate(n int, s Scheme) (Work, error) {
	p, _, err := draft(context.Background(), n, s)
	if err != nil {
		return Work{}, err
	}
	return p.Work, nil
}

// draft returns a plan that is not cut yet, and the work of each family, or ctx's
// error if it ends.
func draft(ctx context.Context, n int, s Scheme) (*Plan, []Work, error) {
	if err := s.Accepts(n); err != nil {
		return nil, nil, err
	}
	if s.Joins() {
		p, err := joinDraft(ctx, n, s)
		return p, nil, err
	}
	p := &Plan{Order: n, Scheme: s, Families: s.families(n)}
	estimates := make([]Work, len(p.Families))
	descents := min(maxDescents, max(minDescents, draftDescents/max(1, len(p.Families))))
	for i := range p.Families {
		if err := ctx.Err(); err != nil {
			return nil, nil, fmt.Errorf("plan: %s of order %d: %w", s.Name, n, err)
		}
		b := p.root(i)
		estimates[i] = b.estimate(descents)
		p.Work = p.Work.Plus(estimates[i])
	}
	return p, estimates, nil
}

// targetOf returns the largest work of a subproblem in a plan of the given work.
func targetOf(total Work) Work {
	share, _ := total.DivMod(usualCount)
	share = clamp(share, queens.NewTotal(minTarget), queens.NewTotal(usualTarget))
	least, _ := total.DivMod(maxSubproblems)
	if share.Compare(least) < 0 {
		return least
	}
	return share
}

// clamp returns w, but at least low and, unless low is more, at most high.
func clamp(w, low, high Work) Work {
	switch {
	case w.Compare(low) < 0:
		return low
	case w.Compare(high) > 0:
		return high
	default:
		return w
	}
}

// piece is a part with its estimated work.
type piece struct {
	part Part
	work Work
}

// root returns the board of a family without further queens.
func (p *Plan) root(family int) Board {
	return p.Families[family].board(p.Order, p.Scheme.Topology, p.Scheme.Motion)
}

// cutFamilies returns the pieces of every family, cut side by side.
func (p *Plan) cutFamilies(ctx context.Context, estimates []Work) ([][]piece, error) {
	pieces := make([][]piece, len(p.Families))
	next := make(chan int)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(p.Families)) {
		workers.Go(func() {
			for i := range next {
				b := p.root(i)
				c := cutter{done: ctx.Done(), family: i, target: p.Target}
				c.cut(&b, estimates[i])
				pieces[i] = c.pieces
			}
		})
	}
	for i := range p.Families {
		next <- i
	}
	close(next)
	workers.Wait()
	return pieces, ctx.Err()
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

// pack gathers consecutive pieces into subproblems of at most Target work.
func (p *Plan) pack(pieces [][]piece) {
	var sub Subproblem
	finish := func() {
		if len(sub.Parts) > 0 {
			sub.Number = len(p.Subproblems)
			p.Subproblems = append(p.Subproblems, sub)
			p.Work = p.Work.Plus(sub.Work)
			sub = Subproblem{}
		}
	}
	for _, family := range pieces {
		for _, piece := range family {
			if sub.Work.Plus(piece.work).Compare(p.Target) > 0 {
				finish()
			}
			sub.Parts = append(sub.Parts, piece.part)
			sub.Work = sub.Work.Plus(piece.work)
		}
	}
	finish()
}

// Board returns the board of a part and the number of solutions that each of
// its completions stands for. It panics if the part is not of this plan's
// families.
func (p *Plan) Board(part Part) (Board, uint64) {
	b := p.root(part.Family)
	for i := range len(part.Cols) {
		b = b.with(int(part.Cols[i]))
	}
	return b, p.Families[part.Family].Weight
}

// Hash identifies the plan: order, scheme, version and every subproblem enter
// it. Results of different hashes must never be added.
func (p *Plan) Hash() [sha256.Size]byte { return p.hash }

// HashText returns the hash in hexadecimal.
func (p *Plan) HashText() string { return hex.EncodeToString(p.hash[:]) }

// seal computes the hash.
func (p *Plan) seal() {
	h := sha256.New()
	fmt.Fprintf(h, "queens plan 1\norder %d\nscheme %s version %d\ntopology %v motion %d\nfamilies %d subproblems %d\n",
		p.Order, p.Scheme.Name, p.Scheme.Version, p.Scheme.Topology, p.Scheme.Motion, len(p.Families), len(p.Subproblems))
	d := digest{h: h}
	for i := range p.Families {
		f := &p.Families[i]
		d.number(f.Weight)
		d.squares(f.Fixed)
		d.squares(f.Blocked)
		d.number(uint64(len(f.Rows)))
		for _, r := range f.Rows {
			d.number(uint64(r))
		}
	}
	for i := range p.Subproblems {
		if p.Scheme.Joins() {
			sets := p.Subproblems[i].Sets
			d.number(uint64(sets.Family))
			d.number(sets.First)
			d.number(uint64(sets.Count))
			d.bytes(nil)
			continue
		}
		d.number(uint64(len(p.Subproblems[i].Parts)))
		for _, part := range p.Subproblems[i].Parts {
			d.number(uint64(part.Family))
			d.number(uint64(len(part.Cols)))
			d.bytes([]byte(part.Cols))
		}
	}
	d.flush()
	h.Sum(p.hash[:0])
}

// digest writes numbers to a hash: each as a varint, lengths before lists, so
// that different plans are different byte strings.
type digest struct {
	h   hash.Hash
	buf []byte
}

func (d *digest) number(x uint64) { d.buf = binary.AppendUvarint(d.buf, x) }

func (d *digest) squares(squares []queens.Square) {
	d.number(uint64(len(squares)))
	for _, sq := range squares {
		d.number(uint64(sq.Row))
		d.number(uint64(sq.Col))
	}
}

// bytes adds b.
func (d *digest) bytes(b []byte) {
	d.buf = append(d.buf, b...)
	if len(d.buf) > 1<<16 {
		d.flush()
	}
}

func (d *digest) flush() {
	d.h.Write(d.buf)
	d.buf = d.buf[:0]
}
