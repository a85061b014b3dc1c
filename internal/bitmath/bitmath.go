// Package bitmath has operations on bitmasks, 128-bit sums, and the greatest common divisor.
//
//	for column := range bitmath.Members(free) { // ascending
package bitmath

import (
	"iter"
	"math/bits"
)

// Word is a set of small numbers: bit i is set if i is a member.
type Word interface{ ~uint32 | ~uint64 }

// WithoutLowest returns a set without its least member.
func WithoutLowest[W Word](set W) W { return set & (set - 1) }

// Members yields the members of a set in ascending order. In hot code a loop over the word is
// faster.
func Members[W Word](set W) iter.Seq[int] {
	return func(yield func(int) bool) {
		for ; set != 0; set = WithoutLowest(set) {
			if !yield(bits.TrailingZeros64(uint64(set))) {
				return
			}
		}
	}
}

// NextOfSize returns the next larger number with the same number of bits set, by Gosper's rule
// (item 175 of HAKMEM, 1972). set must not be 0. The result is meaningless if no such number fits
// in a word.
func NextOfSize[W Word](set W) W {
	low := set & -set
	ripple := set + low
	return ripple | (set^ripple)>>2/low
}

// OfSize yields the sets of some of the numbers below m, 0 to 31, in ascending order.
func OfSize(size, m int) iter.Seq[uint32] {
	return func(yield func(uint32) bool) {
		for set := uint32(1)<<size - 1; set < 1<<m && yield(set) && size > 0; set = NextOfSize(set) {
		}
	}
}

// GCD returns the greatest common divisor of two numbers that are not negative; of 0 and b it is b.
func GCD(a, b int) int {
	for a != 0 {
		a, b = b%a, a
	}
	return b
}

// Sum is a number of 128 bits.
type Sum struct{ High, Low uint64 }

// AddProduct adds x times y. It panics if the sum exceeds 128 bits.
func (s *Sum) AddProduct(x, y uint64) {
	high, low := bits.Mul64(x, y)
	var carry uint64
	s.Low, carry = bits.Add64(s.Low, low, 0)
	s.High, carry = bits.Add64(s.High, high, carry)
	if carry != 0 {
		panic("bitmath: a sum exceeds 128 bits")
	}
}

// Times returns s times x. It panics if the product exceeds 128 bits.
func (s Sum) Times(x uint64) (product Sum) {
	product.AddProduct(s.Low, x)
	over, high := bits.Mul64(s.High, x)
	var carry uint64
	product.High, carry = bits.Add64(product.High, high, 0)
	if over|carry != 0 {
		panic("bitmath: a product exceeds 128 bits")
	}
	return product
}
