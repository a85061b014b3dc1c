package parity

import (
	"context"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"

	"queens/count/rowset"
	"queens/internal/parity"
)

// unitSample is a randomly chosen unit of a parity class that stands for all of them:
// what is summed over all units has as its expectation what the sample has times Inverse.
type unitSample struct {
	Queens  int // of the class: on even rows and even columns
	Sets    int // row sets of the class
	Unit    rowset.Unit
	Weight  uint64  // solutions per solution of the unit
	Tests   float64 // estimated, see unitGuess
	Inverse float64 // 1 / probability of the sample
	Usual   float64 // the same, if all units of its class had equal chances
	Class   float64 // 1 / probability of the class
	Place   int     // in the order of all that are drawn: neighbours are alike
}

// maxUnitOrder is the largest order whose units are gone through: it has 39 million.
const maxUnitOrder = 30

// unitStrata is the number of strata of a class, by the reach of its units.
const unitStrata = 64

// sampleUnits returns so many random units, a power of two. They are chosen with probability
// proportional to their estimated tests, scaled so that classes have the given shares, by their
// queens, if there are any: one in each of equal stretches of all units, ordered by class and by
// reach. The first of them, however many, are spread evenly over that order, and all
// have the same chance to be among them. The same seed yields the same samples. Time: some 150 ns
// and 4 bytes for each unit of the order, unless the context ends: then it returns none.
func (c *Count) sampleUnits(ctx context.Context, samples int, seed uint64, shares map[int]float64) []unitSample {
	classes := c.classes()
	scales := slices.Repeat([]float64{1}, len(classes)) // of tests
	strata := make([]float64, len(classes)*unitStrata)  // where each begins
	usual := map[int]float64{}                          // by queens
	perClass := make([]float64, len(classes))
	inverse := map[int]float64{} // of the chances of classes, by queens
	var kept []float32           // tests of all units
	c.eachUnit(ctx, func(class, stratum int, u rowset.Unit, _ uint64) {
		tests := float32(c.guesses()[class].tests(u))
		kept = append(kept, tests)
		strata[stratum] += float64(tests)
		perClass[class] += float64(tests)
		usual[classes[class].Queens]++
	})
	if shares != nil {
		for i, class := range classes {
			scales[i] = max(1, shares[class.Queens]) / perClass[i]
			perClass[i] *= scales[i]
		}
	}
	total := 0.0
	for i, tests := range strata {
		tests *= scales[i/unitStrata]
		strata[i] = total
		total += tests
	}

	for i, c := range classes {
		inverse[c.Queens] = total / perClass[i]
	}

	random := rand.New(rand.NewPCG(seed, uint64(c.order)))
	step := total / float64(samples)
	places := make([]float64, samples) // of the samples, in steps
	for i := range places {
		places[i] = float64(i) + random.Float64()
	}
	drawn := make([]unitSample, samples)
	c.eachUnit(ctx, func(class, stratum int, u rowset.Unit, weight uint64) {
		if len(kept) == 0 {
			return // the context has ended meanwhile
		}
		tests := float64(kept[0]) * scales[class]
		kept = kept[1:]
		from := strata[stratum]
		to := from + tests
		strata[stratum] = to
		of := classes[class]
		for place := int(from / step); place < samples && places[place]*step < to; place++ {
			if places[place]*step >= from {
				drawn[place] = unitSample{
					Queens: of.Queens, Sets: len(of.EvenSets) + len(of.OddSets), Unit: u, Weight: weight,
					Tests: tests, Inverse: total / tests, Usual: usual[of.Queens] * inverse[of.Queens], Class: inverse[of.Queens], Place: place,
				}
			}
		}
	})
	if ctx.Err() != nil {
		return nil
	}
	return spreadEvenly(drawn, random)
}

// spreadEvenly returns a list whose length is a power of two in an order whose first 2^k elements,
// for every k, are one from each of as many stretches of the list, at random. Source: [owen1995].
func spreadEvenly[T any](list []T, random *rand.Rand) []T {
	width := bits.Len(uint(len(list) - 1))
	turned := make([]int, len(list)) // by stretch, 1 for all: which half of it comes first
	for i := range turned {
		turned[i] = random.IntN(2)
	}
	spread := make([]T, 0, len(list))
	for i := range list {
		stretch := 1
		for range width {
			stretch, i = 2*stretch+(i&1^turned[stretch]), i>>1
		}
		spread = append(spread, list[stretch-len(list)])
	}
	return spread
}

