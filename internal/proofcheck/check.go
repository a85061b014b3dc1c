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
		if size += abs(a); size > maxCoefficient {
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
