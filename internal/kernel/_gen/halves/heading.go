package main

// head opens the assembly file. The registers are those that avo chooses.
const head = `
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
// lists of n = 18 take 0.18 to 0.29 s, in plain Go 0.52 to 0.9 (docs/performance.md, "Join",
// Lists).
`
