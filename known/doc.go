// Package known has the published and recomputed values of the n-queens literature: numbers of
// solutions, by symmetry, on the torus, first solutions, and related sequences. Tests, checks and
// the command `queens table` take their expected numbers from here.
//
// A [Series] is a function of the order, such as Q(n), or of the order and further indices. Every
// [Value] names its source and its [Status]. The values are in one CSV file per series, and about/
// has tables of the series and of records.
//
//	q, ok := known.Solutions(8) // 92 true
//
// Sources are OEIS numbers, "nqueens.de", "search" (an exhaustive search by an independent program,
// or by a twin in tests that shares no search with the code that is checked), "program" (this one
// alone), "formula" (a cycle index), "identity" (an exact identity with other series) and
// "convention" (order 0, where the empty board counts as one solution). Published values were read
// in copies of the sequences that docs/bibliography.md names. Series.Beyond says what is published
// but was not read.
//
// The package computes nothing. No value of Q beyond n = 27 is known.
package known
