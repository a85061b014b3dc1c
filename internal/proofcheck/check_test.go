package proofcheck

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"regexp"
	"runtime"
	"strings"
	"testing"
)

func check(formula, proof string) error {
	_, err := Check(strings.NewReader(formula), strings.NewReader(proof))
	return err
}

// Three pigeons in two holes: x1 and x2 are the holes of the first one, x3 and x4, x5 and x6
// of the others.
const (
	pigeonClauses = "c pigeons\np cnf 6 9\n1 2 0\n3 4 0\n5 6 0\n-1 -3 0\n-1 -5 0\n-3 -5 0\n-2 -4 0\n-2 -6 0\n-4 -6 0\n"
	pigeonSums    = "* #variable= 6 #constraint= 5\n+1 x1 +1 x2 = 1 ;\n+1 x3 +1 x4 = 1 ;\n+1 x5 +1 x6 >= 1 ;\n-1 x1 " +
		"-1 x3 -1 x5 >= -1 ;\n1 ~x2 1 ~x4 1 ~x6 >= 2 ;\n"
	sumOf1  = "* #variable= 1 #constraint= 1\n"
	sumOf2  = "* #variable= 2 #constraint= 1\n"
	version = "pseudo-Boolean proof version 2.0\n"
	head    = version + "f 7\n"
	end     = "output NONE\nconclusion UNSAT : -1\nend pseudo-Boolean proof\n"
)

// Three pigeons in two holes with a new variable each for the first two pigeons and the first hole
// [cook1976], 7 and 8: RAT steps, as kissat makes them.
const cook = "7 -1 0\n7 -2 -5 0\n-7 1 2 0\n-7 1 5 0\n8 -3 0\n8 -4 -5 0\n-8 3 4 0\n-8 3 5 0\n"

