package proofcheck

import (
	"fmt"
	"strings"
)

// readClause reads a line of a DRAT proof: a clause that follows, or after d one that is
// not needed any more.
func (c *checker) readClause(words []string) error {
	if words[0] == "c" || c.concluded {
		return nil
	}
	deletes := words[0] == "d"
	if deletes {
		words = words[1:]
	}
	list, err := literals(words)
	if err != nil {
		return err
	}
	key := list.key()
	if deletes {
		if numbers := c.byText[key]; len(numbers) > 0 { // else there is nothing to forget
			c.byText[key] = numbers[:len(numbers)-1]
			c.remove(numbers[len(numbers)-1])
		}
		return nil
	}
	if !c.follows(list) {
		return fmt.Errorf("the clause %.120q does not follow by unit propagation: %w", strings.Join(words, " "), ErrRefused)
	}
	c.report.Steps++
	c.byText[key] = append(c.byText[key], c.add(list.constraint()))
	c.concluded = len(list) == 0
	return nil
}

// remove deletes a constraint. What it forced for good stays: that follows.
func (c *checker) remove(number int) {
	c.constraints[number].deleted = true
	c.constraints[number] = nil
}

// readRule reads a line of a VeriPB proof.
func (c *checker) readRule(words []string) error {
	line := strings.Join(words, " ")
	switch words[0] {
	case "*", "output", "end":
		return nil
	case "pseudo-Boolean":
		if line != "pseudo-Boolean proof version 2.0" {
			return fmt.Errorf("%.60q: want version 2.0: %w", line, ErrFormat)
		}
		return nil
	case "f":
		if n, err := number(words[len(words)-1]); len(words) > 1 && (err != nil || int(n) != len(c.constraints)) {
			return fmt.Errorf("%.60q: the formula has %d constraints: %w", line, len(c.constraints), ErrRefused)
		}
		return nil
	case "pol":
		k, err := c.polish(words[1:])
		if err != nil {
			return err
		}
		c.report.Steps++
		c.add(k)
		return nil
	case "rup":
		k, equal, err := linear(words[1:])
		if err != nil {
			return err
		}
		list, ok := k.clause()
		if !ok || equal {
			return fmt.Errorf("rup of %.60q: only clauses are known here: %w", line, ErrFormat)
		}
		if !c.follows(list) {
			return fmt.Errorf("%.120q does not follow by unit propagation: %w", line, ErrRefused)
		}
		c.report.Steps++
		c.add(k)
		return nil
	case "del":
		if len(words) < 3 || words[1] != "id" {
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
		if len(words) != 4 || words[1] != "UNSAT" || words[2] != ":" {
			break
		}
		no, err := c.lookup(words[3])
		if err != nil {
			return err
		}
		if !c.constraints[no].form.contradiction() {
			return fmt.Errorf("constraint %s is no contradiction: %w", words[3], ErrRefused)
		}
		c.concluded = true
		return nil
	}
	return fmt.Errorf("%.60q: not a rule known here: %w", line, ErrFormat)
}

// clause returns a constraint as a clause, if it is one.
func (k constraint) clause() (list clause, ok bool) {
	for v, a := range k.terms {
		switch {
		case a == 1:
			list = append(list, v)
		case a == -1:
			list = append(list, -v)
		default:
			return nil, false
		}
	}
	return list, k.degree() == 1
}

// lookup returns the index of the constraint with a number, from 1 as in the proof, or
// from the last one if it is negative.
func (c *checker) lookup(word string) (int, error) {
	n, err := number(word)
	if n < 0 {
		n += int64(len(c.constraints)) + 1
	}
	if err == nil && (n < 1 || n > int64(len(c.constraints)) || c.constraints[n-1] == nil) {
		err = fmt.Errorf("there is no constraint %s: %w", word, ErrRefused)
	}
	return int(n - 1), err
}

// polish computes a constraint from others, in the reverse Polish notation.
func (c *checker) polish(words []string) (constraint, error) {
	var stack []constraint
	top := func() *constraint { return &stack[len(stack)-1] }
	for i := 0; i < len(words); i++ {
		word := words[i]
		next := ""
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case word == "+" && len(stack) > 1:
			if err := stack[len(stack)-2].add(*top()); err != nil {
				return constraint{}, err
			}
			stack = stack[:len(stack)-1]
		case (next == "*" || next == "d") && len(stack) > 0:
			i++
			factor, err := number(word)
			switch {
			case err != nil:
				return constraint{}, err
			case factor < 1 || factor > 1e9:
				return constraint{}, fmt.Errorf("%.40q: want a factor from 1 to 10^9: %w", word, ErrFormat)
			case next == "d":
				*top() = top().over(factor)
			default:
				for v := range top().terms {
					if abs(top().terms[v]) > maxCoefficient/factor {
						return constraint{}, errLarge
					}
				}
				if abs(top().bound) > maxCoefficient/factor {
					return constraint{}, errLarge
				}
				*top() = top().times(factor)
			}
			if err := top().check(); err != nil {
				return constraint{}, err
			}
		case word == ";" && i == len(words)-1:
		case strings.HasPrefix(word, "x"), strings.HasPrefix(word, "~x"): // a literal is at least 0
			k, _, err := linear([]string{"1", word, ">=", "0", ";"})
			if err != nil {
				return k, err
			}
			stack = append(stack, k)
		default:
			no, err := c.lookup(word)
			if err != nil {
				return constraint{}, err
			}
			stack = append(stack, c.constraints[no].form.times(1)) // a copy, which is added to
		}
	}
	if len(stack) != 1 {
		return constraint{}, fmt.Errorf("pol leaves %d constraints, want 1: %w", len(stack), ErrFormat)
	}
	return stack[0], stack[0].check()
}
