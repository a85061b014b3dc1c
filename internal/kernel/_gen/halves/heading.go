package main

// head512 and head2 open the assembly files. The registers are those that avo chooses.
const head512 = `
// What making half-board lists is made of, as Go:
//
//	meet:  for _, e := range east {           // 16 at a time
//		for i := range west {
//			if westChecks[i]&eastChecks[e] == 0 {
//				append(dst, westKeys[i]|eastKeys[e]|add)
//			}
//		}
//	}
//	keep:  for each key { if key&mask == bits { append(keys[:0], key) } }
//	flip:  for each key { key = key&rest | key>>field&low | key<<field&high }
//
// Lanes of meet; keep and flip have 8 keys in a vector:
//
//	lane         0    1    ...  7    8    ...  15
//	Z1  checks   c0   c1        c7   c8        c15     32 bits each
//	Z2  keys     k0   k1        k7                     64 bits each
//	Z3  keys                         k8        k15
//	K1  in use   1    1         1    1         0       fewer in the last block only
//
//	meet   Z0 add     Z4, Z5 keys with the western one, moved together     K2, K3 lanes that fit
//	       AX dst     CX, DX western checks, keys     BX their number     R10 which of them
//	       SI, DI eastern checks, keys     R8 how many are left     R9 where dst began
//	       R11, R12 how many fit, of all lanes and of the first 8
//	keep   Z0 mask     Z1 bits     Z2 keys     Z3 keys under the mask     K1 in use     K2 to keep
//	       AX next keys     BX where they go     CX how many are left     DX the list
//	flip   X0 field     Z1 low     Z2 high     Z3 both     Z4 keys     Z5, Z6 moved down, up
//	       AX next keys     CX how many are left
//
// Needs AVX-512 F and DQ, BMI2 and POPCNT. Nothing has to be aligned. Both lengths of
// meet are at least 1, and dst has room for 8 words more than are written; lanes that are not
// in use are not read. keep and flip take any length and read and write whole vectors, up to 7 words behind the list. Reason to exist: the
// lists of n = 18 take 0.18 to 0.29 s, in plain Go 0.52 to 0.9 (docs/laboratory.md, "Join",
// Lists).
`

const head2 = `
// What making half-board lists is made of, with AVX2. As Go:
//
//	meet:  for _, e := range east {           // 8 at a time, and 4 where no more are left
//		for i := range west {
//			if westChecks[i]&eastChecks[e] == 0 {
//				append(dst, westKeys[i]|eastKeys[e]|add)
//			}
//		}
//	}
//	keep:  for each key { if key&mask == bits { append(keys[:0], key) } }
//	flip:  for each key { key = key&rest | key>>field&low | key<<field&high }
//
// Lanes of meet; keep and flip have 4 keys in a vector:
//
//	lane          0    1    2    3    4    5    6    7
//	Y0  checks    c0   c1   c2   c3   c4   c5   c6   c7     32 bits each, 64 if there are up to 4
//	Y1  unfit     0    0    0    0    0    0    -1   -1     what fitting checks have in common
//	Y2  keys      k0   k1   k2   k3                         64 bits each
//	Y3  keys                          k4   k5   k6   k7
//
// There are no masks: lanes not in use, in the last block only, hold check 0 and have nothing
// in common with any check, but unfit says -1. To move keys together a table has, for each
// mask of four lanes, the VPERMD index that brings those of the mask to the front and the
// others behind them.
//
//	meet   Y4 add     Y5, Y6 what is in common, then keys with the western one     Y7, Y8 indices
//	       AX dst     CX, DX western checks, keys     BX their number     R12 which of them
//	       SI, DI eastern checks, keys     R8 how many are left     R9 where dst began
//	       R10 indices     R11 masks of the lanes in use     R13 to R15 which lanes fit, and how many
//	keep   Y0 mask     Y1 bits     Y2 keys     Y3 keys under the mask, then the index     DI in use
//	       AX next keys     BX where they go     CX how many are left     DX the list     SI indices
//	       R8, R9 which to keep, and how many
//	flip   X0 field     Y1 low     Y2 high     Y3 both     Y4 keys     Y5, Y6 moved down, up
//	       AX next keys     CX how many are left
//
// Needs AVX2, BMI2 and POPCNT. Nothing has to be aligned. Both lengths of meet are at least 1,
// and dst has room for 4 words more than are written; lanes that are not in use are not
// read. keep and flip take any length and read and write whole vectors, up to 3 words behind
// the list. Reason to exist: 2.1 to 3.3 ns per key listed at n = 18 to 20, where Go needs 6.5 to 6.8
// (docs/laboratory.md, "Join", Lists).
`