func TestProofs(t *testing.T) {
	for _, c := range []struct {
		name, formula, proof string
		want                 error
	}{
		{"clauses", pigeonClauses, "-1 0\nd 1 2 0\n0\n", nil},
		{"a clause deleted that is not there", pigeonClauses, "d 1 3 0\n-1 0\n0\n", nil},
		{"too short", pigeonClauses, "0\n", ErrRefused},
		{"deleted too early", pigeonClauses, "d 3 4 0\n-1 0\n0\n", ErrRefused},
		{"does not end", pigeonClauses, "-1 0\n", ErrRefused},
		{"no zero", pigeonClauses, "-1\n0\n", ErrFormat},
		{"not a number", pigeonClauses, "-1 x 0\n0\n", ErrFormat},
		{"resolution asymmetric", "p cnf 2 1\n1 2 0\n", "3 1 0\n", ErrRefused},
		{"an empty clause in it", "p cnf 1 1\n0\n", "0\n", nil},
		{"no formula", "", "0\n", ErrFormat},
		{"two heads", "p cnf 1 1\np cnf 1 1\n", "0\n", ErrFormat},
		{"before the head", "1 0\np cnf 1 1\n", "0\n", ErrFormat},
		{"binary", pigeonClauses, "a\x03\x00a\x00", ErrFormat},
		{"RAT", pigeonClauses, cook + "-7 -3 0\n-8 -1 0\n7 0\n8 0\n-7 -8 0\n0\n", nil},
		{"neither RUP nor RAT", "p cnf 3 3\n1 2 0\n-1 3 0\n-1 -3 0\n", "1 0\n0\n", ErrRefused},
		{"RAT on the second literal", "p cnf 2 1\n-1 2 0\n", "1 3 0\n", ErrRefused},
		{"RAT after a unit clause was deleted", "p cnf 1 1\n1 0\n", "d 1 0\n-1 0\n0\n", ErrRefused},
		{"no step, and none is needed", "p cnf 2 3\n1 0\n-1 2 0\n-2 0\n", "", nil},
		{"no step", pigeonClauses, "", ErrRefused},
		{"fewer clauses than announced", "p cnf 1 8\n1 0\n", "0\n", ErrFormat},
		{"more constraints than announced", sumOf1 + "1 x1 >= 1 ;\n1 ~x1 >= 1 ;\n", head, ErrFormat},
		{"rup with hints", pigeonSums, head + "rup 1 ~x1 >= 1 ; ~ 6 3 5 7\nrup >= 1 ; 8 1 7 3 5 6\n" + end, nil},
		{"rup with too few hints", pigeonSums, head + "rup 1 ~x1 >= 1 ; 6 3\n" + end, ErrRefused},
		{
			"a constraint that is always true", sumOf1 + "1 x1 -1 x1 >= 0 ;\n",
			version + "rup >= 1 ;\n" + end, ErrRefused,
		},
		{"a sum", pigeonSums, head + "pol 1 3 + 5 + 6 + 7 +\n" + end, nil},
		{"unit propagation", pigeonSums, head + "rup 1 ~x1 >= 1 ;\nrup >= 1 ;\n" + end, nil},
		{"a sum too small", pigeonSums, head + "pol 1 3 + 6 + 7 +\n" + end, ErrRefused},
		{"not by unit propagation", pigeonSums, head + "rup >= 1 ;\n" + end, ErrRefused},
		{"deleted", pigeonSums, head + "del id 1\npol 1 3 + 5 + 6 + 7 +\n" + end, ErrRefused},
		{"of another formula", pigeonSums, strings.Replace(head, "7", "8", 1) + end, ErrRefused},
		{"concluded from nothing", pigeonSums, head + end, ErrRefused},
		{"without conclusion", pigeonSums, head + "pol 1 3 + 5 + 6 + 7 +\n", ErrRefused},
		{"an unknown rule", pigeonSums, head + "red 1 x1 >= 1 ; x1 1\n" + end, ErrFormat},
		{"another version", pigeonSums, "pseudo-Boolean proof version 3.0\n" + end, ErrFormat},
		{"rup of a sum", pigeonSums, head + "rup 1 x1 1 x2 1 x3 >= 2 ;\n" + end, ErrFormat},
		{"two results", pigeonSums, head + "pol 1 2\n" + end, ErrFormat},
		{"rounding", sumOf2 + "2 x1 2 x2 = 1 ;\n", version + "f 2\npol 1 2 d 2 2 d +\n" + end, nil},
		{"without rounding", sumOf2 + "2 x1 2 x2 = 1 ;\n", version + "f 2\npol 1 2 +\n" + end, ErrRefused},
		{"weakening", sumOf2 + "1 x1 1 x2 >= 3 ;\n", version + "f 1\npol 1 ~x1 + ~x2 +\n" + end, nil},
		{"large numbers", sumOf1 + "1 x1 >= 0 ;\n", version + "pol 1" +
			strings.Repeat(" 1000000000 *", 3) + "\n" + end, ErrFormat},
		{"a sum of large numbers", sumOf1 + strings.Repeat("900000000000000000 x1 ", 12) +
			">= 0 ;\n", head, ErrFormat},
		{"a huge variable", "p cnf 1 1\n99999999999 0\n", "0\n", ErrFormat},
	} {
		if err := check(c.formula, c.proof); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
		name := regexp.MustCompile(`\b[1-8]\b`)
		if !strings.Contains(c.formula, "cnf") {
			name = regexp.MustCompile(`x[1-8]\b`)
		}
		if err := check(enlarged(c.formula, name), enlarged(c.proof, name)); !errors.Is(err, c.want) {
			t.Errorf("%s, with large variables: %v, want %v", c.name, err, c.want)
		}
	}
}

