package search_test

import (
	"fmt"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/methods"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/internal/must"
	"queens/known"
)

// weighted is a task and the number of solutions per solution of the task.
type weighted struct {
	task   *kernels.Task
	weight uint64
}

func tasksOf(t testing.TB, n int, method string) (tasks []weighted) {
	t.Helper()
	s := must.Get(methods.Find(method))(t)
	p := must.Get(plan.New(t.Context(), n, s))(t)
	for _, sub := range p.Subproblems {
		for _, part := range sub.Pieces.(search.Parts) {
			b, weight := p.Count.(*search.Count).Board(part)
			tasks = append(tasks, weighted{taskOf(&b), weight})
		}
	}
	return tasks
}

// plain counts the solutions of order n >= 2 in the textbook way: rows from the top, three words,
// no pruning, one of each pair of mirror images.
type plain struct {
	all   uint64
	nodes uint64
}

func (s *plain) count(n int) (solutions uint64) {
	s.all = 1<<n - 1
	for c := range (n + 1) / 2 {
		queen := uint64(1) << c
		found := s.fill(queen, queen<<1, queen>>1)
		if 2*c+1 < n { // the middle column is its own mirror image
			found *= 2
		}
		solutions += found
	}
	return solutions
}

func (s *plain) fill(columns, left, right uint64) (solutions uint64) {
	s.nodes++
	if columns == s.all {
		return 1
	}
	for free := s.all &^ (columns | left | right); free != 0; free &= free - 1 {
		queen := free & -free
		solutions += s.fill(columns|queen, (left|queen)<<1, (right|queen)>>1)
	}
	return solutions
}

func TestPlain(t *testing.T) {
	for n := 2; n <= 10; n++ {
		if got, want := new(plain).count(n), solutionsOf(t, n); got != want {
			t.Errorf("order %d: %d solutions, want %d", n, got, want)
		}
	}
}

func solutionsOf(t testing.TB, n int) uint64 {
	t.Helper()
	total, _ := known.Solutions(n)
	want, ok := total.Uint64()
	if !ok {
		t.Fatalf("Q(%d) = %v does not fit 64 bits", n, total)
	}
	return want
}

// BenchmarkCount counts whole boards by the method search and, as a baseline, by plain recursion.
func BenchmarkCount(b *testing.B) {
	for n := 12; n <= 14; n++ {
		b.Run(fmt.Sprintf("kernel=plain/n=%d", n), func(b *testing.B) {
			var s plain
			for b.Loop() {
				if got, want := s.count(n), solutionsOf(b, n); got != want {
					b.Fatalf("%d solutions, want %d", got, want)
				}
			}
			report(b, n, s.nodes)
		})
	}
	for _, k := range kernels.All() {
		for n := 12; n <= 14; n++ {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", k.Name, n), func(b *testing.B) {
				benchmarkKernel(b, k, n)
			})
		}
	}
}

func benchmarkKernel(b *testing.B, k kernels.Kernel, n int) {
	tasks := tasksOf(b, n, "search")
	var nodes uint64
	for b.Loop() {
		var total queens.Total
		for _, w := range tasks {
			if !k.Accepts(w.task) {
				b.Fatalf("%s does not accept %#v", k.Name, *w.task)
			}
			result := k.Count(w.task)
			total = total.Plus(queens.NewTotal(result.Solutions).Times(w.weight))
			nodes += result.Nodes
		}
		if want, _ := known.Solutions(n); total != want {
			b.Fatalf("%v solutions, want %v", total, want)
		}
	}
	report(b, n, nodes)
}

func report(b *testing.B, n int, nodes uint64) {
	counted := float64(b.N) * float64(solutionsOf(b, n))
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/counted, "ns/solution")
	b.ReportMetric(float64(nodes)/counted, "nodes/solution")
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}
