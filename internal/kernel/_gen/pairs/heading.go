package main

// head512 and head2 open the assembly files. The registers are those that avo
// chooses; the map names what lives through the inner loop of each function.
const head512 = `
// The operations on lists of package pairs with AVX-512. What they compute, in Go, is in
// portable.go and leaf_portable.go, function by function; in short, with 16 keys of 32
// bits or 8 of 64 to a vector:
//
//	or:      for _, key := range list { union |= key }
//	filter:  for _, key := range list { if key>>bit&1 == 0 { append(kept, key) } }
//	choose:  the same with the bit;    part: both at once, the others downwards from end
//	direct:  for _, x := range few { for _, y := range many { if x&y == 0 { pairs++ } } }
//	sample:  counts of each bit in some keys of a and of b; the bit with the largest product
//	narrow:  for i, key := range list { to[i] = pext(key, open) }
//	turn, planes:  planes[p] bit l = keys[l] bit p
//	tables:  tables[c][v] = lanes valid without those that have a bit of v in chunk c
//	test:    for _, item := range items { pairs += popcount(AND over c of tables[c][chunk c of item]) }
//
// Lanes of a list are keys; lanes of the leaf (planes, tables, test) are the 512 keys of
// a block, one bit each:
//
//	lane            0    1    ...  63   64   ...  511
//	row of a table  l0   l1        l63  l64       l511     one vector, one bit for each key
//	bits 0 ... 63 of the vector are the first word of a row, keys 0 to 63
//
//	or      Z0-Z3 unions     Z4 last keys     AX list     CX how many are left     K1 last lanes
//	filter  Z0 the bit     Z1 keys     K1 those that stay     AX kept     CX list     DX how many are left
//	part    Z0 the bit     Z1 keys     Z2 their order, ones first     K1, K2 ones, others
//	        AX ones     CX end     DX list     BX how many are left     DI orders     R8 mask
//	direct  Z0 sum     Z1 ones     Z2, Z4, Z6, Z8 four of the few     Z3, Z5, Z7, Z9 their counts in
//	        lanes of a key's width     Z10 keys of the many     K1, K2 disjoint
//	        AX few     CX how many are left     DX many     BX how many are left
//	sample  Z0 ones in bytes     Z1, Z2 counts of a, by bit     Z3, Z4 of b     K1, K2 keys as masks
//	        AX next key     CX step     DX how many are left
//	narrow  AX to     CX list     DX how many are left     BX open     SI key
//	turn    Z0 bytes of 8 keys together     Z1 unit matrix     Z2 bytes of a square of 8 x 8 turned
//	        Z3-Z10 eight vectors of keys     Z11-Z19 while they are turned
//	        AX half     CX keys     DX words left
//	planes  Z0-Z8 eight vectors while they are turned     AX planes     CX half     DX open bits left
//	tables  Z0 nothing     Z1-Z16 rows of the lowest four bits     Z21 plane of a bit
//	        AX table     CX planes     DX open bits left     BX widths     SI chunks left     DI width
//	test32  Z0, Z1 sums     Z2 lanes left by an item
//	        AX the items' end     CX minus how many are left     DX tables     BX open     SI spread
//	        DI, R8 and those after it fields of the chunks     the last two: item, offset of a row
//	test64  Z0 sums     Z1 all ones     Z2 lanes left     AX items     CX how many are left     DX open
//	        BX chunks     SI tables     DI fields     R8 item     R9 chunk     R10 its table     R11 offset
//
// Needs AVX-512 F, DQ, BW, VL, VBMI and VPOPCNTDQ, GFNI, BMI1, BMI2 and POPCNT. Tables are
// aligned to 64 bytes (newBlock), rows of a table lie 64 bytes and tables 8 KB apart, and
// items are spread with three zero bits before each chunk; nothing else has to be
// aligned. Lists of any length, none included for or; the tests want at least one item.
// Functions that move keys together store whole vectors, up to 64 bytes behind (part: before
// end) what they count. Keys behind the end of a list are not read, except by turn, which
// reads the whole block. direct counts below 2^32 in a lane. Reason to exist: 1.6 ns per
// disjoint pair at n = 20 where AVX2 needs 3.7 and Go needed 29 (docs/laboratory.md, "Pairs").
`

const head2 = `
// The operations on lists of package pairs with AVX2, 8 keys of 32 bits or 4 of 64 to a
// vector. What they compute, in Go, is in portable.go and leaf_portable.go:
//
//	or:      for _, key := range list { union |= key }
//	part:    for _, key := range list { if key>>bit&1 != 0 { append(ones, key) } else { put it before end } }
//	filter:  for _, key := range list { if key>>bit&1 == 0 { append(kept, key) } }
//	direct:  for _, y := range many { if key&y == 0 { pairs++ } }
//	gather:  for i, key := range list { to[i] = uint32(pext(key, chosen)) }    // in rounds of shifts
//	turn:    planes[p] bit l = keys[l] bit p
//	tables:  tables[c][v] = lanes valid without those that have a bit of v in chunk c
//	test:    for _, item := range items { pairs += popcount(AND over c of tables[c][chunk c of item]) }
//
// Lanes of a list are keys. To move keys together a table has, for each mask of a
// vector's lanes, the VPERMD index that brings those of the mask to the front and the
// others behind them. Lanes of the leaf are the 512 keys of a block, one bit each, of which
// these functions do half at a time, 256 in one vector:
//
//	lane             0    1    ...  255  |  256  ...  511
//	row of a table   l0   l1        l255 |  l256      l511
//	                 one vector          |  the next; test and tables take both
//
//	part    X0 31 or 63 less the bit     Y1 keys     Y2 signs, then the index     R8 mask
//	        CX ones     DX end     BX list     SI how many are left     AX indices     DI where ones began
//	filter  the same with CX kept, DX list, BX left, DI mask     or  Y0 union     Y1 keys     AX list     CX left
//	direct  Y0 key     Y1 counts     Y2 nothing     Y3 keys     AX many     CX how many are left
//	gather  Y0 chosen     Y1-Y5 (64 bits: Y6) moves of the rounds     the next two: keys and what moves
//	        AX to     CX list     DX how many are left
//	turn    Y0, Y1 orders of bytes and doublewords     Y2-Y7 32 keys, then one byte of each
//	        AX planes     CX distance of rows     DX keys     BX groups left     SI, DI rows     R8 a row's bits
//	tables  Y0, Y1 lanes valid, then the plane of a bit     Y2, Y3 a row
//	        AX table     CX planes     DX open bits left     BX widths     SI chunks left     DI bits left
//	        R8 next row     R9 bytes written     R10, R11 rows to copy from, their end
//	test    Y0 bits of each nibble     Y1 nibble     Y2 nothing     Y3 sum     Y4, Y5 lanes left     Y6 for the moment
//	        AX items     CX how many are left     DX tables     BX, SI and those after it fields of the chunks
//	        the last two: item, offset of a row
//
// Needs AVX2, BMI1 and POPCNT; no PEXT or PDEP, which some processors with AVX2 have in
// microcode. Nothing has to be aligned. Lengths of lists are positive multiples of a vector's
// keys, what is left is the caller's; test takes at least one gathered item, of any number.
// part and filter store whole vectors, up to 32 bytes behind (part also before end) what they
// count. Counts of a lane stay below 2^31. Reason to exist: 3.7 ns per disjoint pair at n = 20
// where Go needed 29 (docs/laboratory.md, "Pairs").
`
