package kernel

import (
	"math/rand/v2"
	"sync"
	"testing"
)

// portableSteps are the slow twins of the generated steps. They need no special case without
// blocked squares.
var portableSteps = func() (steps laneSteps) {
	for k := 3; k <= maxLaneRows; k++ {
		step := func(parents, children *laneLevel) { portableStep(k, parents, children) }
		steps[k] = [2]laneStep{step, step}
	}
	return steps
}()

// portableStep is a laneStep for parents with k open rows, lane by lane.
func portableStep(k int, parents, children *laneLevel) {
	for parents.waiting() >= laneFlight && (children == nil || children.tail < laneLimit) {
		parents.steps++
		for lane := range laneFlight {
			s := func(w int) *uint32 { return &parents.flight[w][lane] }
			queen := *s(wordFree) & -*s(wordFree)
			*s(wordFree) ^= queen
			apart, gap := parents.apart[0], parents.gap[0]
			portableChild(k-1, parents, children, [laneWords]uint32{
				*s(wordColumns) | queen,
				*s(wordFarUp) | queen<<apart, *s(wordFarDown) | queen>>apart,
				(*s(wordNearUp) | queen) << gap, (*s(wordNearDown) | queen) >> gap,
			})
			if *s(wordFree) == 0 {
				for w := range laneWords {
					*s(w) = parents.words[w][parents.head]
				}
				parents.head++
				*s(wordFree) = ^(*s(wordColumns) | *s(wordNearUp) | *s(wordNearDown) | parents.own[0])
			}
		}
	}
	if parents.waiting() < laneFlight {
		parents.compact()
	}
}

// portableChild stores a child with the given number of open rows, or counts it.
func portableChild(rows int, parents, children *laneLevel, c [laneWords]uint32) {
	var free [laneTested]uint32
	union := uint32(0)
	for j := range free[:min(rows, laneTested)] {
		side, shift := wordNearUp+j%2*2, parents.shift[j][0]
		if j < 2 {
			shift = 0
		}
		free[j] = ^(c[wordColumns] | c[side]<<shift | c[side+1]>>shift | parents.blocked[j][0])
		union |= free[j]
		if free[j] == 0 && (rows <= laneTested || j == 0) {
			return
		}
	}
	if rows <= laneTested && union != ^c[wordColumns] {
		return
	}
	if rows > 2 {
		children.add(c)
		return
	}
	apart := parents.shift[0][0]
	for rest := free[0]; rest != 0; rest &= rest - 1 { // try both queens of the nearer row
		queen := rest & -rest
		if free[1]&^queen&^(queen<<apart|queen>>apart) != 0 {
			parents.found++
		}
	}
}

// randomLevels returns parents with k open rows, with any number of states, and children with or
// without room.
func randomLevels(random *rand.Rand, k int, blocked bool) (parents, children *laneLevel) {
	parents, children = new(laneLevel), new(laneLevel)
	parents.apart.set(1 + random.IntN(31))
	parents.gap.set(1 + random.IntN(5))
	for j := range laneTested {
		parents.shift[j].set(1 + random.IntN(8))
	}
	rarity := 2 + random.IntN(4)
	word := func() uint32 {
		w := random.Uint32()
		for range rarity {
			w &= random.Uint32()
		}
		return w
	}
	if blocked {
		parents.own = repeat(word())
		for j := range laneTested {
			parents.blocked[j] = repeat(word())
		}
	}
	dummy := ^uint32(lowest(uint64(^parents.own[0])))
	parents.idle(dummy)
	for range random.IntN(laneLimit + laneFlight) {
		s := [laneWords]uint32{^uint32(0), word(), word(), word(), word()}
		for c := range k { // the same number of free columns and rows
			s[wordColumns] &^= 1 << ((random.IntN(32/k) + c*(32/k)) % 32)
		}
		if random.IntN(8) == 0 || s[wordColumns]|s[wordNearUp]|s[wordNearDown]|parents.own[0] == ^uint32(0) {
			s = [laneWords]uint32{wordColumns: dummy}
		}
		parents.add(s)
	}
	if k > 3 && random.IntN(2) == 0 {
		children.tail = random.Int64N(laneLimit + laneFlight)
	}
	return parents, children
}

