package format

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"queens"
)

// AnyBase leaves it to a text whether its numbers count from 0 or 1.
const AnyBase = -1

// ReadSquares reads squares of the board of order n >= 0: chess names such as d4 and Qd4, where a1
// is the bottom left corner, and pairs of a row, from the top, and a column: (1,4), [1, 4],
// "1,4 2,6", queen(1,4), block(1,4), or one pair on a line. Pairs count from base, 0 or 1; with
// AnyBase, from 0 if a 0 is in them and from 1 otherwise. An empty text has no squares. Errors:
// queens.ErrFormat with the line.
func ReadSquares(text string, n, base int) ([]queens.Square, error) {
	lists, err := ReadSquareLists(n, base, text)
	if err != nil {
		return nil, fmt.Errorf("format: read squares: %w", err)
	}
	return lists[0], nil
}

// squaresOf reads the squares of items, whose pairs count from base.
func squaresOf(items []item, n, base int) (squares []queens.Square, err error) {
	squares = slices.Grow(squares, len(items))
	for _, it := range items {
		if it.indexed {
			return nil, fault(it.line, "%s has an index and a value: want squares, as d4 or (row,column)", it.quote())
		}
		if isPair(it) {
			row, _ := strconv.Atoi(it.words[0])
			column, _ := strconv.Atoi(it.words[1])
			sq := queens.Square{Row: row - base, Col: column - base}
			if !sq.On(n) {
				return nil, fault(it.line, "square (%d,%d) is outside a board of order %d, whose rows and "+
					"columns are %d to %d", row, column, n, base, n-1+base)
			}
			squares = append(squares, sq)
			continue
		}
		for _, word := range it.words {
			name, ok := chessName(word)
			if !ok {
				return nil, fault(it.line, "%s: want squares, as d4 or as (row,column), from the top", it.quote())
			}
			sq, err := queens.ParseSquare(name, n)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", it.line, err)
			}
			squares = append(squares, sq)
		}
	}
	return squares, nil
}

// baseOf returns what rows and columns count from on a board of order n: base, or what a 0 or an n
// shows, or else byDefault.
func baseOf(numbers []int, n, base, byDefault int) int {
	switch {
	case base != AnyBase:
		return base
	case slices.Contains(numbers, 0):
		return 0
	case slices.Contains(numbers, n):
		return 1
	}
	return byDefault
}

// numbersIn returns the numbers of items; a word that is none is -1.
func numbersIn(items []item) (numbers []int) {
	for _, it := range items {
		for _, word := range it.words {
			numbers = append(numbers, numberOf(word))
		}
	}
	return numbers
}

// isPair reports whether an item is a row and a column.
func isPair(it item) bool {
	return len(it.words) == 2 && isNumber(it.words[0]) && isNumber(it.words[1])
}

// chessName returns the name of a square without the letter of a queen and a final period.
func chessName(word string) (name string, ok bool) {
	name = strings.TrimSuffix(word, ".")
	if rest := strings.TrimLeft(name, "Q♕♛"); rest != name && isSquareWord(rest) {
		name = rest
	}
	return name, isSquareWord(name)
}

// quote returns the beginning of an item for an error.
func (r item) quote() string { return abbreviate(strings.Join(r.words, blank)) }

func abbreviate(text string) string {
	const most = 40
	if len(text) > most {
		return fmt.Sprintf("%q...", text[:most])
	}
	return strconv.Quote(text)
}
