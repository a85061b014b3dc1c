// Package proofcheck checks proofs that a formula has no solution. It knows nothing about queens
// and shares no code with what writes formulas and proofs.
//
//	report, err := proofcheck.Check(formula, proof)
//
// A formula is a set of clauses in the DIMACS form, with a proof in DRAT, as text, or of linear
// constraints in the OPB form, with a VeriPB proof, version 2.0. In DRAT a clause follows by unit
// propagation (RUP), or every resolvent on its first literal does (RAT); VeriPB proofs may use the
// rules pol, rup for clauses, del id and conclusion UNSAT. Hints of rup name the constraints that
// propagate, so that no others are checked. Sources: [wetzler2014] and [gocht2022].
package proofcheck

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"queens/internal/errs"
)

// ErrRefused says that a proof does not prove its formula unsolvable.
var ErrRefused = errs.New(errs.Refuted, "proof refused")

// ErrFormat says that a formula or a proof is malformed, or uses a rule that is not known here.
var ErrFormat = errs.New(errs.Usage, "malformed input")

// Proof is what a proof consists of.
type Proof struct {
	Kind        string `json:"kind"`        // "DRAT" or "VeriPB"
	Variables   int    `json:"variables"`   // largest of the formula
	Constraints int    `json:"constraints"` // of the formula, an equation counted twice
	Steps       int    `json:"steps"`       // constraints derived
}

// Check reads a formula and a proof that it has no solution. A nil error means that the proof is
// right. A proof without a step is right if unit propagation alone contradicts the formula.
//
// Errors: ErrRefused for a step that does not follow, or a proof that does not end in a
// contradiction; ErrFormat.
func Check(formula, proof io.Reader) (Proof, error) {
	c := &checker{clauses: map[string][]int{}, names: map[int64]int64{}}
	if err := eachLine(formula, "formula", c.readFormula); err != nil {
		return Proof{}, err
	}
	c.report.Constraints = len(c.constraints)
	switch {
	case c.report.Kind == "":
		return Proof{}, fmt.Errorf("formula: neither \"p cnf\" nor \"* #variable=\" in it: %w", ErrFormat)
	case c.lines != c.announced:
		return Proof{}, fmt.Errorf("formula: its head announces %d constraints, but %d are there: %w",
			c.announced, c.lines, ErrFormat)
	}
	read := c.readClause
	if c.report.Kind == "VeriPB" {
		read = c.readRule
	}
	if err := eachLine(proof, "proof", read); err != nil {
		return Proof{}, err
	}
	if !c.concluded && c.report.Steps == 0 && c.report.Kind != "VeriPB" {
		c.attachAll()
		c.concluded = c.wrong
	}
	if !c.concluded {
		return Proof{}, fmt.Errorf("the proof ends without a contradiction: %w", ErrRefused)
	}
	return c.report, nil
}

// maxLine is the length of the longest line that is read: a sum over all lines of a large board.
const maxLine = 64 << 20

