package proofcheck

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
)

func (c *checker) readRule(words [][]byte) error {
	switch string(words[0]) {
	case "*", "output", "end":
		return nil
	case "pseudo-Boolean":
		if string(bytes.Join(words, []byte(" "))) != "pseudo-Boolean proof version 2.0" {
			return fmt.Errorf("%s: want version 2.0: %w", text(words, 60), ErrFormat)
		}
		return nil
	case "f":
		if n, err := number(words[len(words)-1]); len(words) > 1 && (err != nil || int(n) != len(c.constraints)) {
			return fmt.Errorf("%s: the formula has %d constraints: %w", text(words, 60), len(c.constraints), ErrRefused)
		}
		return nil
	case "pol":
		k, err := c.polish(words[1:])
		if err != nil {
			return err
		}
		c.report.Steps++
		c.addSum(k)
		return nil
	case "rup":
		return c.readRup(words)
	case "del":
		if len(words) < 3 || string(words[1]) != "id" {
			break
		}
		for _, word := range words[2:] {
			no, err := c.lookup(word)
			if err != nil {
				return err
			}
			c.remove(no)
		}
		return nil
	case "conclusion":
		if len(words) != 4 || string(words[1]) != "UNSAT" || string(words[2]) != ":" {
			break
		}
		no, err := c.lookup(words[3])
		if err != nil {
			return err
		}
		if s := c.constraints[no].sum(); s.negated().degree >= 0 { // fulfilled if all literals are true
			return fmt.Errorf("constraint %s is no contradiction: %w", words[3], ErrRefused)
		}
		c.concluded = true
		return nil
	}
	return fmt.Errorf("%s: not a rule known here: %w", text(words, 60), ErrFormat)
}

// readRup reads a clause that follows by unit propagation, "rup 1 x1 1 ~x2 >= 1 ;". After the
// semicolon may stand the numbers of the constraints that propagate, and ~ for the negation of the
// clause, which is among them in any case.
func (c *checker) readRup(words [][]byte) error {
	end := slices.IndexFunc(words, func(word []byte) bool { return string(word) == ";" })
	if end < 3 || end%2 != 1 || string(words[end-1]) != "1" || string(words[end-2]) != ">=" {
		return fmt.Errorf("%s: want rup, a clause as a sum that is >= 1, and a semicolon: %w", text(words, 60),
			ErrFormat)
	}
	c.list = c.list[:0]
	for i := 1; i < end-2; i += 2 {
		l, err := c.literalOf(words[i+1])
		if err != nil {
			return err
		}
		if a := string(words[i]); a != "1" && a != "+1" {
			return fmt.Errorf("%s: only clauses are known here, with coefficients 1: %w", text(words, 60), ErrFormat)
		}
		c.list = append(c.list, l)
	}
	var hints []*constraint
	for _, word := range words[end+1:] {
		if string(word) == "~" {
			continue
		}
		no, err := c.lookup(word)
		if err != nil {
			return err
		}
		hints = append(hints, c.constraints[no])
	}
	if end+1 < len(words) && !c.hinted(c.list, hints) || end+1 == len(words) && !c.follows(c.list, false) {
		return fmt.Errorf("%s does not follow by unit propagation: %w", text(words, 120), ErrRefused)
	}
	c.report.Steps++
	c.add(c.list)
	return nil
}

// lookup returns the index of the constraint with a number, from 1 as in the proof, or
// from the last one if it is negative.
func (c *checker) lookup(word []byte) (int, error) {
	n, err := number(word)
	if n < 0 {
		n += int64(len(c.constraints)) + 1
	}
	if err == nil && (n < 1 || n > int64(len(c.constraints)) || c.constraints[n-1] == nil) {
		err = fmt.Errorf("there is no constraint %.40s: %w", word, ErrRefused)
	}
	return int(n - 1), err
}

