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
		c.addLinear(k)
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
		if !c.constraints[no].contradiction() {
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
		v, err := literalOf(words[i+1])
		if err != nil {
			return err
		}
		if a := string(words[i]); a != "1" && a != "+1" {
			return fmt.Errorf("%s: only clauses are known here, with coefficients 1: %w", text(words, 60), ErrFormat)
		}
		c.list = append(c.list, literal(v))
	}
	var hints []*stored
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

func (c *checker) polish(words [][]byte) (constraint, error) {
	var stack []constraint
	top := func() *constraint { return &stack[len(stack)-1] }
	for i := 0; i < len(words); i++ {
		word, next := string(words[i]), ""
		if i+1 < len(words) {
			next = string(words[i+1])
		}
		switch {
		case word == "+" && len(stack) > 1:
			if err := stack[len(stack)-2].add(*top()); err != nil {
				return constraint{}, err
			}
			stack = stack[:len(stack)-1]
		case (next == "*" || next == "d") && len(stack) > 0:
			i++
			factor, err := number(words[i-1])
			switch {
			case err != nil:
				return constraint{}, err
			case factor < 1 || factor > 1e9:
				return constraint{}, fmt.Errorf("%.40q: want a factor from 1 to 10^9: %w", word, ErrFormat)
			case next == "d":
				*top() = top().over(factor)
			default:
				if err := top().check(maxCoefficient / factor); err != nil {
					return constraint{}, err
				}
				*top() = top().times(factor)
			}
			if err := top().check(maxCoefficient); err != nil {
				return constraint{}, err
			}
		case word == ";" && i == len(words)-1:
		case strings.HasPrefix(word, "x"), strings.HasPrefix(word, "~x"): // a literal is at least 0
			k, _, err := linear([][]byte{[]byte("1"), words[i], []byte(">="), []byte("0"), []byte(";")})
			if err != nil {
				return k, err
			}
			stack = append(stack, k)
		default:
			no, err := c.lookup(words[i])
			if err != nil {
				return constraint{}, err
			}
			stack = append(stack, c.constraints[no].form())
		}
	}
	if len(stack) != 1 {
		return constraint{}, fmt.Errorf("pol leaves %d constraints, want 1: %w", len(stack), ErrFormat)
	}
	return stack[0], stack[0].check(maxCoefficient)
}

// maxCoefficient bounds every number of a constraint, so that sums of two of them, and
// products that are looked at before, do not overflow.
const maxCoefficient = 1e18

// constraint is a linear constraint over variables that are 0 or 1: the sum of
// terms[v]*v is at least bound.
type constraint struct {
	terms map[int64]int64
	bound int64
}

func (k *constraint) add(other constraint) error {
	k.bound += other.bound
	large := abs(k.bound) > maxCoefficient
	for v, a := range other.terms {
		a += k.terms[v]
		if k.terms[v] = a; a == 0 {
			delete(k.terms, v)
		}
		large = large || abs(a) > maxCoefficient
	}
	if large {
		return errLarge
	}
	return nil
}

var errLarge = fmt.Errorf("numbers of more than 18 digits: %w", ErrFormat)

// times returns the constraint multiplied by a factor; -1 turns >= into <=.
func (k constraint) times(factor int64) constraint {
	product := constraint{map[int64]int64{}, k.bound * factor}
	for v, a := range k.terms {
		product.terms[v] = a * factor
	}
	return product
}

// check refuses numbers whose sum is beyond a bound.
func (k constraint) check(most int64) error {
	sum := abs(k.bound)
	for _, a := range k.terms {
		if sum += abs(a); sum > most {
			return errLarge
		}
	}
	return nil
}

// degree returns what the sum of |a|*literal must reach if every term is written with the
// literal that makes its coefficient positive.
func (k constraint) degree() int64 {
	d := k.bound
	for _, a := range k.terms {
		d -= min(a, 0)
	}
	return d
}

// over returns the constraint divided by a positive number and rounded up, in the form of
// degree.
func (k constraint) over(divisor int64) constraint {
	quotient := constraint{terms: map[int64]int64{}, bound: up(k.degree(), divisor)}
	for v, a := range k.terms {
		b := up(abs(a), divisor)
		if a < 0 {
			quotient.bound, b = quotient.bound-b, -b
		}
		quotient.terms[v] = b
	}
	return quotient
}

func up(a, b int64) int64 {
	q := a / b
	if a%b > 0 {
		q++
	}
	return q
}

func abs(a int64) int64 { return max(a, -a) }