func compareSteps(t *testing.T, k int, step laneStep, parents, children *laneLevel) (kept int64) {
	t.Helper()
	for call := range 3 {
		wantParents, wantChildren := *parents, *children
		if k > 3 {
			step(parents, children)
			portableStep(k, &wantParents, &wantChildren)
		} else {
			step(parents, nil)
			portableStep(k, &wantParents, nil)
		}
		compareLevels(t, "parents", k, call, parents, &wantParents)
		compareLevels(t, "children", k, call, children, &wantChildren)
		kept += children.tail + parents.found
		children.tail = 0
	}
	return kept
}

func compareLevels(t *testing.T, name string, k, call int, got, want *laneLevel) {
	t.Helper()
	if got.head != want.head || got.tail != want.tail || got.steps != want.steps || got.found != want.found {
		t.Fatalf("%d rows, call %d: %s: head, tail, steps, found = %d, %d, %d, %d, want %d, %d, %d, %d",
			k, call+1, name, got.head, got.tail, got.steps, got.found, want.head, want.tail, want.steps, want.found)
	}
	if got.flight != want.flight {
		t.Fatalf("%d rows, call %d: %s: states in flight are %v, want %v", k, call+1, name, got.flight, want.flight)
	}
	for w := range laneWords {
		for i := got.head; i < got.tail; i++ {
			if got.words[w][i] != want.words[w][i] {
				t.Fatalf("%d rows, call %d: %s: word %d of state %d is %#x, want %#x", k, call+1, name, w, i,
					got.words[w][i], want.words[w][i])
			}
		}
	}
}

func testSteps(t *testing.T, steps *laneSteps) {
	const seed = 3
	for k := 3; k <= maxLaneRows; k++ {
		random := rand.New(rand.NewPCG(seed, uint64(k)))
		var kept int64
		for i := range 60 {
			parents, children := randomLevels(random, k, i%2 == 1)
			kept += compareSteps(t, k, steps[k][i%2], parents, children)
		}
		if kept == 0 {
			t.Errorf("seed %d: no child of a parent with %d rows was kept", seed, k)
		}
	}
}

// randomTask returns a regular task. Its words come from queens that may attack each other, from
// some of them, or from nowhere.
func randomTask(random *rand.Rand, order, open int) *Task {
	t := &Task{Order: order}
	rows, columns := random.Perm(order), random.Perm(order)
	for i, row := range rows[:order-open] {
		c := columns[i]
		t.Columns |= 1 << c
		t.Rising |= 1 << (row + c)
		t.Falling |= 1 << (c - row + order - 1)
	}
	word := func() uint64 {
		return random.Uint64() & random.Uint64() & random.Uint64() & (1<<(2*order-1) - 1)
	}
	switch random.IntN(3) {
	case 0:
		t.Rising, t.Falling = word(), word()
	case 1:
		t.Rising &= random.Uint64()
		t.Falling &= random.Uint64()
	}
	if open > 9 { // with more rows, a task with few attacks takes longer
		for range 2 {
			t.Rising |= word()
			t.Falling |= word()
		}
	}
	t.Rows = rows[order-open:]
	for range random.IntN(2 * order) {
		t.Blocked[random.IntN(order)] |= 1 << random.IntN(order)
	}
	return t
}

// central orders the rows of a task outward from the middle, as plans do.
func central(t *Task) {
	var rows []int
	for d := range t.Order + 1 {
		for _, r := range []int{t.Order/2 + d, t.Order/2 - 1 - d} {
			for _, open := range t.Rows {
				if open == r {
					rows = append(rows, r)
				}
			}
		}
	}
	t.Rows = rows
}

// portable counts with the fastest kernel that accepts the task and shares no code with the lanes.
func portable(task *Task) uint64 {
	if scalar.Accepts(task) {
		return scalar.Count(task).Solutions
	}
	return masks.Count(task).Solutions
}

