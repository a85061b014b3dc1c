package search_test

import (
	"context"
	"fmt"
	"math/bits"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"queens"
	kernels "queens/count/internal/kernels/search"
	"queens/count/methods"
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

func taskOf(b *search.Board) *kernels.Task { return (*kernels.Task)(b) }

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
	b.Rows = b.Rows[1:]
	return true
}

func goTool(t *testing.T) string {
	t.Helper()
	if testing.Short() {
		t.Skip("starts the go command")
	}
	path, err := exec.LookPath("go")
	if err != nil {
		t.Skip("there is no go command: ", err)
	}
	return path
}

// TestInlined asks the compiler whether it still inlines the small functions of the hot loops.
func TestInlined(t *testing.T) {
	for dir, names := range map[string][]string{
		".":         {"(*line).free", "(*line).with", "lowest", "withoutLowest"},
		"../parity": {"add", "isZero", "(*keptWords).set"},
	} {
		out, err := exec.Command(goTool(t), "build", "-gcflags=-m", dir).CombinedOutput()
		if err != nil {
			t.Fatalf("go build: %v\n%s", err, out)
		}
		for _, name := range names {
			line := regexp.MustCompile(`(?m): can inline ` + regexp.QuoteMeta(name) + `( with cost \d+.*)?\r?$`)
			if !line.Match(out) {
				t.Errorf("%s: %s is not inlined any more", dir, name)
			}
		}
	}
}

func TestGenerated(t *testing.T) {
	cmd := exec.Command(goTool(t), "run", must.Get(filepath.Abs("gen_scalar.go"))(t))
	cmd.Dir = t.TempDir()
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go run gen_scalar.go: %v\n%s", err, out)
	}
	got := must.Get(os.ReadFile(filepath.Join(cmd.Dir, "zscalar.go")))(t)
	want := must.Get(os.ReadFile("zscalar.go"))(t)
	if string(got) != string(want) {
		t.Error("zscalar.go is not what gen_scalar.go writes: run go generate")
	}
}

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
