package proofcheck

import "fmt"

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
