package readback

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"queens"
)

// readOPB reads linear constraints over x1, x2, ..., one a line. All variables
// stand for squares.
func readOPB(r io.Reader) (*System, error) {
	s := &System{}
	want, constraints := -1, 0
	for line, err := range lines(r) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(line.text, "*") {
			if want < 0 {
				if want, err = s.openOPB(line); err != nil {
					return nil, err
				}
			}
			continue
		}
		if err := s.addOPB(line); err != nil {
			return nil, err
		}
		constraints++
	}
	if constraints != want {
		return nil, fmt.Errorf("readback: %d constraints, %d announced: the text is not complete: %w", constraints, want, queens.ErrFormat)
	}
	return s, nil
}

// openOPB reads the first line, "* #variable= V #constraint= C".
func (s *System) openOPB(line textLine) (constraints int, err error) {
	if len(line.words) != 5 || line.words[1] != "#variable=" || line.words[3] != "#constraint=" {
		return 0, line.errorf("want \"* #variable= V #constraint= C\" first")
	}
	if s.Variables, err = line.number(2); err != nil {
		return 0, err
	}
	if s.Squares, err = boardOf(line, s.Variables); err != nil {
		return 0, err
	}
	return line.number(4)
}

// addOPB adds the constraint of one line, "+1 x1 -1 x2 >= -1 ;".
func (s *System) addOPB(line textLine) error {
	words := line.words
	k := len(words)
	if k < 5 || k%2 == 0 || words[k-1] != ";" {
		return line.errorf("want terms, = or >=, a number and a semicolon")
	}
	var terms []Term
	for i := 0; i < k-3; i += 2 {
		coefficient, err := line.number(i)
		if err != nil {
			return err
		}
		v, err := strconv.Atoi(strings.TrimPrefix(words[i+1], "x"))
		if err != nil || v < 1 || v > s.Variables || words[i+1][0] != 'x' {
			return line.errorf("%.40q is none of the variables x1 to x%d", words[i+1], s.Variables)
		}
		terms = append(terms, Term{coefficient, v - 1})
	}
	bound, err := line.number(k - 2)
	switch {
	case err != nil:
		return err
	case words[k-3] == "=":
		s.require(terms, bound, bound)
	case words[k-3] == ">=":
		s.require(terms, bound, math.MaxInt)
	default:
		return line.errorf("%.40q: want = or >=", words[k-3])
	}
	return nil
}

// lpReader reads the CPLEX LP form: sections, each with statements that run over
// several lines.
type lpReader struct {
	system   *System
	section  string
	variable map[string]int
	binary   map[string]bool
	words    []string // of the statement that is not complete
}

// readLP reads a 0-1 program. The variables, in the order of the objective, are
// x_ROW_COLUMN; all must be declared binary.
func readLP(r io.Reader) (*System, error) {
	lp := lpReader{system: &System{}, variable: map[string]int{}, binary: map[string]bool{}}
	for line, err := range lines(r) {
		if err != nil {
			return nil, err
		}
		if strings.HasPrefix(line.text, `\`) {
			continue
		}
		if err := lp.line(line); err != nil {
			return nil, err
		}
	}
	switch {
	case lp.section != "End":
		return nil, fmt.Errorf("readback: the text does not end with End: %w", queens.ErrFormat)
	case len(lp.binary) != len(lp.variable):
		return nil, fmt.Errorf("readback: %d variables, %d of them binary: %w", len(lp.variable), len(lp.binary), queens.ErrFormat)
	}
	lp.system.Variables = len(lp.variable)
	return lp.system, nil
}

// line reads one line.
func (lp *lpReader) line(line textLine) error {
	switch line.text {
	case "Minimize", "Subject To", "Binary", "End":
		if len(lp.words) > 0 {
			return line.errorf("the statement before %s is not complete", line.text)
		}
		lp.section = line.text
		return nil
	}
	switch lp.section {
	case "Minimize":
		return lp.objective(line)
	case "Subject To":
		lp.words = append(lp.words, line.words...)
		if k := len(lp.words); k >= 3 && strings.HasSuffix(lp.words[k-2], "=") {
			err := lp.constraint(line)
			lp.words = nil
			return err
		}
		return nil
	case "Binary":
		for _, word := range line.words {
			if _, ok := lp.variable[word]; !ok || lp.binary[word] {
				return line.errorf("%.40q is no variable, or declared twice", word)
			}
			lp.binary[word] = true
		}
		return nil
	}
	return line.errorf("%.40q stands in no section", line.text)
}

// objective declares the variables of a line of the objective; all have the
// coefficient 0.
func (lp *lpReader) objective(line textLine) error {
	for i, word := range line.words {
		if word == "obj:" || word == "+" || word == "0" {
			continue
		}
		row, col, ok := twoNumbers(word, "x_", "_", "")
		if _, taken := lp.variable[word]; !ok || taken || i == 0 || line.words[i-1] != "0" {
			return line.errorf("%.40q: want \"0 x_ROW_COLUMN\", each variable once", word)
		}
		lp.variable[word] = len(lp.variable)
		lp.system.Squares = append(lp.system.Squares, queens.Square{Row: row - 1, Col: col - 1})
	}
	return nil
}

// constraint adds the statement in lp.words: "name: x + y <= 1".
func (lp *lpReader) constraint(line textLine) error {
	k := len(lp.words)
	bound, err := strconv.Atoi(lp.words[k-1])
	if err != nil {
		return line.errorf("%.40q is not a number", lp.words[k-1])
	}
	var terms []Term
	for i, word := range lp.words[:k-2] {
		v, known := lp.variable[word]
		switch {
		case known:
			terms = append(terms, Term{1, v})
		case word == "+" && i > 0, i == 0 && strings.HasSuffix(word, ":"):
		default:
			return line.errorf("%.40q is no variable of the objective", word)
		}
	}
	switch lp.words[k-2] {
	case "=":
		lp.system.require(terms, bound, bound)
	case "<=":
		lp.system.require(terms, math.MinInt, bound)
	default:
		return line.errorf("%.40q: want = or <=", lp.words[k-2])
	}
	return nil
}

// twoNumbers reads two positive numbers between three texts, "x_1_2".
func twoNumbers(s, before, between, after string) (a, b int, ok bool) {
	rest, found := strings.CutPrefix(s, before)
	if !found {
		return 0, 0, false
	}
	if rest, found = strings.CutSuffix(rest, after); !found {
		return 0, 0, false
	}
	first, second, found := strings.Cut(rest, between)
	if !found {
		return 0, 0, false
	}
	a, errA := strconv.Atoi(first)
	b, errB := strconv.Atoi(second)
	return a, b, errA == nil && errB == nil && a > 0 && b > 0
}
