package readback

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"queens"
	"queens/model"
)

// readCNF reads clauses in the DIMACS form. The variables of squares are those of
// the line "c p show"; there are n*n of them.
func readCNF(r io.Reader) (*System, error) {
	s := &System{}
	var literals []int
	clauses, want := 0, -1
	for line, err := range lines(r) {
		switch {
		case err != nil:
			return nil, err
		case line.first() == "c":
			if strings.HasPrefix(line.text, "c p show ") {
				if s.Squares, err = shownSquares(line); err != nil {
					return nil, err
				}
			}
			continue
		case line.first() == "p":
			if len(line.words) != 4 || line.words[1] != "cnf" || want >= 0 {
				return nil, line.errorf("want one line \"p cnf VARIABLES CLAUSES\"")
			}
			if s.Variables, err = line.number(2); err != nil {
				return nil, err
			}
			if want, err = line.number(3); err != nil {
				return nil, err
			}
			continue
		case want < 0:
			return nil, line.errorf("a clause before the line \"p cnf\"")
		}
		for i := range line.words {
			literal, err := line.number(i)
			switch {
			case err != nil:
				return nil, err
			case literal == 0:
				s.requireClause(literals...)
				literals = nil
				clauses++
			case abs(literal) > s.Variables:
				return nil, line.errorf("variable %d of %d", abs(literal), s.Variables)
			default:
				literals = append(literals, literal)
			}
		}
	}
	if clauses != want || len(literals) > 0 || len(s.Squares) == 0 || s.Variables < len(s.Squares) {
		return nil, fmt.Errorf("readback: %d clauses, %d announced, %d variables of squares of %d in all: the text is not complete: %w",
			clauses, want, len(s.Squares), s.Variables, queens.ErrFormat)
	}
	return s, nil
}

// shownSquares returns the squares of the line "c p show 1 2 ... n*n 0".
func shownSquares(line textLine) ([]queens.Square, error) {
	shown := line.words[3:]
	if len(shown) == 0 || shown[len(shown)-1] != "0" {
		return nil, line.errorf("want \"c p show\", variables and 0")
	}
	shown = shown[:len(shown)-1]
	for i, word := range shown {
		if word != strconv.Itoa(i+1) {
			return nil, line.errorf("%q where variable %d stands for a square", word, i+1)
		}
	}
	return boardOf(line, len(shown))
}

// boardOf returns the squares of a board with so many of them, row by row.
func boardOf(line textLine, count int) ([]queens.Square, error) {
	n := 0
	for n*n < count {
		n++
	}
	if n*n != count || count == 0 {
		return nil, line.errorf("%d variables are no board", count)
	}
	squares := make([]queens.Square, count)
	for v := range squares {
		squares[v], _ = model.SquareOf(v+1, n)
	}
	return squares, nil
}
