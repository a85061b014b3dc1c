package solve

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/model"
)

// ErrNoAnswer says that a text holds no answer: neither a solution nor the
// statement that there is none.
var ErrNoAnswer = errors.New("no answer in it")

// MaxOutput is the largest answer that is read, in bytes.
const MaxOutput = 64 << 20

// Answer is what a solver says.
type Answer struct {
	None    bool            // there is no solution
	Proved  bool            // and that is proved, by a search of our own or a checked proof
	Squares []queens.Square // of the queens, as the solver has them
	Perm    queens.Perm     // the solution, checked; nil for fewer than n queens
	Optimal bool            // the solver says that no more queens fit
}

// ReadAnswer reads the answer of a solver to a model in a format, as the solver printed it: the v
// lines of SAT, MaxSAT and pseudo-Boolean solvers or the file of minisat (cnf, wcnf, opb, cpsat),
// solution files of cbc, highs and glpsol, both of its forms (lp, mps), what minizinc prints (mzn),
// atoms (asp), models of z3 and cvc5 (smt2), an instantiation (xcsp3), vertices as cliquer prints
// them (clq), a line of bits (qubo), of spins (ising), and options (dlx). The first solution
// counts, of as many queens as possible the last. It is checked by Verify.
//
// Errors: queens.ErrFormat for a format without answers, or that cannot state the model;
// ErrNoAnswer; queens.ErrFormat for a text that does not follow its format; those of Verify.
func ReadAnswer(r io.Reader, format string, m *model.Model) (Answer, error) {
	parse, ok := parsers[format]
	if !ok {
		return Answer{}, fmt.Errorf("solve: there are no answers to read in format %q: %w", format, queens.ErrFormat)
	}
	f, err := model.FindFormat(format)
	if err != nil {
		return Answer{}, err
	}
	if m, err = f.State(m); err != nil {
		return Answer{}, err
	}
	content, err := io.ReadAll(io.LimitReader(r, MaxOutput+1))
	switch {
	case err != nil:
		return Answer{}, fmt.Errorf("solve: read the answer: %w", err)
	case len(content) > MaxOutput:
		return Answer{}, fmt.Errorf("solve: the answer is longer than %d bytes: %w", MaxOutput, queens.ErrFormat)
	}
	text := &answerText{content: string(content), most: m.Most()}
	if err := parse(text, m); err != nil {
		return Answer{}, fmt.Errorf("solve: read the answer: %w", err)
	}
	switch {
	case text.none:
		return Answer{None: true}, nil
	case !text.found:
		return Answer{}, fmt.Errorf("solve: read the answer: %w", ErrNoAnswer)
	}
	perm, err := Verify(m, text.squares)
	return Answer{Squares: text.squares, Perm: perm, Optimal: text.optimal && text.most}, err
}

// answerText is an answer while it is read.
type answerText struct {
	content string
	most    bool // as many queens as possible are asked for
	none    bool
	found   bool
	optimal bool
	squares []queens.Square
}

func (a *answerText) lines() iter.Seq[[]string] {
	return func(yield func([]string) bool) {
		for line := range strings.Lines(a.content) {
			if words := strings.Fields(line); len(words) > 0 && !yield(words) {
				return
			}
		}
	}
}

// add notes a queen. More than any board has room for are not kept: some of those
// that are attack each other.
func (a *answerText) add(sq queens.Square) {
	a.found = true
	if len(a.squares) <= model.MaxOrder && !slices.Contains(a.squares, sq) {
		a.squares = append(a.squares, sq)
	}
}

// parsers holds the reader of answers of each format.
var parsers = map[string]func(*answerText, *model.Model) error{
	"asp":   (*answerText).parseAtoms,
	"clq":   (*answerText).parseClique,
	"cnf":   (*answerText).parseLiterals,
	"cpsat": (*answerText).parseLiterals,
	"dlx":   (*answerText).parseOptions,
	"ising": (*answerText).parseBits,
	"lp":    (*answerText).parseValues,
	"mps":   (*answerText).parseValues,
	"mzn":   (*answerText).parseArray,
	"opb":   (*answerText).parseLiterals,
	"qubo":  (*answerText).parseBits,
	"smt2":  (*answerText).parseDefinitions,
	"wcnf":  (*answerText).parseLiterals,
	"xcsp3": (*answerText).parseInstantiation,
}

func badWord(word, want string) error {
	return fmt.Errorf("%.40q: want %s: %w", word, want, queens.ErrFormat)
}

