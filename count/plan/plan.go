// Package plan divides a count into subproblems that can be counted in any order, on any number of
// machines, and added up.
//
// A plan is made by a [Variant] of a [Method]. A [Subproblem] is a numbered list of pieces, and the
// exact sum of the results of all subproblems is the count. A piece depends on the method: a tile
// of row sets for parity classes, which count orders 16 to 31; a run of sets of columns or lines;
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
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/count/ledger"
	"queens/internal/errs"
)

// Plan is the decomposition of one count. A draft, which is not cut yet, has only an estimate of
// its work. Otherwise it is read-only.
type Plan struct {
	Order       int
	Variant     Variant
	Count       Count             // by the method
	Hash        [sha256.Size]byte // of all that determines results
	Subproblems []Subproblem
	Work        Work // sum over all subproblems

	cutting sync.Mutex
	cut     bool
	weights func() []Work
}

// New returns the plan of order n. Time: milliseconds up to n = 16, see docs/laboratory.md for
// large orders. Errors: queens.ErrOrder; ctx's error.
func New(ctx context.Context, n int, s Variant) (*Plan, error) {
	p, err := NewDraft(ctx, n, s)
	if err == nil {
		err = p.Cut(ctx)
	}
	if err != nil {
		return nil, err
	}
	return p, nil
}

// NewDraft returns the draft of an order. Time: milliseconds, at most half a second, for a join
// half of the time of its plan. Errors: queens.ErrOrder; ctx's error.
func NewDraft(ctx context.Context, n int, s Variant) (*Plan, error) {
	if err := s.Accepts(n); err != nil {
		return nil, err
	}
	p := &Plan{Order: n, Variant: s, Count: s.Method.NewCount(s, n)}
	p.weights = sync.OnceValue(func() (list []Work) {
		for i := range p.Subproblems {
			list = append(list, p.Count.Weigh(&p.Subproblems[i]))
		}
		return list
	})
	var err error
	if p.Work, err = p.Count.Work(ctx); err != nil {
		return nil, p.failed(err)
	}
	return p, nil
}

// Cut makes a plan of a draft, once. It is safe for concurrent use. Error: ctx's.
func (p *Plan) Cut(ctx context.Context) error {
	p.cutting.Lock()
	defer p.cutting.Unlock()
	if p.cut {
		return nil
	}
	subproblems, err := p.Count.Cut(ctx, p.Count.Target(p.Work))
	if err != nil {
		return p.failed(err)
	}
	p.Subproblems, p.Work, p.cut = subproblems, Work{}, true
	for i := range subproblems {
		subproblems[i].Number = i
		p.Work = p.Work.Plus(subproblems[i].Work)
	}
	p.seal()
	return nil
}

func (p *Plan) failed(err error) error {
	return errs.Errorf("%s of order %d: %w", p.Variant.Name, p.Order, err)
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
		Given:   queens.SquareNames(p.Variant.Problem.Given, p.Order),
		Blocked: queens.SquareNames(p.Variant.Problem.Forbidden(), p.Order),
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

// Share is a run of consecutive subproblems for one of several machines: neighbours share lists.
// The shares of a plan take about the same time.
type Share struct {
	Number int `json:"number"` // from 1
	Of     int `json:"of"`     // 1 to MaxShares
	First  int `json:"first"`  // its first subproblem, from 0; in answers only
}

// MaxShares bounds the shares of a plan.
const MaxShares = 1 << 20

// ParseShare reads "3/8". Errors: queens.ErrFormat.
func ParseShare(text string) (Share, error) {
	number, of, _ := strings.Cut(text, "/")
	i, errNumber := strconv.Atoi(number)
	n, errOf := strconv.Atoi(of)
	if errNumber != nil || errOf != nil || n < 1 || n > MaxShares || i < 1 || i > n {
		return Share{}, errs.Errorf("share %q: want NUMBER/OF, like 3/8: 1/8 to 8/8, of at most %d: %w", text,
			MaxShares, queens.ErrFormat)
	}
	return Share{Number: i, Of: n}, nil
}

// String returns "3/8".
func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// Weights returns the estimated time of each subproblem, in arbitrary units, for shares, progress
// and scheduling. The list is shared: do not change it. The plan must have been cut. The first call
// takes as long as the cut, a second at order 28.
func (p *Plan) Weights() []Work { return p.weights() }

// Shares returns the bounds of shares: share i has the subproblems in [bounds[i-1], bounds[i]),
// perhaps none.
func (p *Plan) Shares(of int) (bounds []int) {
	bounds = make([]int, of+1)
	share := 1
	var before, whole Work
	weights := p.Weights()
	for _, w := range weights {
		whole = whole.Plus(w)
	}
	for i := range p.Subproblems {
		// A subproblem belongs to the share in whose work it begins.
		for share < of && before.Times(uint64(of)).Compare(whole.Times(uint64(share))) >= 0 {
			bounds[share] = i
			share++
		}
		before = before.Plus(weights[i])
	}
	for ; share <= of; share++ {
		bounds[share] = len(p.Subproblems)
	}
	return bounds
}

// Work is an estimated number of board states: an exact integer, because it decides how a plan is
// cut and all machines must agree.
type Work = queens.Total

// Bounds of the work of one subproblem, in estimated board states. A portable kernel examines about
// 1e8 of them per second, so a subproblem takes 10 ms to some seconds. Above maxSubproblems they
// grow with the order.
const (
	minTarget      = 1 << 20
	usualTarget    = 1 << 29
	usualCount     = 256
	maxSubproblems = 1 << 18
)

// TargetOf returns the largest work of a subproblem in a plan of the given work and of about most
// subproblems or fewer.
func TargetOf(whole Work, most uint64) Work {
	share, _ := whole.DivMod(usualCount)
	least, _ := whole.DivMod(most)
	share = slices.MinFunc([]Work{share, queens.NewTotal(usualTarget)}, Work.Compare)
	return slices.MaxFunc([]Work{share, least, queens.NewTotal(minTarget)}, Work.Compare)
}

// PairsWork estimates the work of making two lists of these lengths, both below 2^32, and joining
// them. With 512-bit vectors the time grows like the 5/8th power of the product, about 2 ns per
// unit of that power (docs/laboratory.md); board states of the search take 4 ns.
func PairsWork(a, b uint64) uint64 {
	root := SquareRoot(a * b)
	eighth := SquareRoot(SquareRoot(root<<16) << 16) // (ab)^(1/8) with 12 binary places
	hi, lo := bits.Mul64(root, eighth)
	return (a+b)/4 + (hi<<52|lo>>12)/2
}

// SquareRoot returns the integer part of the square root.
func SquareRoot(x uint64) uint64 {
	root := uint64(math.Sqrt(float64(x))) // rounded like x itself; corrected below, the same everywhere
	for root > 0 && root > x/root {
		root--
	}
	for root+1 <= x/(root+1) {
		root++
	}
	return root
}

// Planner returns the subproblems of a plan.
type Planner = func(context.Context) ([]Subproblem, error)

// Samples yields random samples.
type Samples = iter.Seq2[Sample, error]

// Divide returns the parts of a subproblem, none if it is indivisible.
type Divide func(sub Subproblem) []Subproblem

// Split passes the parts of a subproblem to take, divided until each has at most the target's work.
func Split(ctx context.Context, sub Subproblem, target Work, divide Divide, take func(Subproblem)) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if sub.Work.Compare(target) <= 0 {
		take(sub)
		return nil
	}
	for _, part := range divide(sub) {
		if err := Split(ctx, part, target, divide, take); err != nil {
			return err
		}
	}
	return nil
}

