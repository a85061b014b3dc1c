package proofcheck

// checker holds the constraints that are known and what follows from them by unit
// propagation. Those that only hints need are not propagated until a step without hints.
type checker struct {
	report      Report
	announced   int              // constraints by the head of the formula
	lines       int              // constraints read
	constraints []*stored        // by number, from 0; nil when deleted
	ready       int              // the constraints before this number are attached
	byHash      map[uint64][]int // numbers of clauses, for their deletion
	concluded   bool

	list  []int32 // the clause read last
	stamp []int32 // by literal: the set in which it was last
	epoch int32

	value  []int8      // by literal: 1 true, -1 false, 0 open
	reason []*stored   // by variable: the constraint that made it so
	trail  []int32     // literals that are true, in the order in which they became so
	done   int         // of the trail: propagated
	uses   []int32     // by literal: clauses with it
	watch  [][]*stored // by literal: clauses that watch it
	occur  [][]*stored // by literal: other constraints it stands in
	wrong  bool        // the constraints contradict each other by unit propagation alone
}

// stored is a constraint: the sum of weights of literals 2v and
// 2v+1, the negation, that are true is at least the degree.
type stored struct {
	literals []int32
	weights  []int64 // not of a clause, whose first two literals are watched
	degree   int64
	largest  int64
	slack    int64 // sum of the weights of literals that are not false, less the degree
	deleted  bool
}

func literal(l int64) int32 {
	if l < 0 {
		return int32(-2*l + 1)
	}
	return int32(2 * l)
}

func signed(l int32) int64 {
	if l&1 != 0 {
		return -int64(l >> 1)
	}
	return int64(l >> 1)
}

func (c *checker) add(list []int32) {
	s := &stored{degree: 1, largest: 1}
	if c.report.Kind == "DRAT" {
		key := c.hash(list)
		c.byHash[key] = append(c.byHash[key], len(c.constraints))
	}
	c.epoch++
	for _, l := range list {
		c.grow(l | 1)
		if c.stamp[l] != c.epoch { // not twice
			c.stamp[l] = c.epoch
			s.literals = append(s.literals, l)
			c.uses[l]++
		}
	}
	c.constraints = append(c.constraints, s)
}

func (c *checker) addLinear(k constraint) {
	s := &stored{degree: k.degree()}
	for v, a := range k.terms {
		l := literal(v)
		if a < 0 {
			l = literal(-v)
		}
		if a != 0 {
			s.literals, s.weights = append(s.literals, l), append(s.weights, abs(a))
			s.largest = max(s.largest, abs(a))
			c.grow(l | 1)
		}
	}
	if s.clause() { // weights do not matter
		s.largest = 1
		for _, l := range s.literals {
			c.uses[l]++
		}
	}
	c.constraints = append(c.constraints, s)
}

func (s *stored) clause() bool { return s.degree == 1 }

func (s *stored) contradiction() bool {
	sum := int64(len(s.literals))
	if !s.clause() {
		sum = 0
		for _, w := range s.weights {
			sum += w
		}
	}
	return s.degree > sum
}

func (s *stored) form() constraint {
	k := constraint{map[int64]int64{}, s.degree}
	for i, l := range s.literals {
		a := int64(1)
		if !s.clause() {
			a = s.weights[i]
		}
		if l&1 != 0 {
			k.bound, a = k.bound-a, -a
		}
		k.terms[int64(l>>1)] += a
	}
	return k
}

func (c *checker) attachAll() {
	for ; c.ready < len(c.constraints); c.ready++ {
		s := c.constraints[c.ready]
		if s == nil {
			continue
		}
		switch {
		case s.clause():
			c.attach(s)
		case s.degree > 0:
			s.slack = -s.degree
			for i, l := range s.literals {
				c.occur[l] = append(c.occur[l], s)
				if c.value[l] >= 0 {
					s.slack += s.weights[i]
				}
			}
			c.wrong = c.wrong || !c.force(s)
		}
		c.wrong = c.wrong || !c.propagate()
	}
}

// remove deletes a constraint. What it forced for good stays: that follows.
func (c *checker) remove(number int) {
	s := c.constraints[number]
	c.constraints[number] = nil
	s.deleted = true
	if s.clause() {
		for _, l := range s.literals {
			c.uses[l]--
		}
	}
}

