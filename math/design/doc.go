// Package design makes, from solutions of the n-queens problem, permutations that
// engineers use: memory maps without conflicts, interleavers, parity-check matrices,
// and pandiagonal magic squares.
//
// Most of it follows from one fact: on a modular board of an order n prime to 6 the rows a*i + b
// mod n of the columns i are a solution if a, a-1 and a+1 are prime to n [polya1918]. Each result
// is checked by a method that does not use this fact: banks, distances, cycles and sums are counted
// one by one.
package design
