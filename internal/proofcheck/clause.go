package proofcheck

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
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
	c.derived()
	return nil
}

func (c *checker) derived() {
	c.report.Steps++
	c.concluded = c.concluded || len(c.list) == 0
	c.add(c.list)
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

// readHinted reads a line of a LRAT proof: a number, a clause and the hints, or numbers after d.
func (c *checker) readHinted(words [][]byte) error {
	if string(words[0]) == "c" || c.concluded {
		return nil
	}
	id, err := number(words[0])
	if err != nil {
		return err
	}
	words = words[1:]
	if len(words) > 0 && string(words[0]) == "d" {
		if err := c.readHints(words[1:]); err != nil {
			return err
		}
		return c.removeHinted()
	}
	for end, word := range words {
		if string(word) == "0" {
			if err := errors.Join(c.literals(words[:end+1]), c.readHints(words[end+1:])); err != nil {
				return err
			}
			return c.hintedStep(id)
		}
	}
	return fmt.Errorf("%s: want a number, literals, 0, hints, 0: %w", text(words, 80), ErrFormat)
}

// readHints reads "7 -8 9 0" into hints.
func (c *checker) readHints(words [][]byte) error {
	c.hints = c.hints[:0]
	for i, word := range words {
		h, err := number(word)
		if err != nil {
			return err
		}
		if h == 0 != (i == len(words)-1) {
			return fmt.Errorf("%s: want numbers and one 0 at the end: %w", text(words, 80), ErrFormat)
		}
		if h != 0 {
			c.hints = append(c.hints, h)
		}
	}
	if len(words) == 0 {
		return fmt.Errorf("no hints and no 0: %w", ErrFormat)
	}
	return nil
}

func (c *checker) removeHinted() error {
	for _, h := range c.hints {
		if h < 1 || h > int64(len(c.constraints)) {
			return fmt.Errorf("there is no clause %d to delete: %w", h, ErrRefused)
		}
		if c.constraints[h-1] != nil { // else it was deleted before
			c.remove(int(h - 1))
		}
	}
	return nil
}

// maxNumber bounds the numbers of clauses.
const maxNumber = 1 << 27

func (c *checker) hintedStep(id int64) error {
	if id <= int64(len(c.constraints)) || id > maxNumber {
		return fmt.Errorf("clause %d: want a number above %d, at most %d: %w", id, len(c.constraints), maxNumber,
			ErrFormat)
	}
	ok, err := c.hinted(c.list)
	if err != nil {
		return err
	}
	if !ok {
		return fmt.Errorf("clause %d, %.120q, does not follow by its hints: %w", id, dimacs(c.list), ErrRefused)
	}
	for int64(len(c.constraints)) < id-1 {
		c.constraints = append(c.constraints, nil)
	}
	c.derived()
	return nil
}

// hinted reports whether a clause follows by unit propagation of the constraints that hints name,
// one after another. A hint below 0 begins the resolvent on the first literal with that clause;
// every other clause with its negation must be satisfied then.
func (c *checker) hinted(list []int32) (bool, error) {
	mark := len(c.trail)
	defer c.unassign(mark)
	if c.assume(list, -1) {
		return true, nil
	}
	end := 0
	for end < len(c.hints) && c.hints[end] > 0 {
		end++
	}
	if done, err := c.propagateHints(c.hints[:end]); done || err != nil || len(list) == 0 {
		return done, err
	}
	no := list[0] ^ 1
	groups := map[int64][]int64{}
	for end < len(c.hints) {
		begin := end
		for end++; end < len(c.hints) && c.hints[end] > 0; end++ {
		}
		groups[-c.hints[begin]] = c.hints[begin+1 : end]
	}
	for _, number := range c.with(no) {
		inner := len(c.trail)
		done := c.assume(c.constraints[number].literals, no)
		if !done {
			var err error
			if done, err = c.propagateHints(groups[int64(number)+1]); err != nil {
				return false, err
			}
		}
		c.unassign(inner)
		if !done {
			return false, nil
		}
	}
	return true, nil
}

func (c *checker) propagateHints(hints []int64) (bool, error) {
	for _, h := range hints {
		if h < 1 || h > int64(len(c.constraints)) || c.constraints[h-1] == nil {
			return false, fmt.Errorf("there is no constraint %d: %w", h, ErrRefused)
		}
		if c.propagateOne(c.constraints[h-1]) {
			return true, nil
		}
	}
	return false, nil
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

// unassign takes back what was assigned by assume and propagateHints.
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

// readBinary reads a binary proof. In DRAT every clause is "a" or "d", literals and 0; in LRAT a
// number precedes the literals, hints and another 0 follow them, and after "d" there are numbers
// only. Which it is shows in the beginning.
func (c *checker) readBinary(proof *bufio.Reader, begin []byte) error {
	if !isDRAT(begin) {
		c.report.Kind = "LRAT"
	}
	read := c.readClause
	if c.report.Kind == "LRAT" {
		read = c.readHinted
	}
	for step := 1; !c.concluded; step++ {
		words, err := textOf(proof, c.report.Kind == "LRAT")
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err == nil {
			err = read(words)
		}
		if err != nil {
			return fmt.Errorf("proofcheck: binary proof, step %d: %w", step, err)
		}
	}
	return nil
}

func isDRAT(begin []byte) bool {
	for len(begin) > 0 {
		if begin[0] != 'a' && begin[0] != 'd' {
			return false
		}
		end := bytes.IndexByte(begin, 0)
		if end < 0 {
			return true
		}
		begin = begin[end+1:]
	}
	return true
}

func textOf(proof *bufio.Reader, hinted bool) (words [][]byte, err error) {
	what, err := proof.ReadByte()
	switch {
	case err != nil:
		return nil, err
	case what != 'a' && what != 'd':
		return nil, fmt.Errorf("byte %d: want 97, a clause, or 100, a deletion: %w", what, ErrFormat)
	}
	lists := 1
	switch {
	case what == 'd' && hinted:
		words = append(words, []byte("1"), []byte("d"))
	case what == 'd':
		words = append(words, []byte("d"))
	case hinted:
		lists = 2
	}
	for lists > 0 {
		x, err := unsigned(proof)
		if err != nil {
			return nil, err
		}
		word := strconv.AppendUint(nil, x>>1, 10)
		if x&1 != 0 {
			word = append([]byte("-"), word...)
		}
		if words = append(words, word); x == 0 {
			lists--
		}
	}
	return words, nil
}

// unsigned reads a number, seven bits a byte, the lowest first. The end of the file is an error in
// it.
func unsigned(proof *bufio.Reader) (x uint64, err error) {
	for shift := 0; shift < 63; shift += 7 {
		b, err := proof.ReadByte()
		if err != nil {
			return 0, fmt.Errorf("the file ends in a step: %w", errors.Join(ErrFormat, notEOF(err)))
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			return x, nil
		}
	}
	return 0, fmt.Errorf("a number of more than 63 bits: %w", ErrFormat)
}

// notEOF returns the error unless it is the end of a file.
func notEOF(err error) error {
	if errors.Is(err, io.EOF) {
		return nil
	}
	return err
}