// testLanes compares the lane engine with portable kernels on tasks with too many open rows for the
// reference.
func testLanes(t *testing.T, steps *laneSteps) {
	const seed = 1
	random := rand.New(rand.NewPCG(seed, 0))
	var found uint64
	for i := range 1000 {
		order := 3 + random.IntN(MaxOrder-2)
		task := randomTask(random, order, 3+random.IntN(min(order-2, 11)))
		if i%2 == 0 {
			central(task)
		}
		want := portable(task)
		if got := countLanes(task, steps).Solutions; got != want {
			t.Fatalf("seed %d, task %d: %d solutions, want %d, of %#v", seed, i, got, want, *task)
		}
		found += want
	}
	if found == 0 {
		t.Errorf("seed %d: no task had a solution", seed)
	}
	for n := 3; n <= 12; n++ {
		task := &Task{Order: n, Rows: random.Perm(n)}
		for range 2 { // rows in any order, then in the order of a plan
			want := portable(task)
			if got := countLanes(task, steps).Solutions; got != want {
				t.Errorf("order %d, rows %v: %d solutions, want %d", n, task.Rows, got, want)
			}
			central(task)
		}
	}
}

func TestLanesPortable(t *testing.T) { testLanes(t, &portableSteps) }

// TestLanesDeadRow has rows without squares, with which the lanes cannot begin.
func TestLanesDeadRow(t *testing.T) {
	for r := range 8 {
		task := &Task{Order: 8, Rows: []int{0, 1, 2, 3, 4, 5, 6, 7}}
		task.Blocked[r] = allColumns(8)
		if got := countLanes(task, &portableSteps); got.Solutions != 0 {
			t.Errorf("row %d blocked: %d solutions", r+1, got.Solutions)
		}
	}
}

// TestLanesNodes checks that the lanes make the same children as the scalar kernel if both fill
// rows in the same order and test the same boards.
func TestLanesNodes(t *testing.T) {
	for n := 6; n <= 12; n++ {
		task := &Task{Order: n}
		for r := range n {
			task.Rows = append(task.Rows, r)
		}
		central(task)
		lanes, want := countLanes(task, &portableSteps).Nodes, scalar.Count(task).Nodes
		if low, high := want-want/50, want+want/50+20; lanes < low || lanes > high {
			t.Errorf("order %d: %d nodes, want about %d", n, lanes, want)
		}
	}
}

// TestLanesTogether counts on several goroutines, which share only the pool.
func TestLanesTogether(t *testing.T) {
	task := &Task{Order: 10, Rows: []int{5, 4, 6, 3, 7, 2, 8, 1, 9, 0}}
	want := portable(task)
	var workers sync.WaitGroup
	for range 4 {
		workers.Go(func() {
			for range 3 {
				if got := countLanes(task, &portableSteps).Solutions; got != want {
					t.Errorf("%d solutions, want %d", got, want)
				}
			}
		})
	}
	workers.Wait()
}

func TestLanesDoNotAllocate(t *testing.T) {
	task := &Task{Order: 8, Rows: []int{4, 3, 5, 2, 6, 1, 7, 0}}
	if allocations := testing.AllocsPerRun(20, func() { countLanes(task, &portableSteps) }); allocations >= 1 {
		t.Errorf("%v allocations per task", allocations)
	}
}

// FuzzLanes compares the lane engine of every instruction set here with the portable kernels.
func FuzzLanes(f *testing.F) {
	f.Add(uint8(12), uint8(12), uint64(1), uint64(0), uint64(0))
	f.Add(uint8(32), uint8(12), uint64(2), uint64(0x123456789abcdef), uint64(0xfedcba987654321))
	f.Add(uint8(17), uint8(9), uint64(3), uint64(1)<<16, uint64(1)<<16)
	f.Fuzz(func(t *testing.T, order, open uint8, seed, rising, falling uint64) {
		n := 3 + int(order)%(MaxOrder-2)
		random := rand.New(rand.NewPCG(seed, 0))
		task := randomTask(random, n, 3+int(open)%min(n-2, 10))
		task.Rising |= rising & (1<<(2*n-1) - 1)
		task.Falling |= falling & (1<<(2*n-1) - 1)
		want := portable(task)
		if got := countLanes(task, &portableSteps).Solutions; got != want {
			t.Errorf("portable lanes: %d solutions, want %d, of %#v", got, want, *task)
		}
		for _, k := range archKernels {
			if k.Usable() && k.Accepts(task) {
				if got := k.Count(task).Solutions; got != want {
					t.Errorf("%s: %d solutions, want %d, of %#v", k.Name, got, want, *task)
				}
			}
		}
	})
}
