package solve

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/model"
)

// ErrNoAnswer says that a text has neither a solution nor the statement that there is none.
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

// ReadAnswer reads the answer of a solver to a model in a format, as the solver printed it. The
// first solution counts, of as many queens as possible the last. It is checked by Verify.
//
// Errors: queens.ErrFormat for a format without answers, or that cannot state the model;
// ErrNoAnswer; queens.ErrFormat for a text that does not follow its format; those of Verify.
func ReadAnswer(r io.Reader, format string, m *model.Model) (Answer, error) {
	reader, ok := readers[format]
	if !ok {
		return Answer{}, errs.Errorf("cannot read answers in format %q: %w", format, queens.ErrFormat)
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
		return Answer{}, errs.Errorf("read the answer: %w", err)
	case len(content) > MaxOutput:
		return Answer{}, errs.Errorf("the answer is longer than %d bytes: %w", MaxOutput, queens.ErrFormat)
	}
	a := &answerText{Model: m, pattern: regexp.MustCompile(reader.pattern)}
	lines, err := a.verdict(string(content)), error(nil)
	if !a.none {
		err = reader.read(a, lines)
	}
	switch {
	case err != nil:
		return Answer{}, errs.Errorf("read the answer: %w", err)
	case a.none:
		return Answer{None: true}, nil
	case !a.found:
		return Answer{}, errs.Errorf("read the answer: %w", ErrNoAnswer)
	}
	perm, err := Verify(m, a.squares)
	return Answer{Squares: a.squares, Perm: perm, Optimal: a.optimal && m.Most}, err
}

type answerText struct {
	*model.Model
	none, found, optimal bool
	pattern              *regexp.Regexp // of the format
	squares              []queens.Square
}

// verdicts are the lines by which solvers say that there is no solution, the best one, or one.
const verdicts = `^(?:(` +
	`s UNSATISFIABLE|UNSATISFIABLE|UNSAT|unsat|=====UNSATISFIABLE=====|` +
	`(?:Integer i|I)nfeasible.*|Status: INTEGER EMPTY|s mip \d+ \d+ n \S+)|(` +
	`s OPTIMUM FOUND|OPTIMUM \S+|Optimal.*|Status: INTEGER OPTIMAL|s mip \d+ \d+ o \S+)|` +
	`s SATISFIABLE|SAT|sat|s mip \d+ \d+ f \S+)$`

const longestVerdict = 100

// verdict notes what the lines say that are verdicts, and returns the others, with single blanks.
// The line after SAT begins with v, as where minisat does not write the file.
func (a *answerText) verdict(content string) string {
	var rest strings.Builder
	verdict := regexp.MustCompile(verdicts)
	for line := range strings.Lines(content) {
		line = strings.Join(strings.Fields(line), " ")
		if len(line) <= longestVerdict {
			if said := verdict.FindStringSubmatch(line); said != nil {
				a.none, a.found = a.none || said[1] != "", a.found || said[1] == ""
				a.optimal = a.optimal || said[2] != ""
				if line = ""; said[0] == "SAT" {
					rest.WriteString("v ")
				}
			}
		}
		if line != "" {
			rest.WriteString(line + "\n")
		}
	}
	return rest.String()
}

// add notes a queen. More than any board has room for are not kept: some of those
// that are attack each other.
func (a *answerText) add(sq queens.Square) {
	a.found = true
	if len(a.squares) <= model.MaxOrder && !slices.Contains(a.squares, sq) {
		a.squares = append(a.squares, sq)
	}
}

func (a *answerText) squareAt(row, col string) (queens.Square, bool) {
	r, errRow := strconv.Atoi(row)
	c, errCol := strconv.Atoi(col)
	sq := queens.Square{Row: r - 1, Col: c - 1}
	return sq, errRow == nil && errCol == nil && sq.On(a.Order)
}

// readers hold a pattern of queens, or of a list of them, and what reads it, for each format that a
// solver reads, and for cpsat, which prints its answer: asp "queen(2,1)"; lp and mps the values of
// cbc, "3 x_1_4 1 0", of highs, "x_1_4 1", of glpsol -w, "j 4 1", and of glpsol -o, "4 x_1_4 * 1 0
// 1", where what follows a long name is on the next line; mzn "q = [2, 4, 1, 3]"; smt2 "(define-fun
// q1 () Int 4)", in one line or two, or "(q1 4)".
var readers = map[string]struct {
	pattern string
	read    func(a *answerText, lines string) error
}{
	"asp":   {`queen\((?P<row>[^,]*),(?P<col>[^)]*)\)`, (*answerText).readAtoms},
	"cnf":   {"", (*answerText).readLiterals},
	"cpsat": {"", (*answerText).readLiterals},
	"lp":    {valuePattern, (*answerText).readValues},
	"mps":   {valuePattern, (*answerText).readValues},
	"mzn":   {`q = \[([^\]]*)\]`, (*answerText).readRows},
	"opb":   {"", (*answerText).readLiterals},
	"smt2":  {`\bq(?P<col>\d+)(?: \(\) Int)?\s(?P<row>[^\s()]+)`, (*answerText).readPlaces},
	"wcnf":  {"", (*answerText).readLiterals},
}