// Tests estimates the tests of all units: figures of two orders say how many times as long the one
// takes. Above order 20 one unit of 16 stands for all. Time: some 10 ns for each unit of the order,
// unless the context ends.
func (c *Count) Tests(ctx context.Context) (tests float64) {
	number, every := 0, 1
	if c.order > 20 {
		every = 16
	}
	c.eachUnit(ctx, func(class, _ int, u rowset.Unit, _ uint64) {
		if number++; number%every == 0 {
			tests += float64(every) * c.guesses()[class].tests(u)
		}
	})
	return tests
}

func (c *Count) eachUnit(ctx context.Context, take func(class, stratum int, u rowset.Unit, weight uint64)) {
	units := 0
	for i, class := range c.classes() {
		for u, weight := range class.Units() {
			if units++; units%(1<<12) == 0 && ctx.Err() != nil {
				return
			}
			take(i, i*unitStrata+class.Reach(u).Rows*(unitStrata-1)/len(class.Rows), u, weight)
		}
	}
}

// unitGuess estimates how many tests the units of a class take. It is for samples: unlike the work
// of a plan it may have rounding errors.
//
// The lists of a unit are about as long as if any two queens were in each other's way
// independently, on given rows, and on given columns. So it is with the share of pairs that fit,
// but that of full boards varies more: the logarithm of what independent queens would give counts
// as many times as the usual share is less than that, squared.
type unitGuess struct {
	class   *parity.Class
	colours [2]colourGuess
}

type colourGuess struct {
	kinds         [2]parity.Kind
	queens        [2]int
	even, odd     []float64  // share of a set of rows, by index of EvenSets and OddSets
	rows, columns []float64  // sums of those of the first sets of columns
	lists         [2]float64 // mean length of a list of a set of columns
	tested, found float64    // work of a pair of placements in blocks; of one that is found, times the chance of that
	apart         []float64  // logarithm of the chance that queens 1, 3, 5, ... rows apart are on no diagonal
}

func newUnitGuess(c *parity.Class) *unitGuess {
	g := &unitGuess{class: c, colours: [2]colourGuess{
		{kinds: [2]parity.Kind{parity.EvenEven, parity.OddOdd}, queens: [2]int{c.Queens, c.Queens - c.Order%2}},
		{kinds: [2]parity.Kind{parity.OddEven, parity.EvenOdd}, queens: [2]int{c.Even - c.Queens, c.Even - c.Queens}},
	}}
	random := rand.New(rand.NewPCG(uint64(c.Order), uint64(c.Queens)))
	for i := range g.colours {
		of := &g.colours[i]
		of.even, of.odd = fits(c.EvenSets, c.Even, i == 1), fits(c.OddSets, c.Odd, i == 1)
		of.rows, of.columns = sums(fits(c.Rows, c.Even, i == 1)), sums(of.odd)
		for j := range of.lists {
			of.lists[j] = meanList(c.Quarter(of.kinds[j]), of.queens[j], random)
		}
		of.tested = math.Pow(max(1, of.lists[1]/16), math.Log2(0.75)) / 512
		of.setFound(c, i == 1, random)
	}
	return g
}

func (of *colourGuess) setFound(c *parity.Class, complement bool, random *rand.Rand) {
	for distance := 1; distance < c.Order; distance += 2 {
		of.apart = append(of.apart, math.Log1p(-float64(c.Order-distance)/float64(max(c.Order, c.Even*c.Odd))))
	}
	const units = 1 << 10
	var rows [units][2]uint32
	mean := 0.0
	for i := range rows {
		even, odd := c.EvenSets[random.IntN(len(c.EvenSets))].Lines, c.OddSets[random.IntN(len(c.OddSets))].Lines
		if complement {
			even, odd = (1<<c.Even-1)&^even, (1<<c.Odd-1)&^odd
		}
		rows[i] = [2]uint32{even, odd}
		mean += math.Log(of.fit(even, odd)) / units
	}
	const most = 2.5 // of what was counted
	share := float64(max(1, parity.UsualShare(c.Even, of.queens[0], of.queens[1]))) / (1 << 64)
	if mean < 0 {
		ratio := min(most, math.Log(share)/mean)
		for i := range of.apart {
			of.apart[i] *= ratio * ratio
		}
	}
	sum := 0.0
	for _, r := range rows {
		sum += of.fit(r[0], r[1])
	}
	of.found = 3 * share * units / sum
}

