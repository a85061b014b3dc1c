package kind

import (
	"context"
	"encoding/binary"
	"iter"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/count/ledger"
)

// Work is an estimated number of board states: an exact integer, because it decides how a plan is
// cut and every machine must cut alike.
type Work = queens.Total

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

// UsualShare returns the work of a subproblem in a plan of the given work, if their number did not
// matter.
func UsualShare(total Work) Work {
	share, _ := total.DivMod(usualCount)
	return Clamp(share, queens.NewTotal(minTarget), queens.NewTotal(usualTarget))
}

// TargetOf returns the largest work of a subproblem in a plan of the given work.
func TargetOf(total Work) Work {
	share := UsualShare(total)
	least, _ := total.DivMod(maxSubproblems)
	if share.Compare(least) < 0 {
		return least
	}
	return share
}

// Clamp returns w, but at least low and, unless low is more, at most high.
func Clamp(w, low, high Work) Work {
	switch {
	case w.Compare(low) < 0:
		return low
	case w.Compare(high) > 0:
		return high
	default:
		return w
	}
}

// PairsWork estimates the work of making two lists of these lengths, both below
// 2^32, and joining them. With vectors of 512 bits that takes time like the 5/8th
// power of the product, about 2 ns per unit of that power (docs/laboratory.md);
// board states of the search take 4 ns.
func PairsWork(a, b uint64) uint64 {
	root := SquareRoot(a * b)
	eighth := SquareRoot(SquareRoot(root<<16) << 16) // (ab)^(1/8) with 12 binary places
	hi, lo := bits.Mul64(root, eighth)
	return (a+b)/4 + (hi<<52|lo>>12)/2
}

// SquareRoot returns the integer part of the square root.
func SquareRoot(x uint64) uint64 {
	root := uint64(math.Sqrt(float64(x))) // rounded like x itself: corrected below, the same everywhere
	for root > 0 && root > x/root {
		root--
	}
	for root+1 <= x/(root+1) {
		root++
	}
	return root
}

// Choose returns an index with probability proportional to its work, and the inverse of that
// probability. No work is zero.
func Choose(random *rand.Rand, works []Work) (index int, inverse float64) {
	var sum queens.Total
	for _, w := range works {
		sum = sum.Plus(w)
	}
	at := random.Float64() * sum.Float64()
	for index < len(works)-1 && at >= works[index].Float64() {
		at -= works[index].Float64()
		index++
	}
	return index, sum.Float64() / works[index].Float64()
}

// drawn is the number of samples that Drawn yields.
const drawn = 1 << 12

// Drawn yields samples: runs of pieces, each chosen with probability proportional to its work. All
// their work is below 2^64.
func Drawn(ctx context.Context, w Worker, runs []Subproblem, seed, order uint64) iter.Seq2[Sample, error] {
	var ends []uint64 // of the work of the runs up to each
	var total uint64
	for _, r := range runs {
		work, _ := r.Work.Uint64()
		total += work
		ends = append(ends, total)
	}
	random := rand.New(rand.NewPCG(seed, order))
	return func(yield func(Sample, error) bool) {
		for range min(drawn, drawn*len(ends)) {
			i, _ := slices.BinarySearch(ends, random.Uint64N(total)+1)
			inverse := float64(total) / runs[i].Work.Float64()
			seconds := Stopwatch()
			r, err := w.Count(ctx, &runs[i])
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

// AppendString appends a string after its length.
func AppendString(b []byte, s string) []byte { return append(AppendNumbers(b, len(s)), s...) }

// Add adds a number of 128 bits times a weight to the total of a result, and to its residues by
// arithmetic of their own.
func Add(r *ledger.Result, high, low, weight uint64) {
	r.Total = r.Total.Plus(queens.TotalOf(high, low).Times(weight))
	r.Mod13 = uint8((uint64(r.Mod13) + bits.Rem64(high, low, 13)*(weight%13)) % 13)
	r.Mod15 = uint8((uint64(r.Mod15) + bits.Rem64(high, low, 15)*(weight%15)) % 15)
}

// Evidence returns figures under their names.
func Evidence(names []string, values ...uint64) (list []ledger.Evidence) {
	for i, value := range values {
		list = append(list, ledger.Evidence{Name: names[i], Value: value})
	}
	return list
}
