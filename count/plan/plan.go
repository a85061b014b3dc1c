// Package plan divides a count into subproblems that can be counted in any order, on any number of
// machines, and added up.
//
// A plan is made by a [Variant] of a [Method]. A [Subproblem] is a numbered list of pieces, and the
// exact sum of the results of all subproblems is the count. A piece depends on the method: a tile
// of row sets for parity classes, which count orders 16 to 28; a run of sets of columns or lines;
// or boards with queens in place. Package methods is the table of all methods; each is a package in
// a folder below it. The same order, variant and version give the same plan everywhere, down to the
// last bit of its [Plan.Hash], whatever the machine, the kernel or the number of workers.
//
//	p, err := New(ctx, 12, families)
//	for _, sub := range p.Subproblems { // any order, any machine
//		...
//	}
//
// The package does not count: package count does.
package plan

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"sync"

	"queens/count/ledger"
	"queens/internal/errs"
)

// Plan is the decomposition of one count. It is read-only.
type Plan struct {
	Order       int
	Variant     Variant
	Count       Count             // by the method
	Hash        [sha256.Size]byte // of all that determines results
	Subproblems []Subproblem
	Target      Work // largest estimate of a subproblem with several pieces
	Work        Work // sum over all subproblems
}

// New returns the plan of order n. Time: milliseconds up to n = 16, see docs/laboratory.md for
// large orders. Errors: queens.ErrOrder; ctx's error.
func New(ctx context.Context, n int, s Variant) (*Plan, error) {
	if err := s.Accepts(n); err != nil {
		return nil, err
	}
	d, err := NewDraft(ctx, n, s)
	if err != nil {
		return nil, err
	}
	return d.Plan(ctx)
}

// Draft is a plan before cutting: its total work is known.
type Draft struct {
	Order   int
	Variant Variant
	Count   Count // by the method
	Work    Work  // of the whole, estimated

	making sync.Mutex
	made   *Plan // by Plan
}

// NewDraft returns the draft of an order that the variant accepts, or can sample. Time:
// milliseconds, at most half a second, for a join half of the time of its plan. Errors:
// queens.ErrOrder; ctx's error.
func NewDraft(ctx context.Context, n int, s Variant) (*Draft, error) {
	if err := s.Samples(n); err != nil {
		return nil, err
	}
	d := &Draft{Order: n, Variant: s, Count: s.Method.NewCount(s, n)}
	if !d.Planned() {
		return d, nil
	}
	var err error
	if d.Work, err = d.Count.Work(ctx); err != nil {
		return nil, d.failed(err)
	}
	return d, nil
}

// Planned reports whether the draft has a plan. Otherwise it is for samples only, and Work is zero.
func (d *Draft) Planned() bool { return d.Variant.Accepts(d.Order) == nil }

// Plan returns the plan, which the draft caches. It is safe for concurrent use. Errors:
// queens.ErrOrder if it is not Planned; ctx's error.
func (d *Draft) Plan(ctx context.Context) (_ *Plan, err error) {
	if err := d.Variant.Accepts(d.Order); err != nil {
		return nil, err
	}
	d.making.Lock()
	defer d.making.Unlock()
	if d.made == nil {
		d.made, err = d.cut(ctx, d.Count.Target(d.Work))
	}
	return d.made, err
}

func (d *Draft) cut(ctx context.Context, target Work) (*Plan, error) {
	subproblems, err := d.Count.Cut(ctx, target)
	if err != nil {
		return nil, d.failed(err)
	}
	p := &Plan{Order: d.Order, Variant: d.Variant, Count: d.Count, Subproblems: subproblems, Target: target}
	for i := range subproblems {
		subproblems[i].Number = i
		p.Work = p.Work.Plus(subproblems[i].Work)
	}
	p.seal()
	return p, nil
}

func (d *Draft) failed(err error) error {
	return errs.Errorf("%s of order %d: %w", d.Variant.Name, d.Order, err)
}

// HashText returns the hash in hexadecimal.
func (p *Plan) HashText() string { return hex.EncodeToString(p.Hash[:]) }

// RunName returns the name of the run of a plan, see [ledger.Header].
func (p *Plan) RunName() string { return p.Header("").RunName() }

// Header returns the identity of a run of the plan for its ledger.
func (p *Plan) Header(program string) ledger.Header {
	return ledger.Header{
		Order: p.Order, Topology: p.Variant.Topology, Of: p.Variant.Of(), Method: p.Variant.Name,
		MethodVersion: p.Variant.Version,
		Plan:          ledger.Hash(p.Hash), Subproblems: len(p.Subproblems), Program: program,
	}
}

// seal computes the hash, which identifies the plan by order, variant, version and every
// subproblem. Results of different hashes must never be added. The words are older than the names
// in this package: ledgers have the hash.
func (p *Plan) seal() {
	h := sha256.New()
	parts, b := p.Count.Identity()
	fmt.Fprintf(h, "queens plan 1\norder %d\nscheme %s version %d\ntopology %v motion %d\nfamilies %d subproblems %d\n",
		p.Order, p.Variant.Name, p.Variant.Version, p.Variant.Topology, p.Variant.Motion, parts, len(p.Subproblems))
	for i := range p.Subproblems {
		b = p.Subproblems[i].Pieces.AppendTo(b)
		if len(b) > 1<<16 {
			h.Write(b)
			b = b[:0]
		}
	}
	h.Write(b)
	h.Sum(p.Hash[:0])
}
