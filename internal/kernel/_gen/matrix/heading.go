package main

// head512 and head2 open the assembly files. The registers are those that avo chooses.
const head512 = `
// Filling a matrix with AVX-512. What the functions compute, in Go, is in portable.go:
//
//	open:      for c := range n { to[c] = valid &^ sum[c] &^ diff[c] }
//	join:      for i, j := range n { to[i*n+j] = a[i] & b[j] }
//	test:      for each job { counters = sum over its records of popcount by byte of the AND of their
//	           rows; for each spread, of each slot named there, m[row+column] += counters[slot] }
//	multiply:  sums of a[i]*b[i], a[i], b[i]
//
// A row of a table is one vector: lane l is bit l, slot s is byte s. A record has 16 bits for
// each table, from bit 0: the row's number times 8, counted from the first table; records of
// five tables and more are two words. A job is 16 bytes: bytes before its first record (32 bits),
// records (16), chunk (16, not used here), bytes before the row of the matrix (64). A spread is 64
// bytes, the slot of each column, and a word, the columns that have one.
//
//	lane         0    1    ...  7    8    ...  15        504  ...  511
//	counters     slot 0              slot 1              slot 63
//	spread       column 0            column 1            column 63     one byte each
//	sums         columns 0 to 31 in one vector, 32 to 63 in another    16 bits each
//
// Registers: in test one vector holds the counters, one or two the rows of a record, two the
// columns of the first spread and the sums; general ones the ends of records and jobs.
//
// Needs AVX-512 F, BW, BITALG and VBMI. Tables, rows and spreads are aligned to 8 bytes at least; what is
// not must not be. test wants one job, open and join one row; multiply takes a multiple of 8 cells.
// A job has 1 to 31 records: bytes count up to 248. Sums in 16 bits do not overflow, see
// package matrix. Reason to exist: the tables in docs/laboratory.md, "Parity classes".
`

const head2 = `
// Filling a matrix with AVX2, two vectors to a row. What the functions compute, in Go, is in
// portable.go; records and jobs are as in zavx512_amd64.s. Instead of spreads test is given the
// column of each slot: after a job the 64 counters are added to the row of the matrix one by one.
//
//	lane         0    1    ...  7    8    ...  15        504  ...  511
//	counters     slot 0              slot 1              slot 63       two vectors, one byte each
//
// Needs AVX2. Nothing has to be aligned. test wants one job, open and join one row; multiply takes a
// multiple of 8 cells. A job has 1 to 31 records. Reason to exist: docs/laboratory.md, "Parity
// classes".
`

const headNEON = `
// Filling a matrix with NEON, four vectors to a row. What the functions compute, in Go, is in
// portable.go; records, jobs and spreads are as in zavx512_amd64.s. VTBL, which gives 0 for slot 255, takes
// the place of a spread's mask.
//
//	lane         0    1    ...  7    8    ...  15        120  ...  127
//	counters     slot 0              slot 1              slot 15       first of four vectors
//	spread       column 0            column 1            column 15     one byte each
//	sums         columns 0 to 7 in the first of eight vectors          16 bits each
//
// Registers of test: R7 the next record, R8 records left, R9 to R12 offsets of rows, then places of cells and
// spreads; V0 to V3 counters, V4 to V11 rows, V12 to V15 the first spread, V16 to V19 another one, V20 to V27 sums.
//
// Nothing has to be aligned. test wants one job, open and join one row; multiply takes a multiple of 8
// cells. A job has 1 to 31 records. Reason to exist: docs/laboratory.md, "Parity classes".
`
