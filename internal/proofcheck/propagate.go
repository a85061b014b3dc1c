package proofcheck

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// checker holds the constraints that are known and what follows from them by unit
// propagation. Those that only hints need are not propagated until a step without hints.
type checker struct {
	report      Proof
	names       map[int64]int64  // numbers of variables from direct on
	announced   int              // constraints by the head of the formula
	lines       int              // constraints read
	constraints []*constraint    // by number, from 0; nil when deleted
	ready       int              // the constraints before this number are attached
	clauses     map[string][]int // numbers of clauses by key, for their deletion
	concluded   bool

	list []int32 // the clause read last

	value  []int8          // by literal: 1 true, -1 false, 0 open
	reason []*constraint   // by variable: the constraint that made it so
	trail  []int32         // literals that are true, in the order in which they became so
	done   int             // of the trail: the clauses that watch them are propagated
	uses   []int32         // by literal: clauses with it
	watch  [][]*constraint // by literal: clauses that watch it
	linear [][]*constraint // by literal: those attached with it that are no clauses
	wrong  bool            // the constraints contradict each other by unit propagation alone
}

// constraint says that the sum of the weights of its literals that are true is at least the degree.
// Literal 2v is variable v, 2v+1 its negation.
type constraint struct {
	literals []int32
	weights  []int64 // positive; nil for a clause, whose first two literals are watched
	degree   int64
	deleted  bool
}

// direct is the number of variables that have their name as their number. Others count on from
// there in the order in which they are read, so that the arrays grow with the number of variables.
const direct = 1 << 15

// literal returns the literal of the variable with a name, or of its negation.
func (c *checker) literal(name int64) int32 {
	v := max(name, -name)
	if v >= direct {
		number, ok := c.names[v]
		if !ok {
			number = direct + int64(len(c.names))
			c.names[v] = number
		}
		v = number
	}
	for len(c.reason) <= int(v) {
		c.value, c.uses, c.reason = append(c.value, 0, 0), append(c.uses, 0, 0), append(c.reason, nil)
		c.watch, c.linear = append(c.watch, nil, nil), append(c.linear, nil, nil)
	}
	if name < 0 {
		return int32(2*v + 1)
	}
	return int32(2 * v)
}

func (k *constraint) clause() bool { return k.degree == 1 }

func (k *constraint) weight(i int) int64 {
	if k.clause() {
		return 1
	}
	return k.weights[i]
}

func (c *checker) add(list []int32) {
	k := &constraint{literals: set(list), degree: 1}
	if c.report.Kind == "DRAT" {
		key := key(k.literals)
		c.clauses[key] = append(c.clauses[key], len(c.constraints))
	}
	for _, l := range k.literals {
		c.uses[l]++
	}
	c.constraints = append(c.constraints, k)
}

func (c *checker) attachAll() {
	for ; c.ready < len(c.constraints); c.ready++ {
		switch k := c.constraints[c.ready]; {
		case k == nil:
		case k.clause():
			c.attach(k)
		case k.degree > 0:
			for _, l := range k.literals {
				c.linear[l] = append(c.linear[l], k)
			}
			c.wrong = c.wrong || !c.force(k)
		}
	}
	c.wrong = c.wrong || !c.propagate()
}

// remove deletes a constraint. What it forced for good stays: that follows.
func (c *checker) remove(number int) {
	k := c.constraints[number]
	c.constraints[number] = nil
	k.deleted = true
	if k.clause() {
		for _, l := range k.literals {
			c.uses[l]--
		}
	}
}

// attach watches two literals of a clause, if possible such that are not false.
func (c *checker) attach(k *constraint) {
	open := 0
	for i, l := range k.literals {
		if c.value[l] >= 0 && open < 2 {
			k.literals[i], k.literals[open] = k.literals[open], l
			open++
		}
	}
	for _, l := range k.literals[:min(2, len(k.literals))] {
		c.watch[l] = append(c.watch[l], k)
	}
	switch open {
	case 0:
		c.wrong = true
	case 1:
		c.assign(k.literals[0], k)
	}
}

func (c *checker) assign(l int32, by *constraint) {
	if c.value[l] == 0 {
		c.value[l], c.value[l^1], c.reason[l>>1] = 1, -1, by
		c.trail = append(c.trail, l)
	}
}

// unassign takes back what was assigned when the trail was longer than mark.
func (c *checker) unassign(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail, c.done = c.trail[:mark], min(c.done, mark)
}

