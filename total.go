package queens

import (
	"cmp"
	"math/big"
	"math/bits"
	"strconv"

	"queens/internal/errs"
)

// Total is an exact count below 2^128. Arithmetic beyond 128 bits panics; it never wraps around.
// Q(27) is 2.3e17 and grows about tenfold per order, so 64 bits suffice up to about order 28.
type Total struct{ hi, lo uint64 }

// NewTotal returns x as a Total.
func NewTotal(x uint64) Total { return Total{lo: x} }

// TotalOf returns hi*2^64 + lo, the inverse of Words.
func TotalOf(hi, lo uint64) Total { return Total{hi, lo} }

// Words returns the upper and the lower 64 bits.
func (t Total) Words() (hi, lo uint64) { return t.hi, t.lo }

// Add returns t+x.
func (t Total) Add(x uint64) Total { return t.Plus(Total{lo: x}) }

// Plus returns t+u.
func (t Total) Plus(u Total) Total {
	lo, carry := bits.Add64(t.lo, u.lo, 0)
	hi, carry := bits.Add64(t.hi, u.hi, carry)
	if carry != 0 {
		panic("queens: total exceeds 128 bits")
	}
	return Total{hi, lo}
}

// Minus returns t-u. It panics if u > t.
func (t Total) Minus(u Total) Total {
	lo, borrow := bits.Sub64(t.lo, u.lo, 0)
	hi, borrow := bits.Sub64(t.hi, u.hi, borrow)
	if borrow != 0 {
		panic("queens: total below zero")
	}
	return Total{hi, lo}
}

// Times returns t*x.
func (t Total) Times(x uint64) Total {
	carry, lo := bits.Mul64(t.lo, x)
	over, hi := bits.Mul64(t.hi, x)
	hi, c := bits.Add64(hi, carry, 0)
	if over != 0 || c != 0 {
		panic("queens: total exceeds 128 bits")
	}
	return Total{hi, lo}
}

// DivMod returns the quotient and the remainder of t divided by m > 0.
func (t Total) DivMod(m uint64) (quotient Total, remainder uint64) {
	hi, rest := t.hi/m, t.hi%m
	lo, rest := bits.Div64(rest, t.lo, m)
	return Total{hi, lo}, rest
}

// Mod returns the remainder of t divided by m > 0.
func (t Total) Mod(m uint64) uint64 { _, r := t.DivMod(m); return r }

// IsZero reports whether t is 0.
func (t Total) IsZero() bool { return t == Total{} }

// Compare returns -1, 0 or +1.
func (t Total) Compare(u Total) int {
	return cmp.Or(cmp.Compare(t.hi, u.hi), cmp.Compare(t.lo, u.lo))
}

// Uint64 returns t and whether it fits 64 bits.
func (t Total) Uint64() (x uint64, ok bool) { return t.lo, t.hi == 0 }

// Float64 returns an approximation of t, for estimates and rates.
func (t Total) Float64() float64 { return float64(t.hi)*(1<<64) + float64(t.lo) }

// Big returns t as a new big integer.
func (t Total) Big() *big.Int {
	b := new(big.Int).SetUint64(t.hi)
	return b.Lsh(b, 64).Or(b, new(big.Int).SetUint64(t.lo))
}

// String returns t in decimal.
func (t Total) String() string {
	if t.hi == 0 {
		return strconv.FormatUint(t.lo, 10)
	}
	return t.Big().String()
}

const maxTotalDigits = 39 // of 2^128-1

// ParseTotal reads a decimal number without a sign. Errors: ErrFormat if s is anything else or
// needs more than 128 bits.
func ParseTotal(s string) (Total, error) {
	if s == "" || len(s) > maxTotalDigits {
		return Total{}, errs.Errorf("read total %.50q: want 1 to %d decimal digits: %w", s, maxTotalDigits, ErrFormat)
	}
	for i := range len(s) {
		if !isDigit(s[i]) {
			return Total{}, errs.Errorf("read total %q: %q at position %d is not a digit: %w", s, s[i], i+1, ErrFormat)
		}
	}
	if x, err := strconv.ParseUint(s, 10, 64); err == nil {
		return NewTotal(x), nil
	}
	b, _ := new(big.Int).SetString(s, 10)
	if b.BitLen() > 128 {
		return Total{}, errs.Errorf("read total %q: more than 128 bits: %w", s, ErrFormat)
	}
	lo := new(big.Int).And(b, new(big.Int).SetUint64(^uint64(0))).Uint64()
	return Total{hi: b.Rsh(b, 64).Uint64(), lo: lo}, nil
}

// MarshalText returns decimal digits. In JSON a count is a string, so that no reader rounds it.
func (t Total) MarshalText() ([]byte, error) { return []byte(t.String()), nil }

// UnmarshalText reads what MarshalText writes. Errors: ErrFormat.
func (t *Total) UnmarshalText(b []byte) (err error) {
	*t, err = ParseTotal(string(b))
	return err
}