func (c *checker) polish(words [][]byte) (sum, error) {
	var stack []sum
	for i := 0; i < len(words); i++ {
		word, next, top := string(words[i]), "", len(stack)-1
		if i+1 < len(words) {
			next = string(words[i+1])
		}
		var err error
		switch {
		case word == "+" && top > 0:
			for l, weight := range stack[top].weights {
				stack[top-1].add(l, weight)
			}
			stack[top-1].degree += stack[top].degree
			stack = stack[:top]
			err = stack[top-1].check(maxCoefficient)
		case (next == "*" || next == "d") && top >= 0:
			i++
			err = stack[top].scale(words[i-1], next == "d")
		case word == ";" && i == len(words)-1:
		case strings.HasPrefix(word, "x"), strings.HasPrefix(word, "~x"): // a literal is at least 0
			var l int32
			l, err = c.literalOf(words[i])
			stack = append(stack, sum{weights: map[int32]int64{l: 1}})
		default:
			no := 0
			if no, err = c.lookup(words[i]); err == nil {
				stack = append(stack, c.constraints[no].sum())
			}
		}
		if err != nil {
			return sum{}, err
		}
	}
	if len(stack) != 1 {
		return sum{}, fmt.Errorf("pol leaves %d constraints, want 1: %w", len(stack), ErrFormat)
	}
	return stack[0], nil
}

// maxCoefficient bounds the sum of the numbers of a constraint, so that sums of two constraints,
// and products that are checked before, do not overflow.
const maxCoefficient = 1e18

var errLarge = fmt.Errorf("numbers of more than 18 digits: %w", ErrFormat)

// sum is a constraint in the making. Of a variable and its negation one has a weight, which is
// positive.
type sum struct {
	weights map[int32]int64 // by literal
	degree  int64
}

func (k *constraint) sum() sum {
	s := sum{map[int32]int64{}, k.degree}
	for i, l := range k.literals {
		s.add(l, k.weight(i))
	}
	return s
}

func (c *checker) addSum(s sum) {
	k := &constraint{degree: s.degree}
	for l, weight := range s.weights {
		k.literals, k.weights = append(k.literals, l), append(k.weights, weight)
		if k.clause() { // the weights do not matter
			c.uses[l]++
		}
	}
	c.constraints = append(c.constraints, k)
}

// add adds a literal with a weight that is not negative. A literal and its negation are 1 together.
func (s *sum) add(l int32, weight int64) {
	both := min(weight, s.weights[l^1])
	if both > 0 {
		if s.weights[l^1] -= both; s.weights[l^1] == 0 {
			delete(s.weights, l^1)
		}
	}
	if weight > both {
		s.weights[l] += weight - both
	}
	s.degree -= both
}

// scale multiplies by a factor, or divides by it and rounds up.
func (s *sum) scale(word []byte, divide bool) error {
	factor, err := number(word)
	switch {
	case err != nil:
		return err
	case factor < 1 || factor > 1e9:
		return fmt.Errorf("%.40q: want a factor from 1 to 10^9: %w", word, ErrFormat)
	case !divide:
		err = s.check(maxCoefficient / factor)
	}
	scaled := func(x int64) int64 {
		if !divide {
			return x * factor
		}
		return x/factor + min(1, max(0, x%factor))
	}
	if err == nil {
		s.degree = scaled(s.degree)
		for l, weight := range s.weights {
			s.weights[l] = scaled(weight)
		}
	}
	return err
}

// negated returns the opposite less 1: the same sum is at most the degree.
func (s *sum) negated() sum {
	opposite := sum{map[int32]int64{}, -s.degree}
	for l, weight := range s.weights {
		opposite.weights[l^1] = weight
		opposite.degree += weight
	}
	return opposite
}

// check refuses numbers whose sum is beyond a bound.
func (s *sum) check(most int64) error {
	all := abs(s.degree)
	for _, weight := range s.weights {
		if all += weight; all > most {
			return errLarge
		}
	}
	return nil
}

func abs(a int64) int64 { return max(a, -a) }
