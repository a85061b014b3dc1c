package search_test

import (
	"math/bits"
	"math/rand/v2"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/methods/search"
	"queens/count/plan"
)

// maxFuzzRows bounds the open rows: the reference visits up to its factorial of boards.
const maxFuzzRows = 8

// fit clears or sets bits of word, from the lowest on, until k of the lowest n bits are set.
func fit(word uint64, n, k int) uint64 {
	all := uint64(1)<<n - 1
	for word &= all; bits.OnesCount64(word) > k; {
		word &= word - 1
	}
	for bits.OnesCount64(word) < k {
		word |= (word + 1) & all
	}
	return word
}

func FuzzKernels(f *testing.F) {
	f.Add(uint8(8), uint8(8), uint64(0), uint64(0), uint64(0), uint64(0), uint64(0))
	f.Add(uint8(32), uint8(3), uint64(0xfffffff8), uint64(0), uint64(0), uint64(0), uint64(2))
	f.Fuzz(func(t *testing.T, order, open uint8, columns, rising, falling, blocked, seed uint64) {
		n := 1 + int(order)%kernels.MaxOrder
		k := int(open) % (min(n, maxFuzzRows) + 1)
		random := rand.New(rand.NewPCG(seed, 0))
		task := &kernels.Task{
			Order: n, Columns: fit(columns, n, n-k), Rows: random.Perm(n)[:k],
			Rising: rising & (1<<(2*n-1) - 1), Falling: falling & (1<<(2*n-1) - 1),
		}
		for i, r := range task.Rows {
			task.Blocked[r] = bits.RotateLeft64(blocked, 7*i) & (1<<n - 1)
		}
		compareAll(t, task)
	})
}

func compareAll(t *testing.T, task *kernels.Task) {
	t.Helper()
	want := reference.Count(task).Solutions
	for _, k := range kernels.All()[1:] {
		compare(t, k, task, want)
	}
}

func boardVariants() []plan.Variant {
	return search.Method{}.Info().Variants
}

// FuzzPlanTasks compares all kernels on boards below a family of a variant: each byte of path
// chooses the next queen.
func FuzzPlanTasks(f *testing.F) {
	for i := range boardVariants() {
		f.Add(uint8(i), uint8(13), uint8(0), []byte("\x02\x05\x01\x03"))
	}
	f.Fuzz(func(t *testing.T, method, order, family uint8, path []byte) {
		variants := boardVariants()
		s := variants[int(method)%len(variants)]
		n := int(order) % 15
		if s.Accepts(n) != nil {
			return
		}
		count := s.Method.NewCount(s, n).(*search.Count)
		families := len(count.Families())
		if families == 0 {
			return
		}
		b, _ := count.Board(search.Part{Family: int(family) % families})
		for i := 0; len(b.Rows) > 0 && (i < len(path) || len(b.Rows) > maxFuzzRows); i++ {
			step := 0
			if i < len(path) {
				step = int(path[i])
			}
			if !placeNext(&b, step) {
				return
			}
		}
		compareAll(t, taskOf(&b))
	})
}

// placeNext fills the first open row with free square choice modulo their number, and reports
// whether there is one.
func placeNext(b *search.Board, choice int) bool {
	r := b.Rows[0]
	free := b.Free(r)
	if free == 0 {
		return false
	}
	for range choice % bits.OnesCount64(free) {
		free &= free - 1
	}
	b.Place(queens.Square{Row: r, Col: bits.TrailingZeros64(free)})
	for len(b.Rows) > 0 && b.Filled>>b.Rows[0]&1 == 1 {
		b.Rows = b.Rows[1:]
	}
	return true
}
