package format

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode"
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

var (
	anyWord   = regexp.MustCompile(`\S+`)
	anyBar    = regexp.MustCompile(`\|`)
	wideBlank = regexp.MustCompile(`\s\s`)
	wideCell  = regexp.MustCompile(`[^|\s]\s*[^|\s]`) // more than a character between two bars
)

// columnsOf returns in which columns of a line the matches begin, and in which they end.
func columnsOf(line string, of *regexp.Regexp) (begin, end []int) {
	line = strings.Map(func(r rune) rune { return min(r, unicode.MaxASCII) }, line)
	for _, at := range of.FindAllStringIndex(line, -1) {
		begin, end = append(begin, at[0]), append(end, at[1])
	}
	return begin, end
}

// inColumns reports whether the words of rows are one blank apart, or have other separators, or
// begin or end in the same columns of all lines.
func inColumns(rows []item) bool {
	apart := func(r item) bool { return wideBlank.MatchString(strings.TrimSpace(r.raw)) }
	if !slices.ContainsFunc(rows, apart) {
		return true
	}
	begin, end := columnsOf(rows[0].raw, anyWord)
	left, right := true, true
	for _, r := range rows {
		b, e := columnsOf(r.raw, anyWord)
		left, right = left && slices.Equal(b, begin), right && slices.Equal(e, end)
		if strings.ContainsAny(r.raw, ",;") {
			return true
		}
	}
	return left || right
}

// unalignedBars returns a line whose bars are not in the columns of the bars before, if there is at
// most one character between two of them; 0 if there is none.
func unalignedBars(lines []textLine) (no int) {
	var before []int
	for _, l := range lines {
		if wideCell.MatchString(l.text) {
			return 0
		}
		columns, _ := columnsOf(l.text, anyBar)
		switch {
		case no == 0 && before != nil && columns != nil && !slices.Equal(columns, before):
			no = l.no
		case columns != nil:
			before = columns
		}
	}
	return no
}