const valuePattern = `(?m)^(?:j (?P<number>\S+) (?P<j>\S+)$|(?:\S+ )?(?P<name>x[_\d]\S*)\s(?:\* )?(?P<x>\S+))`

func badWord(word, want string) error {
	return errs.Errorf("%.40q: want %s: %w", word, want, queens.ErrFormat)
}

func (a *answerText) readPlaces(lines string) error {
	row, col := a.pattern.SubexpIndex("row"), a.pattern.SubexpIndex("col")
	for _, m := range a.pattern.FindAllStringSubmatch(lines, -1) {
		sq, ok := a.squareAt(m[row], m[col])
		if !ok {
			return badWord(m[0], fmt.Sprintf("a row and a column on the board, 1 to %d", a.Order))
		}
		a.add(sq)
	}
	return nil
}

// readAtoms reads a line of atoms, of several solutions the first, of as many queens as possible
// the last.
func (a *answerText) readAtoms(lines string) error {
	found := ""
	for line := range strings.Lines(lines) {
		if strings.HasPrefix(line, "queen(") && (found == "" || a.Most) {
			found = line
		}
	}
	return a.readPlaces(found)
}

// readRows reads the first list of rows, column by column.
func (a *answerText) readRows(lines string) error {
	if list := a.pattern.FindStringSubmatch(lines); list != nil {
		for row := range strings.FieldsSeq(strings.ReplaceAll(list[1], ",", " ")) {
			sq, ok := a.squareAt(row, strconv.Itoa(len(a.squares)+1))
			if !ok {
				return badWord(row, fmt.Sprintf("rows 1 to %d of as many columns", a.Order))
			}
			a.add(sq)
		}
	}
	return nil
}

// readLiterals reads "v 1 -2 ... 0", or digits 0 and 1. Pseudo-Boolean solvers write x before the
// number. Variables beyond those of squares are skipped.
func (a *answerText) readLiterals(lines string) error {
	for line := range strings.Lines(lines) {
		words := strings.Fields(line)
		switch n := a.Order; {
		case len(words) > 2 && words[1] == "Answer:":
			if len(a.squares) > 0 && !a.Most {
				return nil // the first is enough
			}
			a.squares = nil // the next one is better
			continue
		case words[0] != "v":
			continue
		case n > 1 && len(words) == 2 && len(words[1]) >= n*n && strings.Trim(words[1], "01") == "":
			a.found = true
			for i, digit := range words[1][:n*n] {
				if sq, _ := model.SquareOf(i+1, n); digit == '1' {
					a.add(sq)
				}
			}
			return nil
		}
		a.found = true
		for _, word := range words[1:] {
			digits, negative := strings.CutPrefix(word, "-")
			v, err := strconv.Atoi(strings.TrimPrefix(digits, "x"))
			if err != nil || v < 0 {
				return badWord(word, "a literal, as in 12, -12 or x12")
			}
			if sq, ok := model.SquareOf(v, a.Order); ok && !negative {
				a.add(sq)
			}
		}
	}
	return nil
}

func (a *answerText) readValues(lines string) error {
	const tolerance = 1e-4 // of solvers with floating point
	for _, m := range a.pattern.FindAllStringSubmatch(lines, -1) {
		number, value := m[1], m[2]
		if m[3] != "" {
			number, value = m[3][1:], m[4]
		}
		v, _ := strconv.Atoi(number) // 0 for a name, which is no variable
		sq, ok := model.SquareOf(v, a.Order)
		if row, col, isPlace := strings.Cut(strings.TrimPrefix(number, "_"), "_"); isPlace {
			sq, ok = a.squareAt(row, col)
		}
		x, err := strconv.ParseFloat(value, 64)
		switch {
		case !ok:
			return badWord(m[0], "a variable x_row_column or xNUMBER on the board, or the number of a variable")
		case err == nil && x >= 1-tolerance && x <= 1+tolerance:
			a.add(sq)
		case err != nil || x < -tolerance || x > tolerance:
			return badWord(value, "0 or 1")
		}
	}
	return nil
}

// Verify checks the queens of an answer and returns them as a solution. If the model asks for the
// largest number of queens, they may be fewer than n: then it returns nil.
//
// Errors match queens.ErrNotSolution, for two queens that attack each other a *queens.AttackError.
func Verify(m *model.Model, squares []queens.Square) (queens.Perm, error) {
	p := m.Problem
	for attack := range queens.Attacks(squares, p.Order, p.Topology) {
		return nil, &queens.AttackError{Attack: attack}
	}
	switch {
	case len(squares) == p.Order:
		perm := make(queens.Perm, p.Order)
		for _, sq := range squares {
			perm[sq.Col] = sq.Row
		}
		return perm, p.Check(perm)
	case !m.Most || len(squares) > p.Order:
		return nil, errs.Errorf("%d queens, want %d: %w", len(squares), p.Order, queens.ErrNotSolution)
	}
	for _, sq := range p.Forbidden() {
		if slices.Contains(squares, sq) {
			return nil, errs.Errorf("a queen cannot be on %v: %w", sq, queens.ErrNotSolution)
		}
	}
	for _, sq := range p.Given {
		if !slices.Contains(squares, sq) {
			return nil, errs.Errorf("the given queen on %v is missing: %w", sq, queens.ErrNotSolution)
		}
	}
	return nil, nil
}