// enlarged multiplies the names of variables, at most 8, by 2^23.
func enlarged(text string, name *regexp.Regexp) string {
	var b strings.Builder
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "p cnf") {
			line = name.ReplaceAllStringFunc(line, func(word string) string {
				last := len(word) - 1
				return fmt.Sprint(word[:last], int(word[last]-'0')<<23)
			})
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestMemory names large variables: memory grows with their number only.
func TestMemory(t *testing.T) {
	for _, c := range []struct{ formula, proof string }{
		{"p cnf 67108864 1\n67108864 0\n", "0\n"},
		{"p cnf 1 1\n1 0\n", "67108864 0\nd 67108863 0\n0\n"},
		{"* #variable= 67108864 #constraint= 1\n1 x67108864 >= 1 ;\n", version + "pol 1 x67108863 +\n"},
		{sumOf1 + "1 x1 >= 1 ;\n", version + "rup 1 x67108864 >= 1 ;\n"},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		err := check(c.formula, c.proof)
		runtime.ReadMemStats(&after)
		if bytes := after.TotalAlloc - before.TotalAlloc; !errors.Is(err, ErrRefused) || bytes > 40<<20 {
			t.Errorf("%q, %q: %v, %d bytes", c.formula, c.proof, err, bytes)
		}
	}
}

func randomClauses(random *rand.Rand, count int) (lines []string) {
	for range count {
		var line []byte
		for range 1 + random.IntN(3) {
			line = fmt.Appendf(line, "%d ", (1+random.IntN(4))*(1-2*random.IntN(2)))
		}
		lines = append(lines, string(line)+"0")
	}
	return lines
}

// TestNothingWrongIsProved gives random proofs to random small formulas. Whenever one is
// accepted, no assignment satisfies the formula.
func TestNothingWrongIsProved(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 8))
	accepted := map[string]int{}
	for range 4000 {
		list := randomClauses(random, 4+random.IntN(10))
		formula := fmt.Sprintf("p cnf 4 %d\n", len(list)) + strings.Join(list, "\n") + "\n"
		var proof strings.Builder
		for _, line := range append(randomClauses(random, random.IntN(3)), list[0]) {
			if random.IntN(4) == 0 {
				proof.WriteString("d ")
			}
			proof.WriteString(line + "\n")
		}
		proof.WriteString("0\n")
		if check(formula, proof.String()) == nil {
			accepted["DRAT"]++
			if x, ok := satisfies(formula); ok {
				t.Fatalf("%s\nis satisfied by %v, but accepted is\n%s", formula, x, proof.String())
			}
		}
	}
	for range 20000 {
		text := []byte("* #variable= 3 #constraint= 3\n")
		for range 3 {
			for v := range 3 {
				text = fmt.Appendf(text, "%d %sx%d ", random.IntN(7)-3, []string{"", "~"}[random.IntN(2)], v+1)
			}
			text = fmt.Appendf(text, "%s %d ;\n", []string{">=", ">=", "="}[random.IntN(3)], random.IntN(5)-1)
		}
		formula := string(text)
		proof := version
		for range 2 {
			proof += fmt.Sprintf("pol %d %d * %d %d * + %d +", 1+random.IntN(3), 1+random.IntN(3), 1+random.IntN(3),
				1+random.IntN(3), 1+random.IntN(3))
			proof += []string{"\n", " 2 d\n", " ~x1 +\n", " 3 d x2 +\n"}[random.IntN(4)]
		}
		proof += fmt.Sprintf("rup 1 %sx%d >= 1 ;\nrup >= 1 ;\nconclusion UNSAT : -%d\n",
			[]string{"", "~"}[random.IntN(2)], 1+random.IntN(3), 1+random.IntN(2))
		if random.IntN(2) == 0 {
			proof = strings.Replace(proof, "rup >= 1 ;\n", "", 1)
		}
		if check(formula, proof) == nil {
			accepted["VeriPB"]++
			if x, ok := satisfies(formula); ok {
				t.Fatalf("%s\nis satisfied by %v, but accepted is\n%s", formula, x, proof)
			}
		}
	}
	if accepted["DRAT"] < 100 || accepted["VeriPB"] < 100 {
		t.Errorf("accepted %v, want more", accepted)
	}
}

// satisfies tries all values of four variables, reading the formula anew: the values and whether
// some do.
func satisfies(formula string) ([4]int, bool) {
	for bits := range 16 {
		x := [4]int{bits & 1, bits >> 1 & 1, bits >> 2 & 1, bits >> 3 & 1}
		all := true
		for _, line := range strings.Split(strings.TrimSpace(formula), "\n")[1:] {
			var holds bool
			if words := strings.Fields(line); words[len(words)-1] == ";" {
				sum, bound := 0, 0
				for i := 0; i+1 < len(words)-3; i += 2 {
					var a, v int
					_, _ = fmt.Sscan(words[i], &a)
					_, _ = fmt.Sscan(strings.Trim(words[i+1], "~x"), &v)
					value := x[v-1]
					if words[i+1][0] == '~' {
						value = 1 - value
					}
					sum += a * value
				}
				_, _ = fmt.Sscan(words[len(words)-2], &bound)
				holds = sum >= bound && (words[len(words)-3] == ">=" || sum == bound)
			} else {
				for _, word := range words[:len(words)-1] {
					var l int
					_, _ = fmt.Sscan(word, &l)
					holds = holds || l > 0 && x[l-1] == 1 || l < 0 && x[-l-1] == 0
				}
			}
			all = all && holds
		}
		if all {
			return x, true
		}
	}
	return [4]int{}, false
}

// FuzzCheck looks for input that makes the checker panic.
func FuzzCheck(f *testing.F) {
	f.Add(pigeonClauses, "-1 0\nd 1 2 0\n0\n")
	f.Add(pigeonClauses, cook)
	f.Add(pigeonSums, head+"rup 1 ~x1 >= 1 ; 6 3 5 7\n")
	f.Add(pigeonSums, head+"pol 1 3 + 5 + 6 + 7 +\ndel id 1\nrup >= 1 ;\n"+end)
	f.Fuzz(func(_ *testing.T, formula, proof string) { _ = check(formula, proof) })
}
