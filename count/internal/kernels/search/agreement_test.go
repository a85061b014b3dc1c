package search_test

import (
	"context"
	"math/bits"
	"math/rand/v2"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

func eachKernel(t *testing.T, f func(t *testing.T, k kernels.Kernel)) {
	for _, k := range kernels.All()[1:] {
		t.Run("kernel="+k.Name, func(t *testing.T) { f(t, k) })
	}
}

var reference = kernels.All()[0]

func compare(t *testing.T, k kernels.Kernel, task *kernels.Task, want uint64) {
	t.Helper()
	if !k.Accepts(task) {
		return
	}
	if got := k.Count(task).Solutions; got != want {
		t.Fatalf("%s: %d solutions, want %d, of %#v", k.Name, got, want, *task) // Go code, to be pasted into a test
	}
}

func taskOf(b *search.Board) *kernels.Task {
	return &kernels.Task{
		Order: b.Order, Columns: b.Columns, Rising: b.Rising, Falling: b.Falling, Blocked: b.Blocked, Rows: b.Rows,
	}
}

// eachPrefix visits every board with non-attacking queens in the first rows.
func eachPrefix(b search.Board, visit func(b *search.Board)) {
	visit(&b)
	if len(b.Rows) == 0 {
		return
	}
	r := b.Rows[0]
	for free := b.Free(r); free != 0; free &= free - 1 {
		child := b
		child.Place(queens.Square{Row: r, Col: bits.TrailingZeros64(free)})
		child.Rows = b.Rows[1:]
		eachPrefix(child, visit)
	}
}

// TestAgreementOnPrefixes compares all tasks that small boards can reach.
func TestAgreementOnPrefixes(t *testing.T) {
	eachKernel(t, func(t *testing.T, k kernels.Kernel) {
		for n := range 9 {
			rows := make([]int, n)
			for r := range rows {
				rows[r] = r
			}
			eachPrefix(search.Board{Order: n, Rows: rows}, func(b *search.Board) {
				task := taskOf(b)
				compare(t, k, task, reference.Count(task).Solutions)
			})
		}
	})
}

func randomSet(random *rand.Rand, n, k int) (set uint64) {
	for _, i := range random.Perm(n)[:k] {
		set |= 1 << i
	}
	return set
}

func sparse(random *rand.Rand, n, rarity int) uint64 {
	word := uint64(1)<<n - 1
	for range rarity {
		word &= random.Uint64()
	}
	return word
}

// randomTask returns a task that non-attacking queens need not reach.
func randomTask(random *rand.Rand, n, open int) *kernels.Task {
	rarity := 1 + random.IntN(5)
	task := &kernels.Task{Order: n, Columns: randomSet(random, n, n-open), Rows: random.Perm(n)[:open]}
	task.Rising, task.Falling = sparse(random, max(2*n-1, 0), rarity), sparse(random, max(2*n-1, 0), rarity)
	if random.IntN(2) == 0 {
		for r := range n {
			task.Blocked[r] = sparse(random, n, rarity)
		}
	}
	return task
}

// TestAgreementOnRandomTasks covers the numbers of open rows from which kernels have code of their
// own.
func TestAgreementOnRandomTasks(t *testing.T) {
	const seed = 1
	eachKernel(t, func(t *testing.T, k kernels.Kernel) {
		for open := range 10 {
			random := rand.New(rand.NewPCG(seed, uint64(open)))
			var found uint64
			for i := range 2000 >> max(0, 2*open-12) { // the reference is slow with many open rows
				n := open + random.IntN(min(7, kernels.MaxOrder-open))
				if i%51 == 0 && open < 7 {
					n = kernels.MaxOrder - random.IntN(2) // words at their full width
				}
				task := randomTask(random, n, open)
				want := reference.Count(task).Solutions
				compare(t, k, task, want)
				found += want
			}
			if found == 0 {
				t.Errorf("seed %d: no task with %d open rows had a solution", seed, open)
			}
		}
	})
}

func TestAgreementOnPlans(t *testing.T) {
	largest := map[string]int{"search-border": 9, "search": 11}
	eachKernel(t, func(t *testing.T, k kernels.Kernel) {
		for _, s := range boardVariants() {
			for n := s.MinOrder; n <= largest[s.Name]; n++ {
				p := must.Get(plan.New(context.Background(), n, s))(t)
				for _, sub := range p.Subproblems {
					for _, part := range sub.Pieces.(search.Parts) {
						compareBoard(t, k, p, part)
					}
				}
			}
		}
	})
}

func compareBoard(t *testing.T, k kernels.Kernel, p *plan.Plan, part search.Part) {
	t.Helper()
	b, _ := p.Count.(*search.Count).Board(part)
	task := taskOf(&b)
	want := reference.Count(task).Solutions
	compare(t, k, task, want)
	var sum uint64
	for slice := range b.Slices(queens.NewTotal(1000), queens.NewTotal(50)) {
		task := taskOf(&slice)
		solutions := reference.Count(task).Solutions
		compare(t, k, task, solutions)
		sum += solutions
	}
	if sum != want {
		t.Fatalf("%s of order %d: the slices of a board have %d solutions, the board %d", p.Variant.Name, p.Order, sum,
			want)
	}
}

// TestKernelsPrune checks that the fast kernels drop boards early: without it they are correct but
// half as fast.
func TestKernelsPrune(t *testing.T) {
	const n = 12
	nodes := func(k kernels.Kernel) (sum uint64) {
		for _, w := range tasksOf(t, n, "search") {
			sum += k.Count(w.task).Nodes
		}
		return sum
	}
	all := nodes(reference)
	eachKernel(t, func(t *testing.T, k kernels.Kernel) {
		if got := nodes(k); 2*got > all {
			t.Errorf("%d nodes for order %d, more than half of the %d without pruning", got, n, all)
		}
	})
}

func TestTotals(t *testing.T) {
	largest := map[string]int{"search": 16, "search-border": 14}
	eachKernel(t, func(t *testing.T, k kernels.Kernel) {
		for method, last := range largest {
			if testing.Short() {
				last = 11
			}
			for n := 4; n <= last; n++ {
				var sum queens.Total
				for _, w := range tasksOf(t, n, method) {
					count := k.Count
					if !k.Accepts(w.task) { // too few open rows
						count = reference.Count
					}
					sum = sum.Plus(queens.NewTotal(count(w.task).Solutions).Times(w.weight))
				}
				if want, _ := known.Solutions(n); sum != want {
					t.Errorf("%s of order %d: %v solutions, want %v", method, n, sum, want)
				}
			}
		}
	})
}
