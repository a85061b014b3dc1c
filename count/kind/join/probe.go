package join

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"

	"queens"
	"queens/count/kind"
	"queens/internal/bitmath"
	"queens/internal/kernel/halves"
)

// Column sets of more than probeFrom work, about a second, are not counted whole for
// an estimate, only probed. The diagonals that divide their pairs for that make
// 1<<probeCuts parts, an even number of diagonals.
var (
	probeFrom = queens.NewTotal(1 << 29)
	probeCuts = 4
)

// probe estimates solutions and processor time of a subproblem from one part of the
// pairs of each of its column sets.
//
// The parts are those of joinParts: bottom placements that use a certain set of
// central diagonals, and top placements that use none of these. Both lists are made
// once, to see how many placements use which diagonals. A part is then drawn
// with a probability like the time that it takes, the 5/8th power of the product of
// its lists' lengths, counted, and divided by that probability. So both expectations
// are right whatever the probabilities are; the time supposes that the parts take
// together what the whole takes.
func (j *joiner) probe(ctx context.Context, sub *kind.Subproblem, random *rand.Rand) (s kind.Sample, err error) {
	defer j.stopWith(ctx)()
	run := sub.Pieces.(Sets)
	for set, weight := range j.of.ColumnSets(run) {
		for _, term := range j.lister.Terms(families[run.Family], set) {
			t, err := j.probeTerm(ctx, &term, random)
			if err != nil {
				return kind.Sample{}, err
			}
			s.Solutions += t.Solutions * float64(term.Factor) * float64(weight)
			s.Seconds += t.Seconds
		}
	}
	return s, nil
}

func (j *joiner) probeTerm(ctx context.Context, term *halves.Term, random *rand.Rand) (kind.Sample, error) {
	seconds := kind.Stopwatch()
	term.Top() // makes the tables
	term.Bottom()
	tables := seconds()

	cut := j.lister.Central(probeCuts)
	seconds = kind.Stopwatch()
	tops := j.spectrum(term.Top(), cut, &j.tops)
	bottoms := j.spectrum(term.Bottom(), cut, &j.bottoms)
	listing := seconds()
	if err := ctx.Err(); err != nil {
		return kind.Sample{}, err
	}

	parts := len(bottoms)
	weights, sum := make([]float64, parts), 0.0
	for used := range parts {
		free := uint64(0)
		for with, count := range tops {
			if with&used == 0 {
				free += count
			}
		}
		weights[used] = math.Pow(float64(free)*float64(bottoms[used]), 0.625)
		sum += weights[used]
	}
	s := kind.Sample{Seconds: tables + listing*float64(j.passes(bottoms))}
	if sum == 0 {
		return s, nil
	}
	part, at := 0, random.Float64()*sum
	for ; part < parts-1 && at >= weights[part]; part++ {
		at -= weights[part]
	}
	pairs, took := j.probePart(term, cut, spread(uint64(part), cut))
	s.Solutions = float64(pairs) * sum / weights[part]
	s.Seconds += took * sum / weights[part]
	return s, ctx.Err()
}

// spectrum makes a list and returns how many of its keys have which bits under
// cut, moved together.
func (j *joiner) spectrum(list *halves.List, cut uint64, buf *[]uint64) []uint64 {
	counts := make([]uint64, 1<<bits.OnesCount64(cut))
	// The bits are two runs of the same length, one in each field of the key.
	low, width := bits.TrailingZeros64(cut), bits.OnesCount64(cut)/2
	high := 64 - bits.LeadingZeros64(cut) - width
	mask := uint64(1)<<width - 1
	for !list.Done() {
		*buf = j.fill(list, *buf)
		for _, key := range *buf {
			counts[key>>low&mask|key>>high&mask<<width]++
		}
	}
	return counts
}

// passes returns how often a count makes both lists, because the bottom one has to
// be divided: see joinParts.
func (j *joiner) passes(bottoms []uint64) int {
	cut := j.lister.Central(probeCuts)
	for cuts := range probeCuts {
		sizes := map[uint64]uint64{}
		for with, count := range bottoms {
			sizes[spread(uint64(with), cut)&j.lister.Central(cuts)] += count
		}
		longest := uint64(0)
		for _, size := range sizes {
			longest = max(longest, size)
		}
		if longest <= uint64(j.most) {
			return 1 << cuts
		}
	}
	return 1 << probeCuts
}

func spread(x, mask uint64) (to uint64) {
	for ; mask != 0; mask = bitmath.WithoutLowest(mask) {
		to |= x & 1 * bitmath.Lowest(mask)
		x >>= 1
	}
	return to
}

// probePart counts the pairs of a part and returns the processor time of that,
// without the lists.
func (j *joiner) probePart(term *halves.Term, cut, used uint64) (pairs uint64, took float64) {
	top := term.Top()
	top.Only(used, 0)
	for !top.Done() {
		j.tops = j.fill(top, j.tops)
		bottom := term.Bottom()
		bottom.Only(cut, used)
		for !bottom.Done() {
			j.bottoms = j.fill(bottom, j.bottoms)
			seconds := kind.Stopwatch()
			count, _ := j.counter.Count(j.tops, j.bottoms)
			took += seconds()
			pairs += count
		}
	}
	return pairs, took
}
