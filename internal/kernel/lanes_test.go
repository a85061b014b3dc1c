package kernel

import (
	"math/bits"
	"math/rand/v2"
	"testing"
)

// portableSteps are the slow twins of the generated steps.
var portableSteps = func() (steps laneSteps) {
	for k := 3; k <= maxLaneRows; k++ {
		step := func(parents, children *laneLevel) { portableStep(k, parents, children) }
		steps[k] = [2]laneStep{step, step}
	}
	return steps
}()

// portableStep is a laneStep as laneStep says it, one lane after the other.
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

// portableChild keeps a child with the given number of open rows, or counts it.
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

// randomTask returns a regular task with the given number of open rows. Its words
// come from random queens, which may attack each other, or are random altogether.
func randomTask(r *rand.Rand, order, open int) *Task {
	t := &Task{Order: order, Turn: 1}
	rows := r.Perm(order)
	columns := r.Perm(order)
	for i, row := range rows[:order-open] {
		c := columns[i]
		t.Columns |= 1 << c
		t.Filled |= 1 << row
		t.Rising |= 1 << (row + c)
		t.Falling |= 1 << (c - row + order - 1)
	}
	switch r.IntN(3) {
	case 0: // not from queens
		word := func() uint64 { return r.Uint64() & r.Uint64() & r.Uint64() & (1<<(2*order-1) - 1) }
		t.Rising, t.Falling = word(), word()
	case 1: // fewer attacks
		t.Rising &= r.Uint64()
		t.Falling &= r.Uint64()
	}
	t.Rows = rows[order-open:]
	for range r.IntN(2 * order) {
		t.Blocked[r.IntN(order)] |= 1 << r.IntN(order)
	}
	return t
}

// central orders the rows outward from the middle, as plans do.
func central(t *Task) {
	m := t.Order / 2
	var rows []int
	for d := range t.Order + 1 {
		for _, r := range []int{m + d, m - 1 - d} {
			for _, open := range t.Rows {
				if open == r {
					rows = append(rows, r)
				}
			}
		}
	}
	t.Rows = rows
}

func testLanes(t *testing.T, steps *laneSteps) {
	r := rand.New(rand.NewPCG(1, 2))
	for i := range 3000 {
		order := 3 + r.IntN(30)
		open := 3 + r.IntN(min(order-2, 9))
		task := randomTask(r, order, open)
		if i%2 == 0 {
			central(task)
		}
		want := scalar.Count(task)
		if got := countLanes(task, steps); got.Solutions != want.Solutions {
			t.Fatalf("task %d, order %d, %d open rows: %d solutions, want %d\n%+v", i, order, open, got.Solutions, want.Solutions, task)
		}
	}
	for n := 3; n <= 13; n++ {
		task := &Task{Order: n, Turn: 1, Rows: r.Perm(n)}
		central(task)
		want := scalar.Count(task)
		got := countLanes(task, steps)
		if got.Solutions != want.Solutions {
			t.Fatalf("order %d: %d solutions, want %d", n, got.Solutions, want.Solutions)
		}
		t.Logf("order %d: nodes per solution %.3f, scalar %.3f", n, float64(got.Nodes)/float64(got.Solutions), float64(want.Nodes)/float64(got.Solutions))
	}
}

func TestLanesPortable(t *testing.T) { testLanes(t, &portableSteps) }

var _ = bits.Len

// randomLevels returns parents with k open rows and their empty children. With
// density low, squares are mostly free.
func randomLevels(r *rand.Rand, k int, blocked bool) (parents, children *laneLevel) {
	parents, children = new(laneLevel), new(laneLevel)
	parents.apart.set(1 + r.IntN(31))
	parents.gap.set(1 + r.IntN(5))
	for j := range laneTested {
		parents.shift[j].set(1 + r.IntN(8))
	}
	word := func() uint32 { return r.Uint32() & r.Uint32() & r.Uint32() }
	if blocked {
		parents.own = repeat(word())
		for j := range laneTested {
			parents.blocked[j] = repeat(word())
		}
	}
	dummy := ^uint32(lowest(uint64(^parents.own[0])))
	parents.idle(dummy)
	for range r.IntN(laneLimit) {
		if r.IntN(8) == 0 {
			parents.add([laneWords]uint32{wordColumns: dummy})
			continue
		}
		s := [laneWords]uint32{^uint32(0), word(), word(), word(), word()}
		for c := range k { // as many free columns as rows
			s[wordColumns] &^= 1 << ((r.IntN(32/k) + c*(32/k)) % 32)
		}
		if s[wordColumns]|s[wordNearUp]|s[wordNearDown]|parents.own[0] != ^uint32(0) {
			parents.add(s)
		}
	}
	if k > 3 {
		children.tail = r.Int64N(laneLimit + laneFlight)
	}
	return parents, children
}

// testSteps compares steps with their twins, word by word.
func testSteps(t *testing.T, steps *laneSteps) {
	r := rand.New(rand.NewPCG(3, 4))
	for i := range 2000 {
		k, blocked := 3+i%(maxLaneRows-2), r.IntN(2)
		parents, children := randomLevels(r, k, blocked == 1)
		for call := range 3 {
			wantParents, wantChildren := *parents, *children
			if k > 3 {
				steps[k][blocked](parents, children)
				portableStep(k, &wantParents, &wantChildren)
			} else {
				steps[k][blocked](parents, nil)
				portableStep(k, &wantParents, nil)
			}
			for name, pair := range map[string][2]*laneLevel{"parents": {parents, &wantParents}, "children": {children, &wantChildren}} {
				got, want := pair[0], pair[1]
				if got.head != want.head || got.tail != want.tail || got.steps != want.steps || got.found != want.found || got.flight != want.flight {
					t.Fatalf("%d rows, blocked %d, call %d: %s: head, tail, steps, found = %d, %d, %d, %d, want %d, %d, %d, %d; states in flight equal: %v",
						k, blocked, call, name, got.head, got.tail, got.steps, got.found, want.head, want.tail, want.steps, want.found, got.flight == want.flight)
				}
				for w := range laneWords {
					for i := got.head; i < got.tail; i++ {
						if got.words[w][i] != want.words[w][i] {
							t.Fatalf("%d rows, blocked %d, call %d: %s: word %d of state %d is %#x, want %#x", k, blocked, call, name, w, i, got.words[w][i], want.words[w][i])
						}
					}
				}
			}
			children.tail = 0
		}
	}
}
