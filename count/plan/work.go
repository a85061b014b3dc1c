package plan

import (
	"context"
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"sort"

	"queens"
	"queens/count/ledger"
)

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
func AppendNumbers[N ~int | ~uint8 | ~uint64](b []byte, list ...N) []byte {
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
