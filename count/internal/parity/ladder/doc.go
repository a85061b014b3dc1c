// Package ladder counts n-queens by parity classes in four ways. Read its files in this order: each
// has one idea more than the one before, and needs fewer tests for the same numbers.
//
//	step1_sum.go     the theorem: a sum of products over sets of rows and of columns
//	step2_lists.go   placements are listed once for each set of rows, and symmetry saves most sets
//	step3_labels.go  the placements of one label are bits; one test compares 64 of them
//	step4_groups.go  units with equal rows share the tests of their first queens
//
// docs/parity-classes.md has the proofs. Package count/internal/kernels/parity is what follows:
// step 4 for 64 labels at a time, in the registers of a processor. Step 3 is its slow twin, the
// kernel "generic".
//
// Tests are what the innermost loops do: squares that a queen tries, pairs of placements that are
// compared, words that lose the placements that a queen attacks.
package ladder