// force makes literals true that a constraint needs; it reports whether that can be fulfilled.
func (c *checker) force(k *constraint) bool {
	slack := -k.degree
	for i, l := range k.literals {
		if c.value[l] >= 0 {
			slack += k.weight(i)
		}
	}
	for i, l := range k.literals {
		if slack >= 0 && k.weight(i) > slack {
			c.assign(l, k)
		}
	}
	return slack >= 0
}

// propagate does all unit propagations and reports whether nothing is violated.
func (c *checker) propagate() bool {
	for c.done < len(c.trail) {
		no := c.trail[c.done] ^ 1 // false now
		c.done++
		if !c.visit(no) {
			return false
		}
		for _, k := range c.linear[no] {
			if !k.deleted && !c.force(k) {
				return false
			}
		}
	}
	return true
}

func (c *checker) visit(no int32) bool {
	list := c.watch[no]
	kept := list[:0]
	for at, k := range list {
		if k.deleted {
			continue
		}
		if len(k.literals) > 1 && k.literals[0] == no {
			k.literals[0], k.literals[1] = k.literals[1], no
		}
		if c.value[k.literals[0]] > 0 {
			kept = append(kept, k)
			continue
		}
		moved := false
		for i := 2; i < len(k.literals); i++ {
			if l := k.literals[i]; c.value[l] >= 0 {
				k.literals[1], k.literals[i] = l, no
				c.watch[l] = append(c.watch[l], k)
				moved = true
				break
			}
		}
		if moved {
			continue
		}
		kept = append(kept, k)
		if c.value[k.literals[0]] < 0 {
			c.watch[no] = append(kept, list[at+1:]...)
			return false
		}
		c.assign(k.literals[0], k)
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
	defer c.unassign(mark)
	if c.assume(list, -1) || !c.propagate() {
		return true
	}
	if !resolve || len(list) == 0 {
		return false
	}
	inner := len(c.trail)
	for _, k := range c.with(list[0] ^ 1) {
		violated := c.assume(k.literals, list[0]^1) || !c.propagate()
		c.unassign(inner)
		if !violated {
			return false
		}
	}
	return true
}

// hinted reports whether a clause follows by unit propagation of some constraints, one by one.
func (c *checker) hinted(list []int32, hints []*constraint) bool {
	defer c.unassign(len(c.trail))
	return c.assume(list, -1) || slices.ContainsFunc(hints, func(k *constraint) bool { return !c.force(k) })
}

// assume makes the literals of a clause but one false, and reports whether one is true.
func (c *checker) assume(list []int32, except int32) bool {
	for _, l := range list {
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

// readClause reads a line of a DRAT proof: a clause that follows, or after d one that is
// not needed any more.
func (c *checker) readClause(words [][]byte) error {
	if string(words[0]) == "c" || c.concluded {
		return nil
	}
	deletes := string(words[0]) == "d"
	if deletes {
		words = words[1:]
	}
	if err := c.literals(words); err != nil {
		return err
	}
	if deletes {
		c.removeClause()
		return nil
	}
	if !c.follows(c.list, true) {
		return fmt.Errorf("the clause %s follows neither by unit propagation nor by resolution on its first "+
			"literal: %w", text(words, 120), ErrRefused)
	}
	c.report.Steps++
	c.concluded = len(c.list) == 0
	c.add(c.list)
	return nil
}

// removeClause deletes a clause equal to list, if there is one. One that forces a literal at
// present stays: what it forced stays as well, and has to be resolved with.
func (c *checker) removeClause() {
	c.attachAll()
	key := key(set(c.list))
	numbers := c.clauses[key]
	for i := len(numbers) - 1; i >= 0; i-- {
		if !c.forces(c.constraints[numbers[i]]) {
			c.remove(numbers[i])
			c.clauses[key] = slices.Delete(numbers, i, i+1)
			return
		}
	}
}

func (c *checker) forces(s *constraint) bool {
	return slices.ContainsFunc(s.literals, func(l int32) bool { return c.value[l] > 0 && c.reason[l>>1] == s })
}

// set returns the different literals of a list, new and sorted.
func set(list []int32) []int32 {
	list = slices.Clone(list)
	slices.Sort(list)
	return slices.Compact(list)
}

func key(set []int32) string {
	b, _ := binary.Append(nil, binary.LittleEndian, set)
	return string(b)
}

// with returns the clauses with a literal. It looks at the latest first, as those that define a
// variable are.
func (c *checker) with(l int32) (clauses []*constraint) {
	for number := len(c.constraints) - 1; number >= 0 && len(clauses) < int(c.uses[l]); number-- {
		if k := c.constraints[number]; k != nil && slices.Contains(k.literals, l) {
			clauses = append(clauses, k)
		}
	}
	return clauses
}