// parseLiterals reads "s SATISFIABLE" and "v 1 -2 ... 0", or the file of minisat, "SAT" and a line
// of literals. Pseudo-Boolean solvers write x before the number. Variables beyond those of squares
// are skipped.
func (a *answerText) parseLiterals(m *model.Model) error {
	inFile := false // the next line is the one of minisat's file
	for words := range a.lines() {
		if len(a.squares) > 0 && len(words) > 2 && words[1] == "Answer:" {
			if !a.most {
				break // a second solution
			}
			a.squares = nil // a better one
		}
		switch status := strings.Join(words, " "); {
		case status == "s UNSATISFIABLE", status == "UNSAT":
			a.none = true
		case status == "s SATISFIABLE", status == "s OPTIMUM FOUND":
			a.found, a.optimal = true, status != "s SATISFIABLE"
		case status == "SAT":
			a.found, inFile = true, true
		case words[0] == "v":
			a.found = true
			if err := a.addLiterals(words[1:], m); err != nil {
				return err
			}
		case inFile:
			inFile = false
			if err := a.addLiterals(words, m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (a *answerText) addLiterals(words []string, m *model.Model) error {
	if n := m.Order(); n > 1 && len(words) == 1 && len(words[0]) >= n*n && strings.Trim(words[0], "01") == "" {
		return a.addBits(words[0], m)
	}
	for _, word := range words {
		digits, negative := strings.CutPrefix(word, "-")
		v, err := strconv.Atoi(strings.TrimPrefix(digits, "x"))
		if err != nil || v < 0 {
			return badWord(word, "a literal, as in 12, -12 or x12")
		}
		if sq, ok := model.SquareOf(v, m.Order()); ok && !negative {
			a.add(sq)
		}
	}
	return nil
}

// addBits notes the queens of a digit for each square, 1 for a queen, row by row; auxiliary
// variables may follow.
func (a *answerText) addBits(digits string, m *model.Model) error {
	for i, digit := range digits {
		if digit != '0' && digit != '1' {
			return badWord(digits, "digits 0 and 1")
		}
		if sq, ok := model.SquareOf(i+1, m.Order()); ok && digit == '1' {
			a.add(sq)
		}
	}
	return nil
}

// parseBits reads the first line of n*n digits 0 and 1, or of so many words, 1 for a queen
// and 0 or -1 for none.
func (a *answerText) parseBits(m *model.Model) error {
	size := m.Order() * m.Order()
	for words := range a.lines() {
		if len(words) == 1 && len(words[0]) == size && strings.Trim(words[0], "01") == "" {
			a.found = true
			return a.addBits(words[0], m)
		}
		if len(words) != size {
			continue
		}
		a.found = true
		for i, word := range words {
			switch sq, _ := model.SquareOf(i+1, m.Order()); word {
			case "1", "+1":
				a.add(sq)
			case "0", "-1":
			default:
				return badWord(word, "1 for a queen, else 0 or -1")
			}
		}
		return nil
	}
	return nil
}

// parseDefinitions reads the model that an SMT solver prints after sat, "(define-fun q1 () Int 4)"
// in one line or two, or values, "((q1 4) (q2 2))".
func (a *answerText) parseDefinitions(m *model.Model) error {
	words := strings.FieldsFunc(a.content, func(r rune) bool { return strings.ContainsRune("() \t\r\n", r) })
	for i, word := range words {
		switch {
		case word == "unsat":
			a.none = true
		case word == "sat":
			a.found = true
		case i+1 < len(words) && word[0] == 'q':
			col, err := strconv.Atoi(word[1:])
			if err != nil {
				continue
			}
			value := words[i+1]
			if value == "Int" && i+2 < len(words) {
				value = words[i+2]
			}
			row, err := strconv.Atoi(value)
			sq := queens.Square{Row: row - 1, Col: col - 1}
			if err != nil || !sq.On(m.Order()) {
				return badWord(word+" "+value, fmt.Sprintf("q1 to q%d with rows 1 to %d", m.Order(), m.Order()))
			}
			a.add(sq)
		}
	}
	return nil
}

// parseInstantiation reads the status lines of the XCSP competitions and the first list of values,
// which are rows: "v <values> 2 4 6 1 3 5 </values>".
func (a *answerText) parseInstantiation(m *model.Model) error {
	for words := range a.lines() {
		switch strings.Join(words, " ") {
		case "s UNSATISFIABLE":
			a.none = true
		case "s SATISFIABLE", "s OPTIMUM FOUND":
			a.found = true
		}
	}
	_, list, ok := strings.Cut(a.content, "<values>")
	list, _, closed := strings.Cut(list, "</values>")
	if !ok || !closed || a.none {
		return nil
	}
	a.found = true
	col := 0
	for word := range strings.FieldsSeq(list) {
		if word == "v" { // the list goes on in another line
			continue
		}
		row, err := strconv.Atoi(word)
		sq := queens.Square{Row: row - 1, Col: col}
		if err != nil || !sq.On(m.Order()) {
			return badWord(word, fmt.Sprintf("rows 1 to %d of as many columns", m.Order()))
		}
		a.add(sq)
		col++
	}
	return nil
}

// parseValues reads the solution files of integer programming solvers: cbc ("Optimal - objective
// value 0", then "3 x_1_4 1 0"), highs ("Optimal", then "x_1_4 1"), glpsol -w ("s mip 46 64 o 0",
// then "j 4 1") and glpsol -o ("Status: INTEGER OPTIMAL", then "4 x_1_4 * 1 0 1").
func (a *answerText) parseValues(m *model.Model) error {
	name := "" // of a variable whose value is on the next line
	for words := range a.lines() {
		status := strings.Join(words, " ")
		switch {
		case strings.HasPrefix(status, "Infeasible"), strings.HasPrefix(status, "Integer infeasible"),
			status == "Status: INTEGER EMPTY", isGLPK(words, "n"):
			a.none = true
		case strings.HasPrefix(status, "Optimal"), status == "Status: INTEGER OPTIMAL", isGLPK(words, "o"),
			isGLPK(words, "f"):
			a.found, a.optimal = true, !isGLPK(words, "f")
		case words[0] == "j" && len(words) == 3:
			v, err := strconv.Atoi(words[1])
			sq, ok := model.SquareOf(v, m.Order())
			if err != nil || !ok {
				return badWord(words[1], "the number of a variable")
			}
			if err := a.addIfOne(sq, words[2]); err != nil {
				return err
			}
		case len(words) == 2 && isVariable(words[0]):
			if err := a.addValue(words[0], words[1:], m); err != nil {
				return err
			}
		case len(words) >= 2 && isVariable(words[1]):
			name = words[1]
			if len(words) > 2 {
				err := a.addValue(name, words[2:], m)
				if name = ""; err != nil {
					return err
				}
			}
		case name != "": // glpsol -o puts what follows a long name on a line of its own
			err := a.addValue(name, words, m)
			if name = ""; err != nil {
				return err
			}
		}
	}
	return nil
}

// addValue notes a queen if the value of the variable of a name is 1. A star before
// it says that the variable is an integer.
func (a *answerText) addValue(name string, values []string, m *model.Model) error {
	if values[0] == "*" && len(values) > 1 {
		values = values[1:]
	}
	sq, ok := squareOfName(name, m.Order())
	if !ok {
		return badWord(name, "a variable x_row_column or xNUMBER on the board")
	}
	return a.addIfOne(sq, values[0])
}

func isGLPK(words []string, status string) bool {
	return len(words) == 6 && words[0] == "s" && words[1] == "mip" && words[4] == status
}

// isVariable reports whether a word is the name of a variable: "x_2_1" or "x9".
func isVariable(word string) bool {
	return len(word) > 1 && word[0] == 'x' && (word[1] == '_' || '0' <= word[1] && word[1] <= '9')
}

// squareOfName returns the square of "x_2_1" or "x9".
func squareOfName(name string, n int) (queens.Square, bool) {
	if v, err := strconv.Atoi(name[1:]); err == nil {
		return model.SquareOf(v, n)
	}
	row, col, _ := strings.Cut(strings.TrimPrefix(name, "x_"), "_")
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	sq := queens.Square{Row: r - 1, Col: c - 1}
	return sq, errRow == nil && errCol == nil && sq.On(n)
}

// tolerance is how far from 0 and 1 a solver with floating point may stay.
const tolerance = 1e-4

func (a *answerText) addIfOne(sq queens.Square, value string) error {
	x, err := strconv.ParseFloat(value, 64)
	switch {
	case err == nil && x >= 1-tolerance && x <= 1+tolerance:
		a.add(sq)
	case err == nil && (a.none || x >= -tolerance && x <= tolerance):
	default:
		return badWord(value, "0 or 1")
	}
	return nil
}

// parseArray reads "q = [2, 4, 1, 3]".
func (a *answerText) parseArray(m *model.Model) error {
	for words := range a.lines() {
		line := strings.Join(words, " ")
		rows, isArray := strings.CutPrefix(line, "q = [")
		switch {
		case line == "=====UNSATISFIABLE=====":
			a.none = true
		case isArray && !a.found:
			for col, word := range strings.Split(strings.TrimSuffix(strings.TrimSuffix(rows, ";"), "]"), ",") {
				row, err := strconv.Atoi(strings.TrimSpace(word))
				sq := queens.Square{Row: row - 1, Col: col}
				if err != nil || !sq.On(m.Order()) {
					return badWord(line, fmt.Sprintf("rows 1 to %d of as many columns", m.Order()))
				}
				a.add(sq)
			}
		}
	}
	return nil
}

// parseAtoms reads "Answer: 1" and the line of atoms after it, or v lines of atoms
// without an Answer.
func (a *answerText) parseAtoms(m *model.Model) error {
	for words := range a.lines() {
		switch {
		case len(words) == 1 && words[0] == "UNSATISFIABLE", strings.Join(words, " ") == "s UNSATISFIABLE":
			a.none = true
		case len(words) == 2 && words[0] == "OPTIMUM" || strings.Join(words, " ") == "s OPTIMUM FOUND":
			a.found, a.optimal = true, true
		case (!a.found || a.most) && strings.HasPrefix(words[0], "queen("):
			a.squares = nil
			for _, word := range words {
				row, col, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(word, "queen("), ")"), ",")
				sq, ok := squareOfName("x_"+row+"_"+col, m.Order())
				if !ok {
					return badWord(word, "queen(row,column) on the board")
				}
				a.add(sq)
			}
		}
	}
	return nil
}

// parseClique reads the vertices after a colon, "size=8, weight=8:   3 12 ...", or
// lines of numbers alone.
func (a *answerText) parseClique(m *model.Model) error {
	vertices := slices.Collect(m.Allowed())
	for words := range a.lines() {
		line := strings.Join(words, " ")
		if line == "No such clique found." {
			a.none = true
			continue
		}
		list, isClique := strings.CutPrefix(line, "size=")
		if isClique {
			_, list, isClique = strings.Cut(list, ":")
		} else if _, err := strconv.Atoi(words[0]); err == nil && !strings.ContainsAny(line, "/.:") {
			list, isClique = line, true
		}
		if !isClique || a.found {
			continue
		}
		for word := range strings.FieldsSeq(list) {
			v, err := strconv.Atoi(word)
			if err != nil || v < 1 || v > len(vertices) {
				return badWord(word, fmt.Sprintf("a vertex, 1 to %d", len(vertices)))
			}
			a.add(vertices[v-1])
		}
	}
	return nil
}

// parseOptions reads options as they stand in the text, "r1 c4 ...", one a line,
// with anything after them.
func (a *answerText) parseOptions(m *model.Model) error {
	for words := range a.lines() {
		if len(words) < 2 {
			continue
		}
		row, isRow := strings.CutPrefix(words[0], "r")
		col, isCol := strings.CutPrefix(words[1], "c")
		if !isRow || !isCol {
			continue
		}
		sq, ok := squareOfName("x_"+row+"_"+col, m.Order())
		if !ok {
			return badWord(strings.Join(words, " "), "an option \"rROW cCOLUMN ...\" on the board")
		}
		a.add(sq)
	}
	return nil
}

// Verify returns the solution that the queens of an answer are. Whatever solver
// it comes from, queens.Problem.Check decides. Where as many as possible are asked for it may be
// fewer than n: then it returns nil, and the squares of the queens have been checked.
//
// Errors, all of them queens.ErrNotSolution: a *queens.AttackError for two queens
// that attack each other; one for too few queens; those of queens.Problem.Check.
func Verify(m *model.Model, squares []queens.Square) (queens.Perm, error) {
	p := m.Problem()
	for attack := range queens.Attacks(squares, p.Order, p.Topology) {
		return nil, &queens.AttackError{Attack: attack}
	}
	if m.Most() && len(squares) < p.Order {
		return nil, checkFew(p, squares)
	}
	if len(squares) != p.Order {
		return nil, fmt.Errorf("solve: %d queens, want %d: %w", len(squares), p.Order, queens.ErrNotSolution)
	}
	perm := make(queens.Perm, p.Order)
	for _, sq := range squares {
		perm[sq.Col] = sq.Row
	}
	if err := p.Check(perm); err != nil {
		return nil, err
	}
	return perm, nil
}

func checkFew(p queens.Problem, squares []queens.Square) error {
	forbidden := map[queens.Square]bool{}
	for _, sq := range p.Forbidden() {
		forbidden[sq] = true
	}
	for _, sq := range squares {
		if forbidden[sq] {
			return fmt.Errorf("solve: no queen may stand on %v: %w", sq, queens.ErrNotSolution)
		}
	}
	for _, sq := range p.Given {
		if !slices.Contains(squares, sq) {
			return fmt.Errorf("solve: the given queen on %v is missing: %w", sq, queens.ErrNotSolution)
		}
	}
	return nil
}
