package solve

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"queens"
	"queens/model"
)

// ErrNoAnswer says that a text holds no answer: neither a solution nor the
// statement that there is none.
var ErrNoAnswer = errors.New("no answer")

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
	read, ok := readers[format]
	if !ok {
		return Answer{}, fmt.Errorf("solve: cannot read answers in format %q: %w", format, queens.ErrFormat)
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
	text := &answerText{Model: m}
	if err := text.parse(string(content), read); err != nil {
		return Answer{}, fmt.Errorf("solve: read the answer: %w", err)
	}
	switch {
	case text.none:
		return Answer{None: true}, nil
	case !text.found:
		return Answer{}, fmt.Errorf("solve: read the answer: %w", ErrNoAnswer)
	}
	perm, err := Verify(m, text.squares)
	return Answer{Squares: text.squares, Perm: perm, Optimal: text.optimal && m.Most()}, err
}

type answerText struct {
	*model.Model
	none, found, optimal bool
	over                 bool   // another solution follows, which is not wanted
	begun                string // what words before have begun: a name, or a list
	squares              []queens.Square
}

// verdicts are the lines by which solvers say that there is no solution, the best one, or one.
var verdicts = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:(` +
		`s UNSATISFIABLE|UNSATISFIABLE|UNSAT|unsat|=====UNSATISFIABLE=====|No such clique found\.|` +
		`(?:Integer i|I)nfeasible.*|Status: INTEGER EMPTY|s mip \d+ \d+ n \S+)|(` +
		`s OPTIMUM FOUND|OPTIMUM \S+|Optimal.*|Status: INTEGER OPTIMAL|s mip \d+ \d+ o \S+)|` +
		`s SATISFIABLE|SAT|sat|s mip \d+ \d+ f \S+)$`)
})

const longestVerdict = 100

// parse reads verdicts, and all other lines by the reader of the format.
func (a *answerText) parse(content string, read func(*answerText, []string) error) error {
	for line := range strings.Lines(content) {
		words := strings.Fields(line)
		if len(words) == 0 || a.over {
			continue
		}
		var verdict []string
		if len(line) <= longestVerdict {
			verdict = verdicts().FindStringSubmatch(strings.Join(words, " "))
		}
		switch {
		case verdict == nil:
			if err := read(a, words); err != nil {
				return err
			}
		case verdict[1] != "":
			a.none = true
		default:
			a.found, a.optimal = true, a.optimal || verdict[2] != ""
			a.begun = verdict[0]
		}
	}
	return nil
}

// add notes a queen. More than any board has room for are not kept: some of those
// that are attack each other.
func (a *answerText) add(sq queens.Square) {
	a.found = true
	if len(a.squares) <= model.MaxOrder && !slices.Contains(a.squares, sq) {
		a.squares = append(a.squares, sq)
	}
}

// addPlace notes the queen of a row and a column in words, from 1, and reports whether they are on
// the board.
func (a *answerText) addPlace(row, col string) bool {
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	sq := queens.Square{Row: r - 1, Col: c - 1}
	if errRow != nil || errCol != nil || !sq.On(a.Order()) {
		return false
	}
	a.add(sq)
	return true
}

// addRows notes queens by their rows, from the column after those that are known.
func (a *answerText) addRows(rows []string) error {
	for _, row := range rows {
		if !a.addPlace(row, strconv.Itoa(len(a.squares)+1)) {
			return badWord(row, fmt.Sprintf("rows 1 to %d of as many columns", a.Order()))
		}
	}
	return nil
}

var readers = map[string]func(*answerText, []string) error{
	"asp":   (*answerText).readAtoms,
	"clq":   (*answerText).readClique,
	"cnf":   (*answerText).readLiterals,
	"cpsat": (*answerText).readLiterals,
	"dlx":   (*answerText).readOption,
	"ising": (*answerText).readBits,
	"lp":    (*answerText).readValue,
	"mps":   (*answerText).readValue,
	"mzn":   (*answerText).readArray,
	"opb":   (*answerText).readLiterals,
	"qubo":  (*answerText).readBits,
	"smt2":  (*answerText).readDefinitions,
	"wcnf":  (*answerText).readLiterals,
	"xcsp3": (*answerText).readInstantiation,
}

func badWord(word, want string) error {
	return fmt.Errorf("%.40q: want %s: %w", word, want, queens.ErrFormat)
}

// readLiterals reads "v 1 -2 ... 0", or after the verdict SAT the line of literals of minisat's
// file. Pseudo-Boolean solvers write x before the number. Variables beyond those of squares are
// skipped.
func (a *answerText) readLiterals(words []string) error {
	switch n := a.Order(); {
	case len(words) > 2 && words[1] == "Answer:":
		if a.over = len(a.squares) > 0 && !a.Most(); !a.over {
			a.squares = nil // the next one is better
		}
		return nil
	case words[0] != "v" && a.begun != "SAT":
		return nil
	case words[0] == "v":
		words = words[1:]
		if n > 1 && len(words) == 1 && len(words[0]) >= n*n && isBits(words[0]) {
			return a.addBits(strings.Split(words[0][:n*n], ""))
		}
	}
	a.found, a.begun = true, ""
	for _, word := range words {
		digits, negative := strings.CutPrefix(word, "-")
		v, err := strconv.Atoi(strings.TrimPrefix(digits, "x"))
		if err != nil || v < 0 {
			return badWord(word, "a literal, as in 12, -12 or x12")
		}
		if sq, ok := model.SquareOf(v, a.Order()); ok && !negative {
			a.add(sq)
		}
	}
	return nil
}

func isBits(word string) bool { return strings.Trim(word, "01") == "" }

// readBits reads the first line of n*n digits 0 and 1, or of so many words, 1 for a queen
// and 0 or -1 for none.
func (a *answerText) readBits(words []string) error {
	if len(words) == 1 && isBits(words[0]) {
		words = strings.Split(words[0], "")
	}
	if a.found || len(words) != a.Order()*a.Order() {
		return nil
	}
	return a.addBits(words)
}

func (a *answerText) addBits(words []string) error {
	a.found = true
	for i, word := range words {
		switch sq, _ := model.SquareOf(i+1, a.Order()); word {
		case "1", "+1":
			a.add(sq)
		case "0", "-1":
		default:
			return badWord(word, "1 for a queen, else 0 or -1")
		}
	}
	return nil
}

// readDefinitions reads the model that an SMT solver prints after sat, "(define-fun q1 () Int 4)"
// in one line or two, or values, "((q1 4) (q2 2))".
func (a *answerText) readDefinitions(words []string) error {
	apart := func(r rune) bool { return r == '(' || r == ')' || r == ' ' }
	for _, word := range strings.FieldsFunc(strings.Join(words, " "), apart) {
		name, isNamed := strings.CutPrefix(a.begun, "q")
		_, err := strconv.Atoi(strings.TrimPrefix(word, "q"))
		switch {
		case word[0] == 'q' && err == nil:
			a.begun = word
		case isNamed && word != "Int":
			if a.begun = ""; !a.addPlace(word, name) {
				return badWord("q"+name+" "+word, fmt.Sprintf("q1 to q%d with rows 1 to %[1]d", a.Order()))
			}
		}
	}
	return nil
}

// readInstantiation reads the first list of values, which are rows:
// "v <values> 2 4 6 1 3 5 </values>".
func (a *answerText) readInstantiation(words []string) error {
	for word := range strings.FieldsSeq(strings.ReplaceAll(strings.Join(words, " "), "<", " <")) {
		word, isList := strings.CutPrefix(word, "<values>")
		switch {
		case isList && len(a.squares) == 0:
			a.begun = "values"
		case strings.HasPrefix(word, "</values>"):
			a.begun = ""
		}
		if a.begun == "values" && word != "v" && word != "" { // v: the list continues on another line
			if err := a.addRows([]string{word}); err != nil {
				return err
			}
		}
	}
	return nil
}

// readValue reads the solution files of integer programming solvers: of cbc "3 x_1_4 1 0", of highs
// "x_1_4 1", of glpsol -w "j 4 1", of glpsol -o "4 x_1_4 * 1 0 1", where what follows a long name
// is on the next line.
func (a *answerText) readValue(words []string) error {
	name := a.begun
	switch {
	case words[0] == "j" && len(words) == 3:
		if _, err := strconv.Atoi(words[1]); err != nil {
			return badWord(words[1], "the number of a variable")
		}
		name, words = "x"+words[1], words[2:]
		if _, ok := squareOfName(name, a.Order()); !ok {
			return badWord(name[1:], "the number of a variable")
		}
	case len(words) == 2 && isVariable(words[0]):
		name, words = words[0], words[1:]
	case len(words) >= 2 && isVariable(words[1]):
		name, words = words[1], words[2:]
		if len(words) == 0 {
			a.begun = name
			return nil
		}
	case !isVariable(name):
		return nil
	}
	a.begun = ""
	if words[0] == "*" && len(words) > 1 { // an integer
		words = words[1:]
	}
	sq, ok := squareOfName(name, a.Order())
	if !ok {
		return badWord(name, "a variable x_row_column or xNUMBER on the board")
	}
	x, err := strconv.ParseFloat(words[0], 64)
	switch {
	case err == nil && x >= 1-tolerance && x <= 1+tolerance:
		a.add(sq)
	case err == nil && (a.none || x >= -tolerance && x <= tolerance):
	default:
		return badWord(words[0], "0 or 1")
	}
	return nil
}

// tolerance is how far from 0 and 1 a solver with floating point may stay.
const tolerance = 1e-4

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

// readArray reads the first "q = [2, 4, 1, 3]".
func (a *answerText) readArray(words []string) error {
	rows, isArray := strings.CutPrefix(strings.Join(words, " "), "q = [")
	if !isArray || a.found {
		return nil
	}
	return a.addRows(strings.FieldsFunc(rows, func(r rune) bool { return strings.ContainsRune(" ,;]", r) }))
}

// readAtoms reads lines of atoms, of several solutions the first, of as many queens as possible the
// last.
func (a *answerText) readAtoms(words []string) error {
	if !strings.HasPrefix(words[0], "queen(") || a.found && !a.Most() {
		return nil
	}
	a.squares = nil
	for _, word := range words {
		row, col, _ := strings.Cut(strings.TrimSuffix(strings.TrimPrefix(word, "queen("), ")"), ",")
		if !a.addPlace(row, col) {
			return badWord(word, "queen(row,column) on the board")
		}
	}
	return nil
}

// readClique reads the first list of vertices, after a colon, "size=8, weight=8:   3 12 ...", or
// numbers alone.
func (a *answerText) readClique(words []string) error {
	list := strings.Join(words, " ")
	if strings.HasPrefix(list, "size=") {
		_, list, _ = strings.Cut(list, ":")
	} else if strings.Trim(list, "0123456789 ") != "" {
		return nil
	}
	if a.found {
		return nil
	}
	vertices := slices.Collect(a.Allowed())
	for word := range strings.FieldsSeq(list) {
		v, err := strconv.Atoi(word)
		if err != nil || v < 1 || v > len(vertices) {
			return badWord(word, fmt.Sprintf("a vertex, 1 to %d", len(vertices)))
		}
		a.add(vertices[v-1])
	}
	return nil
}

// readOption reads an option as it stands in the text, "r1 c4 ...", with anything after it.
func (a *answerText) readOption(words []string) error {
	if len(words) < 2 {
		return nil
	}
	row, isRow := strings.CutPrefix(words[0], "r")
	col, isCol := strings.CutPrefix(words[1], "c")
	if isRow && isCol && !a.addPlace(row, col) {
		return badWord(strings.Join(words, " "), "an option \"rROW cCOLUMN ...\" on the board")
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
			return fmt.Errorf("solve: a queen cannot be on %v: %w", sq, queens.ErrNotSolution)
		}
	}
	for _, sq := range p.Given {
		if !slices.Contains(squares, sq) {
			return fmt.Errorf("solve: the given queen on %v is missing: %w", sq, queens.ErrNotSolution)
		}
	}
	return nil
}
