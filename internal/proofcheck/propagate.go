package proofcheck

// checker holds the constraints that are known and what follows from them by unit
// propagation.
type checker struct {
	report      Report
	constraints []*stored        // by number, from 0; nil when deleted
	byText      map[string][]int // numbers of clauses, for their deletion
	concluded   bool

	value []int8      // by literal: 1 true, -1 false, 0 open
	trail []int       // literals that are true, in the order in which they became so
	done  int         // of the trail: propagated
	watch [][]*stored // by literal: clauses that watch it
	occur [][]*stored // by literal: other constraints it stands in
	wrong bool        // the constraints contradict each other by unit propagation alone
}

// stored is a constraint in the form of degree: positive coefficients of literals 2v and
// 2v+1, the negation.
type stored struct {
	form     constraint
	literals []int
	weights  []int64 // nil for a clause, whose first two literals are watched
	largest  int64
	slack    int64 // sum of the weights of literals that are not false, less the degree
	deleted  bool
}

// literal returns the number of a literal of DIMACS.
func literal(l int64) int {
	if l < 0 {
		return int(-2*l + 1)
	}
	return int(2 * l)
}

// add stores a constraint, propagates what it forces for good, and returns its number.
func (c *checker) add(k constraint) int {
	s := &stored{form: k, slack: -k.degree()}
	clause := k.degree() == 1
	for v, a := range k.terms {
		l := literal(v)
		if a < 0 {
			l = literal(-v)
		}
		if a != 0 {
			s.literals, s.weights = append(s.literals, l), append(s.weights, abs(a))
			s.largest = max(s.largest, abs(a))
			s.slack += abs(a)
			c.grow(l | 1)
		}
	}
	c.constraints = append(c.constraints, s)
	switch {
	case clause:
		s.weights = nil
		c.attach(s)
	case k.degree() > 0:
		for i, l := range s.literals {
			c.occur[l] = append(c.occur[l], s)
			if c.value[l] < 0 {
				s.slack -= s.weights[i]
			}
		}
		c.wrong = c.wrong || !c.force(s)
	}
	c.wrong = c.wrong || !c.propagate()
	return len(c.constraints) - 1
}

// grow makes room for a literal.
func (c *checker) grow(l int) {
	for len(c.value) <= l {
		c.value, c.watch, c.occur = append(c.value, 0), append(c.watch, nil), append(c.occur, nil)
	}
}

// attach watches two literals of a clause, those that are not false before those that are.
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
		c.assign(s.literals[0])
	}
}

// assign makes a literal true that is not false.
func (c *checker) assign(l int) {
	if c.value[l] == 0 {
		c.value[l], c.value[l^1] = 1, -1
		c.trail = append(c.trail, l)
	}
}

// force makes true what a constraint needs and reports whether it can still hold.
func (c *checker) force(s *stored) bool {
	if s.slack < 0 {
		return false
	}
	if s.slack < s.largest {
		for i, l := range s.literals {
			if c.value[l] == 0 && s.weights[i] > s.slack {
				c.assign(l)
			}
		}
	}
	return true
}

// propagate does all unit propagations and reports whether nothing is violated. Slacks are right for the
// literals of the trail before done.
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

// weight returns the weight of a literal.
func (s *stored) weight(l int) int64 {
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

// visit finds other literals to watch for the clauses that watch one that is false.
func (c *checker) visit(no int) bool {
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
		c.assign(s.literals[0])
	}
	c.watch[no] = kept
	return true
}

// follows reports whether a clause follows by unit propagation: if all its literals are
// made false, some constraint is violated.
func (c *checker) follows(list clause) bool {
	if c.wrong {
		return true
	}
	mark, violated := len(c.trail), false
	for _, l := range list {
		no := literal(-l)
		c.grow(no | 1)
		violated = violated || c.value[no] < 0
		if !violated {
			c.assign(no)
		}
	}
	violated = violated || !c.propagate()
	for c.done > mark { // slacks
		c.done--
		no := c.trail[c.done] ^ 1
		for _, s := range c.occur[no] {
			s.slack += s.weight(no)
		}
	}
	for _, l := range c.trail[mark:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail = c.trail[:mark]
	return violated
}