// Pack joins neighbouring subproblems until they have the target's work. join returns the pieces of
// both, and whether they may be in one subproblem.
func Pack[P Pieces](small iter.Seq[Subproblem], target Work, join func(a, b P) (P, bool)) (list []Subproblem) {
	for sub := range small {
		if last := len(list) - 1; last >= 0 && list[last].Work.Plus(sub.Work).Compare(target) <= 0 {
			if both, ok := join(list[last].Pieces.(P), sub.Pieces.(P)); ok {
				list[last].Work, list[last].Pieces = list[last].Work.Plus(sub.Work), both
				continue
			}
		}
		list = append(list, sub)
	}
	return list
}

// Number of subproblems of Random.
const mostRandom = 1 << 14

// Random yields random subproblems with the inverse of their probability: one of the roots and,
// while it exceeds most and is divisible, one of its parts. Probabilities are proportional to work,
// which is not zero.
func Random(roots []Subproblem, most Work, divide Divide, seed uint64, order int) iter.Seq2[Subproblem, float64] {
	random := rand.New(rand.NewPCG(seed, uint64(order)))
	ends := sums(roots)
	return func(yield func(Subproblem, float64) bool) {
		for range min(mostRandom, mostRandom*len(roots)) {
			sub, inverse := choose(random, roots, ends)
			for divide != nil && sub.Work.Compare(most) > 0 {
				parts := divide(sub)
				if len(parts) == 0 {
					break
				}
				part, factor := choose(random, parts, sums(parts))
				sub, inverse = part, inverse*factor
			}
			if !yield(sub, inverse) {
				return
			}
		}
	}
}

func sums(list []Subproblem) (ends []float64) {
	var sum Work
	for _, sub := range list {
		sum = sum.Plus(sub.Work)
		ends = append(ends, sum.Float64())
	}
	return ends
}

func choose(random *rand.Rand, list []Subproblem, ends []float64) (sub Subproblem, inverse float64) {
	last := len(list) - 1
	at := random.Float64() * ends[last]
	i := sort.Search(last, func(i int) bool { return ends[i] > at })
	return list[i], ends[last] / list[i].Work.Float64()
}

// Sampled yields a worker's results for subproblems, each with the inverse of its probability.
func Sampled(ctx context.Context, w Worker, draws iter.Seq2[Subproblem, float64]) Samples {
	return func(yield func(Sample, error) bool) {
		for sub, inverse := range draws {
			seconds := Stopwatch()
			r, err := w.Count(ctx, &sub)
			sample := Sample{Solutions: r.Total.Float64() * inverse, Seconds: seconds() * inverse}
			if !yield(sample, err) || err != nil {
				return
			}
		}
	}
}

// AppendNumbers appends varints.
func AppendNumbers[N ~int | ~uint8 | ~uint32 | ~uint64](b []byte, list ...N) []byte {
	for _, x := range list {
		b = binary.AppendUvarint(b, uint64(x))
	}
	return b
}

// Add adds a 128-bit number times a weight to the total of a result, and, independently, to its
// residues.
func Add(r *ledger.Result, high, low, weight uint64) {
	r.Total = r.Total.Plus(queens.TotalOf(high, low).Times(weight))
	r.Mod13 = uint8((uint64(r.Mod13) + bits.Rem64(high, low, 13)*(weight%13)) % 13)
	r.Mod15 = uint8((uint64(r.Mod15) + bits.Rem64(high, low, 15)*(weight%15)) % 15)
}

// Evidence returns named figures.
func Evidence(names []string, values ...uint64) (list []ledger.Evidence) {
	for i, value := range values {
		list = append(list, ledger.Evidence{Name: names[i], Value: value})
	}
	return list
}