func (c *checker) grow(l int32) {
	for len(c.value) <= int(l) {
		c.value, c.watch, c.occur = append(c.value, 0), append(c.watch, nil), append(c.occur, nil)
		c.stamp, c.uses = append(c.stamp, 0), append(c.uses, 0)
		if len(c.value)%2 == 0 {
			c.reason = append(c.reason, nil)
		}
	}
}

// attach watches two literals of a clause, if possible such that are not false.
func (c *checker) attach(s *stored) {
	open := 0
	for i, l := range s.literals {
		if c.value[l] >= 0 && open < 2 {
			s.literals[i], s.literals[open] = s.literals[open], l
			open++
		}
	}
	for _, l := range s.literals[:min(2, len(s.literals))] {
		c.watch[l] = append(c.watch[l], s)
	}
	switch open {
	case 0:
		c.wrong = true
	case 1:
		c.assign(s.literals[0], s)
	}
}

func (c *checker) assign(l int32, by *stored) {
	if c.value[l] == 0 {
		c.value[l], c.value[l^1], c.reason[l>>1] = 1, -1, by
		c.trail = append(c.trail, l)
	}
}

func (c *checker) force(s *stored) bool {
	if s.slack < 0 {
		return false
	}
	if s.slack < s.largest {
		for i, l := range s.literals {
			if c.value[l] == 0 && s.weights[i] > s.slack {
				c.assign(l, s)
			}
		}
	}
	return true
}

// propagate does all unit propagations and reports whether nothing is violated. Slacks are right
// for the literals of the trail before done.
func (c *checker) propagate() bool {
	for c.done < len(c.trail) {
		no := c.trail[c.done] ^ 1 // false now
		c.done++
		kept, live := c.occur[no][:0], true
		for _, s := range c.occur[no] {
			if !s.deleted {
				kept = append(kept, s)
				s.slack -= s.weight(no)
			}
		}
		c.occur[no] = kept
		for _, s := range kept {
			live = live && c.force(s)
		}
		if !live || !c.visit(no) {
			return false
		}
	}
	return true
}

func (s *stored) weight(l int32) int64 {
	if s.largest == 1 {
		return 1
	}
	for i, other := range s.literals {
		if other == l {
			return s.weights[i]
		}
	}
	return 0
}

func (c *checker) visit(no int32) bool {
	list := c.watch[no]
	kept := list[:0]
	for at, s := range list {
		if s.deleted {
			continue
		}
		if len(s.literals) > 1 && s.literals[0] == no {
			s.literals[0], s.literals[1] = s.literals[1], no
		}
		if c.value[s.literals[0]] > 0 {
			kept = append(kept, s)
			continue
		}
		moved := false
		for i := 2; i < len(s.literals); i++ {
			if l := s.literals[i]; c.value[l] >= 0 {
				s.literals[1], s.literals[i] = l, no
				c.watch[l] = append(c.watch[l], s)
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, s)
		if c.value[s.literals[0]] < 0 {
			c.watch[no] = append(kept, list[at+1:]...)
			return false
		}
		c.assign(s.literals[0], s)
	}
	c.watch[no] = kept
	return true
}

// follows reports whether a clause follows by unit propagation: if all its literals are made false,
// some constraint is violated. If not, and resolve says so, every resolvent on the first literal
// must follow.
func (c *checker) follows(list []int32, resolve bool) bool {
	c.attachAll()
	if c.wrong {
		return true
	}
	mark := len(c.trail)
	violated := c.assume(list, -1) || !c.propagate()
	if !violated && resolve && len(list) > 0 {
		violated = true
		for _, number := range c.with(list[0] ^ 1) {
			inner := len(c.trail)
			violated = c.assume(c.constraints[number].literals, list[0]^1) || !c.propagate()
			c.undo(inner)
			if !violated {
				break
			}
		}
	}
	c.undo(mark)
	return violated
}

// assume makes the literals of a clause but one false, and reports whether one is true.
func (c *checker) assume(list []int32, except int32) bool {
	for _, l := range list {
		c.grow(l | 1)
		if l == except {
			continue
		}
		if c.value[l] > 0 {
			return true
		}
		c.assign(l^1, nil)
	}
	return false
}

func (c *checker) undo(mark int) {
	for c.done > mark { // slacks
		c.done--
		no := c.trail[c.done] ^ 1
		for _, s := range c.occur[no] {
			s.slack += s.weight(no)
		}
	}
	c.unassign(mark)
}