func eachLine(r io.Reader, what string, read func(words [][]byte) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(make([]byte, 1<<16), maxLine)
	no := 0
	var words [][]byte
	for lines.Scan() {
		no++
		if bytes.IndexByte(lines.Bytes(), 0) >= 0 {
			return fmt.Errorf("%s: binary; solvers write text with --no-binary: %w", what, ErrFormat)
		}
		words = slices.AppendSeq(words[:0], bytes.FieldsSeq(lines.Bytes()))
		if len(words) > 0 {
			if err := read(words); err != nil {
				return fmt.Errorf("%s, line %d: %w", what, no, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("%s after line %d: %w", what, no, err)
	}
	return nil
}

func text(words [][]byte, most int) string {
	return fmt.Sprintf("%.*q", most, bytes.Join(words, []byte(" ")))
}

func number(word []byte) (int64, error) {
	x, err := strconv.ParseInt(string(word), 10, 64)
	if err != nil || x > maxCoefficient || x < -maxCoefficient {
		return 0, fmt.Errorf("%.40q: want a whole number of at most 18 digits: %w", word, ErrFormat)
	}
	return x, nil
}

// maxVariable is the largest name of a variable.
const maxVariable = 1 << 26

func variable(word []byte) (int64, error) {
	v, err := number(word)
	if err == nil && (v < 1 || v > maxVariable) {
		err = fmt.Errorf("%.40q: want a variable from 1 to %d: %w", word, maxVariable, ErrFormat)
	}
	return v, err
}

func (c *checker) readFormula(words [][]byte) error {
	first := string(words[0])
	switch {
	case first == "p" || first == "*" && len(words) > 1 && string(words[1]) == "#variable=":
		kind, count := "VeriPB", 4
		if first == "p" {
			kind, count = "DRAT", len(words)-1
		}
		if c.report.Kind != "" || count < 3 || count >= len(words) || first == "p" && string(words[1]) != "cnf" {
			return fmt.Errorf("%s: want one line \"p cnf VARIABLES CLAUSES\" or \"* #variable= VARIABLES "+
				"#constraint= CONSTRAINTS\": %w", text(words, 80), ErrFormat)
		}
		variables, err := variable(words[2])
		announced, err2 := number(words[count])
		c.report.Kind, c.report.Variables, c.announced = kind, int(variables), int(announced)
		return cmp.Or(err, err2)
	case first == "c" || first == "*":
		return nil
	case c.report.Kind == "DRAT":
		c.lines++
		err := c.literals(words)
		if err == nil {
			c.add(c.list)
		}
		return err
	case c.report.Kind == "VeriPB":
		c.lines++
		s, equal, err := c.readSum(words)
		if err != nil {
			return err
		}
		c.addSum(s)
		if equal {
			c.addSum(s.negated())
		}
		return nil
	}
	return fmt.Errorf("%.40q comes before the head: %w", words[0], ErrFormat)
}

// readSum reads "+1 x1 -2 ~x2 >= 1 ;".
func (c *checker) readSum(words [][]byte) (s sum, equal bool, err error) {
	s.weights = map[int32]int64{}
	i, size := 0, int64(0)
	for ; i+1 < len(words) && string(words[i]) != ">=" && string(words[i]) != "="; i += 2 {
		a, err := number(words[i])
		l, err2 := c.literalOf(words[i+1])
		if size += max(a, -a); size > maxCoefficient {
			err2 = errLarge
		}
		if err = cmp.Or(err, err2); err != nil {
			return s, false, err
		}
		if a < 0 { // a(1 - the negation)
			s.degree, a, l = s.degree-a, -a, l^1
		}
		s.add(l, a)
	}
	if i+3 != len(words) || string(words[i+2]) != ";" {
		return s, false, fmt.Errorf("%s: want a sum, >= or =, a number, and a semicolon: %w", text(words, 80),
			ErrFormat)
	}
	b, err := number(words[i+1])
	s.degree += b
	return s, string(words[i]) == "=", cmp.Or(err, s.check(maxCoefficient))
}

// literalOf reads x12 and ~x12.
func (c *checker) literalOf(word []byte) (int32, error) {
	name, negated := bytes.CutPrefix(word, []byte("~"))
	if len(name) == 0 || name[0] != 'x' {
		return 0, fmt.Errorf("%.40q: want a variable, as in x12 or ~x12: %w", word, ErrFormat)
	}
	v, err := variable(name[1:])
	if err != nil {
		return 0, err
	}
	if negated {
		v = -v
	}
	return c.literal(v), nil
}

// literals reads "1 -2 3 0" into list.
func (c *checker) literals(words [][]byte) error {
	c.list = c.list[:0]
	for i, word := range words {
		v, err := number(word)
		switch {
		case err != nil:
			return err
		case v == 0 != (i == len(words)-1):
			return fmt.Errorf("%s: want literals and one 0 at the end: %w", text(words, 80), ErrFormat)
		case v > maxVariable || v < -maxVariable:
			return fmt.Errorf("literal %d: want at most %d: %w", v, maxVariable, ErrFormat)
		case v != 0:
			c.list = append(c.list, c.literal(v))
		}
	}
	return nil
}

func (c *checker) readRule(words [][]byte) error {
	switch string(words[0]) {
	case "*", "output", "end":
		return nil
	case "pseudo-Boolean":
		if string(bytes.Join(words, []byte(" "))) != "pseudo-Boolean proof version 2.0" {
			return fmt.Errorf("%s: want version 2.0: %w", text(words, 60), ErrFormat)
		}
		return nil
	case "f":
		if n, err := number(words[len(words)-1]); len(words) > 1 && (err != nil || int(n) != len(c.constraints)) {
			return fmt.Errorf("%s: the formula has %d constraints: %w", text(words, 60), len(c.constraints), ErrRefused)
		}
		return nil
	case "pol":
		k, err := c.polish(words[1:])
		if err != nil {
			return err
		}
		c.report.Steps++
		c.addSum(k)
		return nil
	case "rup":
		return c.readRup(words)
	case "del":
		if len(words) < 3 || string(words[1]) != "id" {
			break
		}
		for _, word := range words[2:] {
			no, err := c.lookup(word)
			if err != nil {
				return err
			}
			c.remove(no)
		}
		return nil
	case "conclusion":
		if len(words) != 4 || string(words[1]) != "UNSAT" || string(words[2]) != ":" {
			break
		}
		no, err := c.lookup(words[3])
		if err != nil {
			return err
		}
		if s := c.constraints[no].sum(); s.negated().degree >= 0 { // fulfilled if all literals are true
			return fmt.Errorf("constraint %s is no contradiction: %w", words[3], ErrRefused)
		}
		c.concluded = true
		return nil
	}
	return fmt.Errorf("%s: not a rule known here: %w", text(words, 60), ErrFormat)
}

// readRup reads a clause that follows by unit propagation, "rup 1 x1 1 ~x2 >= 1 ;". After the
// semicolon may stand the numbers of the constraints that propagate, and ~ for the negation of the
// clause, which is among them in any case.
func (c *checker) readRup(words [][]byte) error {
	end := slices.IndexFunc(words, func(word []byte) bool { return string(word) == ";" })
	if end < 3 || end%2 != 1 || string(words[end-1]) != "1" || string(words[end-2]) != ">=" {
		return fmt.Errorf("%s: want rup, a clause as a sum that is >= 1, and a semicolon: %w", text(words, 60),
			ErrFormat)
	}
	c.list = c.list[:0]
	for i := 1; i < end-2; i += 2 {
		l, err := c.literalOf(words[i+1])
		if err != nil {
			return err
		}
		if a := string(words[i]); a != "1" && a != "+1" {
			return fmt.Errorf("%s: only clauses are known here, with coefficients 1: %w", text(words, 60), ErrFormat)
		}
		c.list = append(c.list, l)
	}
	var hints []*constraint
	for _, word := range words[end+1:] {
		if string(word) == "~" {
			continue
		}
		no, err := c.lookup(word)
		if err != nil {
			return err
		}
		hints = append(hints, c.constraints[no])
	}
	if end+1 < len(words) && !c.hinted(c.list, hints) || end+1 == len(words) && !c.follows(c.list, false) {
		return fmt.Errorf("%s does not follow by unit propagation: %w", text(words, 120), ErrRefused)
	}
	c.report.Steps++
	c.add(c.list)
	return nil
}

// lookup returns the index of the constraint with a number, from 1 as in the proof, or
// from the last one if it is negative.
func (c *checker) lookup(word []byte) (int, error) {
	n, err := number(word)
	if n < 0 {
		n += int64(len(c.constraints)) + 1
	}
	if err == nil && (n < 1 || n > int64(len(c.constraints)) || c.constraints[n-1] == nil) {
		err = fmt.Errorf("there is no constraint %.40s: %w", word, ErrRefused)
	}
	return int(n - 1), err
}

func (c *checker) polish(words [][]byte) (sum, error) {
	var stack []sum
	for i := 0; i < len(words); i++ {
		word, next, top := string(words[i]), "", len(stack)-1
		if i+1 < len(words) {
			next = string(words[i+1])
		}
		var err error
		switch {
		case word == "+" && top > 0:
			for l, weight := range stack[top].weights {
				stack[top-1].add(l, weight)
			}
			stack[top-1].degree += stack[top].degree
			stack = stack[:top]
			err = stack[top-1].check(maxCoefficient)
		case (next == "*" || next == "d") && top >= 0:
			i++
			err = stack[top].scale(words[i-1], next == "d")
		case word == ";" && i == len(words)-1:
		case strings.HasPrefix(word, "x"), strings.HasPrefix(word, "~x"): // a literal is at least 0
			var l int32
			l, err = c.literalOf(words[i])
			stack = append(stack, sum{weights: map[int32]int64{l: 1}})
		default:
			no := 0
			if no, err = c.lookup(words[i]); err == nil {
				stack = append(stack, c.constraints[no].sum())
			}
		}
		if err != nil {
			return sum{}, err
		}
	}
	if len(stack) != 1 {
		return sum{}, fmt.Errorf("pol leaves %d constraints, want 1: %w", len(stack), ErrFormat)
	}
	return stack[0], nil
}

// maxCoefficient bounds the sum of the numbers of a constraint, so that sums of two constraints,
// and products that are checked before, do not overflow.
const maxCoefficient = 1e18

var errLarge = fmt.Errorf("numbers of more than 18 digits: %w", ErrFormat)

// sum is a constraint in the making. Of a variable and its negation one has a weight, which is
// positive.
type sum struct {
	weights map[int32]int64 // by literal
	degree  int64
}

func (k *constraint) sum() sum {
	s := sum{map[int32]int64{}, k.degree}
	for i, l := range k.literals {
		s.add(l, k.weight(i))
	}
	return s
}

func (c *checker) addSum(s sum) {
	k := &constraint{degree: s.degree}
	for l, weight := range s.weights {
		k.literals, k.weights = append(k.literals, l), append(k.weights, weight)
		if k.clause() { // the weights do not matter
			c.uses[l]++
		}
	}
	c.constraints = append(c.constraints, k)
}

// add adds a literal with a weight that is not negative. A literal and its negation are 1 together.
func (s *sum) add(l int32, weight int64) {
	both := min(weight, s.weights[l^1])
	if both > 0 {
		if s.weights[l^1] -= both; s.weights[l^1] == 0 {
			delete(s.weights, l^1)
		}
	}
	if weight > both {
		s.weights[l] += weight - both
	}
	s.degree -= both
}

// scale multiplies by a factor, or divides by it and rounds up.
func (s *sum) scale(word []byte, divide bool) error {
	factor, err := number(word)
	switch {
	case err != nil:
		return err
	case factor < 1 || factor > 1e9:
		return fmt.Errorf("%.40q: want a factor from 1 to 10^9: %w", word, ErrFormat)
	case !divide:
		err = s.check(maxCoefficient / factor)
	}
	scaled := func(x int64) int64 {
		if !divide {
			return x * factor
		}
		return x/factor + min(1, max(0, x%factor))
	}
	if err == nil {
		s.degree = scaled(s.degree)
		for l, weight := range s.weights {
			s.weights[l] = scaled(weight)
		}
	}
	return err
}

// negated returns the opposite less 1: the same sum is at most the degree.
func (s *sum) negated() sum {
	opposite := sum{map[int32]int64{}, -s.degree}
	for l, weight := range s.weights {
		opposite.weights[l^1] = weight
		opposite.degree += weight
	}
	return opposite
}

// check refuses numbers whose sum is beyond a bound.
func (s *sum) check(most int64) error {
	all := max(s.degree, -s.degree)
	for _, weight := range s.weights {
		if all += weight; all > most {
			return errLarge
		}
	}
	return nil
}
