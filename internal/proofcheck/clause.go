package proofcheck

import (
	"encoding/binary"
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
	for _, l := range s.literals {
		if c.value[l] > 0 && c.reason[l>>1] == s {
			return true
		}
	}
	return false
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