func (of *colourGuess) fit(even, odd uint32) float64 {
	sum := 0.0
	for d, chance := range of.apart {
		sum += float64(bits.OnesCount32(even&(odd>>d))+bits.OnesCount32(odd&(even>>(d+1)))) * chance
	}
	return math.Exp(sum)
}

// tests returns the estimate: of each colour the better of two ways. Tests in blocks take 512
// lanes; every cut halves the lanes and spares a quarter of the tests, as long as 16 are left.
// Where lists are split there are fewer tests, but each takes longer, and each pair that is found
// three times as long.
func (g *unitGuess) tests(u parity.Unit) float64 {
	reach := g.class.Reach(u)
	tests := 1 + float64(reach.Rows)
	for i := range g.colours {
		of := &g.colours[i]
		items, lanes := of.lists[0]*of.odd[u.Odd]*of.rows[reach.Rows], of.lists[1]*of.even[u.Even]*of.columns[reach.Columns]
		if i == 0 {
			items, lanes = of.lists[0]*of.even[u.Even]*of.rows[reach.Rows], of.lists[1]*of.odd[u.Odd]*of.columns[reach.Columns]
		}
		root := math.Sqrt(items * lanes)
		inBlocks, split := of.tested*root*root, 1.6*root*math.Sqrt(math.Sqrt(root)) // a power of 5/8
		if split < inBlocks {
			even, odd := g.class.EvenSets[u.Even].Lines, g.class.OddSets[u.Odd].Lines
			if i == 1 {
				even, odd = (1<<g.class.Even-1)&^even, (1<<g.class.Odd-1)&^odd
			}
			inBlocks = min(inBlocks, split+of.found*of.fit(even, odd)*root*root)
		}
		tests += inBlocks
	}
	return tests
}

// meanList estimates the mean number of placements of so many queens with given rows and
// columns of a quarter, by random descents. Source: [knuth1975].
func meanList(q parity.Quarter, queens int, random *rand.Rand) float64 {
	const descents = 1 << 9
	sum := 0.0
	for range descents {
		product, key, columns := 1.0, uint64(0), uint32(1)<<q.Columns-1
		for i, row := range random.Perm(q.Rows)[:queens] {
			var free []int
			for col := range q.Columns {
				if columns>>col&1 == 1 && key&q.Key(row, col) == 0 {
					free = append(free, col)
				}
			}
			if len(free) == 0 {
				product = 0
				break
			}
			col := free[random.IntN(len(free))]
			key, columns = key|q.Key(row, col), columns&^(1<<col)
			product *= float64(len(free)) * float64(i+1) / float64(q.Columns-i) // one of the sets of columns
		}
		sum += product
	}
	return sum / descents
}

// fits returns, for each set of lines, or for its complement, the estimated chance that
// queens on them share no diagonal, over the mean of all.
func fits(sets []parity.Set, m int, complement bool) []float64 {
	list, sum := make([]float64, len(sets)), 0.0
	for i, s := range sets {
		lines := s.Lines
		if complement {
			lines = (1<<m - 1) &^ lines
		}
		chance := 1.0
		for d := 1; d < m; d++ {
			pairs := bits.OnesCount32(lines & (lines >> d))
			chance *= math.Pow(1-2*float64(m-d)/float64(m*(m-1)), float64(pairs))
		}
		list[i] = chance
		sum += chance
	}
	for i := range list {
		list[i] *= float64(len(sets)) / sum
	}
	return list
}

func sums(list []float64) []float64 {
	all := make([]float64, len(list)+1)
	for i, x := range list {
		all[i+1] = all[i] + x
	}
	return all
}
