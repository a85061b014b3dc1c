// Package proofcheck checks proofs that a formula has no solution. It knows nothing of
// queens and shares no code with what writes formulas and proofs.
//
//	report, err := proofcheck.Check(formula, proof)
//
// A formula is a set of clauses in the DIMACS form, with a proof in the textual form of
// DRAT, or of linear constraints in the OPB form, with a VeriPB proof, version 2.0. Of
// DRAT the clauses that follow by unit propagation are accepted (RUP), which is all that is needed without
// new variables; of VeriPB the rules pol, rup for clauses, del id and conclusion UNSAT. Sources: [wetzler2014] and
// [gocht2022].
package proofcheck

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// ErrRefused says that a proof does not prove its formula unsolvable.
var ErrRefused = errors.New("proof refused")

// ErrFormat says that a formula or a proof is malformed, or uses a rule that is not known here.
var ErrFormat = errors.New("malformed input")

// Report is what a proof consists of.
type Report struct {
	Kind        string // "DRAT" or "VeriPB"
	Variables   int    // largest of the formula
	Constraints int    // of the formula, an equation counted twice
	Steps       int    // constraints derived
}

// Check reads a formula and a proof that it has no solution. A nil error means that the
// proof is right.
//
// Errors: ErrRefused for a step that does not follow, or a proof that does not end in a
// contradiction; ErrFormat; those of the readers. Time: that of the unit propagations. Space: that of the formula and of the
// steps that are not deleted.
func Check(formula, proof io.Reader) (Report, error) {
	c := &checker{byText: map[string][]int{}}
	if err := eachLine(formula, "formula", c.readFormula); err != nil {
		return Report{}, err
	}
	c.report.Constraints = len(c.constraints)
	if c.report.Kind == "" {
		return Report{}, fmt.Errorf("proofcheck: formula: neither \"p cnf\" nor \"* #variable=\" in it: %w", ErrFormat)
	}
	step := c.readClause
	if c.report.Kind == "VeriPB" {
		step = c.readRule
	}
	if err := eachLine(proof, "proof", step); err != nil {
		return Report{}, err
	}
	if !c.concluded {
		return Report{}, fmt.Errorf("proofcheck: the proof ends without a contradiction: %w", ErrRefused)
	}
	return c.report, nil
}

// maxLine is the length of the longest line that is read: a sum over all lines of a large
// board.
const maxLine = 64 << 20

// eachLine calls read with the words of every line that has some.
func eachLine(r io.Reader, what string, read func(words []string) error) error {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLine)
	no := 0
	for lines.Scan() {
		no++
		if words := strings.Fields(lines.Text()); len(words) > 0 {
			if err := read(words); err != nil {
				return fmt.Errorf("proofcheck: %s, line %d: %w", what, no, err)
			}
		}
	}
	if err := lines.Err(); err != nil {
		return fmt.Errorf("proofcheck: %s after line %d: %w", what, no, err)
	}
	return nil
}

// number reads a whole number of size at most maxCoefficient.
func number(word string) (int64, error) {
	x, err := strconv.ParseInt(word, 10, 64)
	if err != nil || x > maxCoefficient || x < -maxCoefficient {
		return 0, fmt.Errorf("%.40q: want a whole number of at most 18 digits: %w", word, ErrFormat)
	}
	return x, nil
}

// maxVariable bounds the arrays that are made.
const maxVariable = 1 << 26

// variable reads the number of a variable.
func variable(word string) (int64, error) {
	v, err := number(word)
	if err == nil && (v < 1 || v > maxVariable) {
		err = fmt.Errorf("%.40q: want a variable from 1 to %d: %w", word, maxVariable, ErrFormat)
	}
	return v, err
}

// readFormula reads a line of a formula of either kind.
func (c *checker) readFormula(words []string) error {
	switch {
	case words[0] == "p" || words[0] == "*" && len(words) > 1 && words[1] == "#variable=":
		kind, at := "DRAT", 2
		if words[0] == "*" {
			kind = "VeriPB"
		}
		if c.report.Kind != "" || len(words) < 4 || kind == "DRAT" && words[1] != "cnf" {
			return fmt.Errorf("%.80q: want one line \"p cnf VARIABLES CLAUSES\" or \"* #variable= VARIABLES #constraint= CONSTRAINTS\": %w", strings.Join(words, " "), ErrFormat)
		}
		v, err := variable(words[at])
		c.report.Kind, c.report.Variables = kind, int(v)
		return err
	case words[0] == "c" || words[0] == "*":
		return nil
	case c.report.Kind == "DRAT":
		clause, err := literals(words)
		if err != nil {
			return err
		}
		c.byText[clause.key()] = append(c.byText[clause.key()], c.add(clause.constraint()))
		return nil
	case c.report.Kind == "VeriPB":
		k, equal, err := linear(words)
		if err != nil {
			return err
		}
		c.add(k)
		if equal {
			c.add(k.times(-1))
		}
		return nil
	}
	return fmt.Errorf("%.40q stands before the head: %w", words[0], ErrFormat)
}

// linear reads "+1 x1 -2 ~x2 >= 1 ;".
func linear(words []string) (k constraint, equal bool, err error) {
	k.terms = map[int64]int64{}
	i := 0
	for ; i+1 < len(words) && words[i] != ">=" && words[i] != "="; i += 2 {
		a, err := number(words[i])
		if err != nil {
			return k, false, err
		}
		name, negated := strings.CutPrefix(words[i+1], "~")
		if !strings.HasPrefix(name, "x") {
			return k, false, fmt.Errorf("%.40q: want a variable, as in x12 or ~x12: %w", words[i+1], ErrFormat)
		}
		v, err := variable(name[1:])
		if err != nil {
			return k, false, err
		}
		if negated { // a(1 - x)
			k.bound, a = k.bound-a, -a
		}
		if k.terms[v] += a; abs(k.terms[v])+abs(k.bound) > maxCoefficient {
			return k, false, errLarge
		}
	}
	if i+3 != len(words) || words[i+2] != ";" {
		return k, false, fmt.Errorf("%.80q: want a sum, >= or =, a number, and a semicolon: %w", strings.Join(words, " "), ErrFormat)
	}
	b, err := number(words[i+1])
	k.bound += b
	return k, words[i] == "=", errors.Join(err, k.check())
}

// clause is a set of literals that are not all false, as in DIMACS.
type clause []int64

// literals reads "1 -2 3 0".
func literals(words []string) (clause, error) {
	list := make(clause, len(words)-1)
	for i, word := range words {
		v, err := number(word)
		switch {
		case err != nil:
			return nil, err
		case v == 0 != (i == len(words)-1):
			return nil, fmt.Errorf("%.80q: want literals and one 0 at the end: %w", strings.Join(words, " "), ErrFormat)
		case v > maxVariable || v < -maxVariable:
			return nil, fmt.Errorf("literal %d: want at most %d: %w", v, maxVariable, ErrFormat)
		case v != 0:
			list[i] = v
		}
	}
	return list, nil
}
