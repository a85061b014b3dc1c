package kernel

import "slices"

// prepare sets s up for a task, and reports whether every open row has a square that is not
// blocked.
//
// The outermost open rows, half of them on each side, are for the lanes, whatever the order of the
// task's rows. The others, between them, are for the front. The words of a state hold the diagonals
// as seen from the first row of each side, in 32 bits. They say exactly what queens between the
// sides attack. A queen of the task may be elsewhere. Its further attacks become blocked squares,
// so the words of a task need not even come from queens.
func (s *laneSearch) prepare(t *Task, steps *laneSteps) bool {
	s.order = t.Order
	s.nodes = 1
	s.top = min(len(t.Rows), maxLaneRows)
	s.divide(t)
	rows := s.rows[:s.top]
	start := state{t.Columns, t.Rising, t.Falling}
	words := s.words(start)
	var blocked [maxLaneRows]uint32
	for j, r := range rows {
		row := newLine(t, r)
		free := row.free(state{0, t.Rising, t.Falling})
		side, away := wordNearUp, distance(r, rows[j%2])
		if j%2 == 1 {
			side = wordFarUp
		}
		seen := words[side]<<away | words[side+1]>>away
		blocked[j] = uint32(allColumns(t.Order)&^free) &^ (uint32(t.Columns) | seen)
		if uint32(allColumns(t.Order))&^(uint32(t.Columns)|blocked[j]) == 0 {
			return false
		}
	}
	for i := range s.top - 2 {
		s.prepareLevel(s.top-i, rows[i:], blocked[i:s.top], steps)
	}
	return true
}

// divide divides the rows of a task among the lanes and the front. Both sides of the lanes get the
// same number of rows, or the near side one more.
func (s *laneSearch) divide(t *Task) {
	var sorted [MaxOrder]int
	open := sorted[:copy(sorted[:], t.Rows)]
	slices.Sort(open)
	first, _ := slices.BinarySearch(open, t.Rows[len(open)-s.top])
	s.lowFirst = first < len(open)/2
	near, far := (s.top+1)/2, s.top/2
	low, high := near-1, len(open)-far // innermost rows of the sides
	if !s.lowFirst {
		low, high = far-1, len(open)-near
	}
	s.low, s.high = open[low], open[high]
	s.frontRows = 0
	for _, r := range t.Rows {
		if r > s.low && r < s.high {
			s.front[s.frontRows] = newLine(t, r)
			s.frontRows++
		}
	}
	for j := range s.top {
		if (j%2 == 0) == s.lowFirst {
			s.rows[j] = open[low]
			low--
		} else {
			s.rows[j] = open[high]
			high++
		}
	}
}

// prepareLevel sets up the level with k rows. rows are its open rows, in the order in which they
// are filled, blocked their blocked squares.
func (s *laneSearch) prepareLevel(k int, rows []int, blocked []uint32, steps *laneSteps) {
	l := &s.levels[k]
	l.head, l.tail, l.steps, l.found = 0, 0, 0, 0
	l.apart.set(distance(rows[0], rows[1]))
	l.gap.set(distance(rows[0], rows[2]))
	l.own = repeat(blocked[0])
	any := blocked[0]
	for j, b := range blocked[1:min(k, laneTested+1)] {
		l.blocked[j] = repeat(b)
		l.shift[j].set(distance(rows[1+j], rows[1+j%2]))
		any |= b
	}
	if k-1 > laneTested { // only the first row of a child is tested
		any = blocked[0] | blocked[1]
	}
	if k == 3 {
		l.shift[0].set(distance(rows[1], rows[2]))
	}
	s.step[k] = steps[k][0]
	if any != 0 {
		s.step[k] = steps[k][1]
	}
	s.dummy[k] = ^uint32(lowest(uint64(^blocked[0])))
	l.idle(s.dummy[k])
}

func repeat(x uint32) (s spread) {
	for i := range s {
		s[i] = x
	}
	return s
}

func (s *spread) set(rows int) { *s = repeat(uint32(rows)) }

func distance(a, b int) int { return max(a-b, b-a) }
