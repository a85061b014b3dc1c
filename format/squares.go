package format

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"queens"
	"queens/internal/errs"
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
		return nil, errs.Errorf("read squares: %w", err)
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

// Symbols of squares, one character each.
const (
	chessQueens = "Qq♕♛👑" // queens on every board, also together
	crosses     = "xX*×✕" // of a player
	otherQueens = "1"
	empties     = "._-·□0 "
	blocks      = "#■█"
)

// isOneOf reports whether a symbol is one of the characters of a text.
func isOneOf(symbol, characters string) bool {
	r, size := utf8.DecodeRuneInString(symbol)
	return size > 0 && size == len(symbol) && r != utf8.RuneError && strings.ContainsRune(characters, r)
}

func isChessQueen(symbol string) bool { return isOneOf(symbol, chessQueens) }

// kindOf returns 0 for a queen, 1 for an empty square, 2 for a blocked or crossed one, and -1 for
// others. The characters of symbols, if there are any, are these in order.
func kindOf(symbol, symbols string) int {
	kinds := []string{chessQueens + otherQueens, empties, crosses + blocks}
	if symbols != "" {
		kinds = strings.Split(symbols, "")
	}
	return slices.IndexFunc(kinds, func(kind string) bool { return isOneOf(symbol, kind) })
}

var errQueen = errors.New("cannot tell which symbol is the queen; write Q for queens")

// queenOf returns the symbol of the queens: all chess queens, else 1, else the symbol that occurs n
// times, else the rarer of two. Of three symbols, two are those of white and black squares, or one
// is * or # beside a queen.
func queenOf(rows [][]string, names []string, symbols map[string]int) ([]string, error) {
	n := len(rows)
	without := func(drop ...string) []string {
		return slices.DeleteFunc(slices.Clone(names), func(s string) bool { return slices.Contains(drop, s) })
	}
	known := slices.DeleteFunc(slices.Clone(names), func(s string) bool { return !isChessQueen(s) })
	if len(known) == 0 && symbols["1"] > 0 &&
		!slices.ContainsFunc(names, func(s string) bool { return numberOf(s) > 1 }) {
		known = []string{"1"}
	}
	if len(known) == len(names) && len(names) > 1 || len(names) == 2 && n > 2 && isChequered(rows, names) {
		return nil, errQueen
	}
	if len(known) > 0 {
		if empty := without(append(known, "*", "#")...); len(empty) < 2 || isChequered(rows, empty) {
			return known, nil
		}
	}
	var fitting []string // that leave one empty symbol, or two that are chequered
	for _, symbol := range names[:min(len(names), 4)] {
		if empty := without(symbol); len(empty) == 1 || isChequered(rows, empty) {
			fitting = append(fitting, symbol)
		}
	}
	slices.SortFunc(fitting, func(a, b string) int { return symbols[a] - symbols[b] })
	exact := slices.DeleteFunc(slices.Clone(fitting), func(s string) bool { return symbols[s] != n })
	switch {
	case len(symbols) == 1 && n > 1:
		return nil, nil // no queens
	case len(exact) == 1:
		return exact, nil
	case len(fitting) == 0 && len(symbols) == n:
		return nil, fmt.Errorf("want two, one of them for queens (a colour grid is for queens puzzle check)")
	case len(fitting) == 0:
		return nil, fmt.Errorf("want two, one of them for queens")
	case len(fitting) == 1 || len(fitting) == 2 && symbols[fitting[0]] < symbols[fitting[1]]:
		return fitting[:1], nil
	}
	return nil, errQueen
}

// isChequered reports whether two symbols are on squares of different colours only, and on nearly
// all of them: at most n+1 squares have another one.
func isChequered(rows [][]string, symbols []string) bool {
	if len(symbols) != 2 {
		return false
	}
	var seen [2]bool // the colours of the first symbol, or those opposite to the second
	rest := len(rows) * len(rows)
	for r, row := range rows {
		for c, symbol := range row {
			if i := slices.Index(symbols, symbol); i >= 0 {
				seen[(r+c+i)%2] = true
				rest--
			}
		}
	}
	return seen[0] != seen[1] && rest <= len(rows)+1
}

// aligned finds out whether the words of lines are in columns, or one blank apart.
type aligned struct {
	lines        int
	starts, ends []int // of the words of the first line
	apart        bool  // words are more than one blank apart
	off          bool  // a line has other separators
	left, right  bool  // their starts, or their ends, differ
}

func (a *aligned) take(line string) {
	a.off = a.off || strings.ContainsAny(line, ",;")
	var starts, ends []int
	before, at := blank, 0
	for symbol := range strings.SplitSeq(strings.TrimRight(line, blank), "") {
		switch gap := symbol == blank; {
		case !gap && before == blank:
			starts = append(starts, at)
			a.apart = a.apart || len(ends) > 0 && at > ends[len(ends)-1]+1
		case gap && before != blank:
			ends = append(ends, at)
		}
		before, at = symbol, at+1
	}
	ends = append(ends, at)
	if a.lines++; a.lines == 1 {
		a.starts, a.ends = starts, ends
	}
	a.left = a.left || !slices.Equal(starts, a.starts)
	a.right = a.right || !slices.Equal(ends, a.ends)
}

func (a *aligned) uneven() bool { return a.apart && a.left && a.right && !a.off }

// unalignedBars returns a line whose bars are not in the columns of the bars before, if there is at
// most one character between two of them; 0 if there is none.
func unalignedBars(lines []textLine) (no int) {
	var before []int
	for _, l := range lines {
		var columns []int
		last, at := -1, 0
		wide := false
		for symbol := range strings.SplitSeq(strings.TrimRight(l.text, blank), "") {
			switch symbol {
			case "|":
				columns, last = append(columns, at), -1
			case blank:
			default:
				wide = wide || last >= 0
				last = at
			}
			at++
		}
		switch {
		case wide:
			return 0
		case before != nil && len(columns) > 0 && no == 0 && !slices.Equal(columns, before):
			no = l.no
		case len(columns) > 0:
			before = columns
		}
	}
	return no
}
