package proofcheck

import (
	"bytes"
	"fmt"
	"slices"
)

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
		return fmt.Errorf("the clause %.120q follows neither by unit propagation nor by resolution on its first "+
			"literal: %w", dimacs(c.list), ErrRefused)
	}
	c.report.Steps++
	c.concluded = len(c.list) == 0
	c.add(c.list)
	return nil
}

func dimacs(list []int32) string {
	var b bytes.Buffer
	for _, l := range list {
		fmt.Fprintf(&b, "%d ", signed(l))
	}
	return b.String() + "0"
}

// removeClause deletes a clause equal to list, if there is one. One that forces a literal at
// present stays: what it forced stays as well, and has to be resolved with.
func (c *checker) removeClause() {
	c.attachAll()
	key := c.hash(c.list)
	numbers := c.byHash[key]
	for i := len(numbers) - 1; i >= 0; i-- {
		s := c.constraints[numbers[i]]
		if s == nil || !c.same(s.literals) || c.forces(s) {
			continue
		}
		c.remove(numbers[i])
		c.byHash[key] = append(numbers[:i], numbers[i+1:]...)
		return
	}
}

func (c *checker) forces(s *stored) bool {
	for _, l := range s.literals {
		if c.value[l] > 0 && c.reason[l>>1] == s {
			return true
		}
	}
	return false
}

// hash returns a number that is the same for the same set of literals, and marks them.
func (c *checker) hash(list []int32) (sum uint64) {
	c.epoch++
	for _, l := range list {
		c.grow(l | 1)
		if c.stamp[l] != c.epoch {
			c.stamp[l] = c.epoch
			x := (uint64(l) + 1) * 0x9e3779b97f4a7c15
			sum += x ^ x>>29
		}
	}
	return sum
}

func (c *checker) same(literals []int32) bool {
	for _, l := range literals {
		if c.stamp[l] != c.epoch {
			return false
		}
	}
	return true // the sums are equal
}

// hinted reports whether a clause follows by unit propagation of some constraints, one by one.
func (c *checker) hinted(list []int32, hints []*stored) bool {
	mark := len(c.trail)
	defer c.unassign(mark)
	if c.assume(list, -1) {
		return true
	}
	return slices.ContainsFunc(hints, c.propagateOne)
}

func (c *checker) propagateOne(s *stored) bool {
	if !s.clause() {
		now := *s // the slack of s itself is kept by propagate
		now.slack = -s.degree
		for i, l := range s.literals {
			if c.value[l] >= 0 {
				now.slack += s.weights[i]
			}
		}
		return !c.force(&now)
	}
	open := int32(-1)
	for _, l := range s.literals {
		if v := c.value[l]; v > 0 || v == 0 && open >= 0 {
			return false
		} else if v == 0 {
			open = l
		}
	}
	if open < 0 {
		return true
	}
	c.assign(open, s)
	return false
}

// unassign takes back what was assigned by assume and propagateOne.
func (c *checker) unassign(mark int) {
	for _, l := range c.trail[mark:] {
		c.value[l], c.value[l^1] = 0, 0
	}
	c.trail = c.trail[:mark]
}

// with returns the numbers, from 0, of the clauses with a literal. It looks at the latest first, as
// those that define a variable are.
func (c *checker) with(l int32) (numbers []int) {
	c.grow(l | 1)
	for number := len(c.constraints) - 1; number >= 0 && len(numbers) < int(c.uses[l]); number-- {
		if s := c.constraints[number]; s != nil {
			for _, other := range s.literals {
				if other == l {
					numbers = append(numbers, number)
				}
			}
		}
	}
	return numbers
}
