package format

import (
	"cmp"
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

// MaxRegions is the largest order of a board with regions: they are named A to Z.
const MaxRegions = 26

// Regions is a board divided into regions, or one with given queens and blocked squares, as read
// from a text.
type Regions struct {
	Order   int
	Rows    []string // for each row the letters of its regions; nil: there are none
	Symbols []string // that the text has for A, B and so on
	Given   []queens.Square
	Blocked []queens.Square
	Queens  []queens.Square // played
	Crossed []queens.Square
	Head    map[string]string // the words of lines before the board, such as "kind regions"
}

// ReadRegions reads a board of order n, 1 to 26, of n by n cells over n symbols of any kind:
// letters of either case, digits, numbers, names, JSON. A cell may have a mark after its symbol, Q
// for a queen that was played and x or * for a cross; or a second board has the marks. A board with
// the symbols Q, . and # has given queens and blocked squares instead of regions. Lines before the
// board that begin with one of the words of head are in Head. From // on the rest of a line is left
// out. Time O(length * n). Errors: queens.ErrFormat with the line, queens.ErrOrder.
func ReadRegions(from string, head ...string) (r Regions, err error) {
	r.Head = map[string]string{}
	rest, err := r.takeHead(from, head)
	text, blocks := new(shaper), []block(nil)
	if err == nil {
		blocks, err = text.shapes(rest)
	}
	s, played := sheetOf(blocks)
	if err == nil {
		err = r.read(s)
	}
	if err == nil && len(played) > 0 {
		err = r.play(played)
	}
	if err == nil {
		err = s.headings(blocks, text)
	}
	if err != nil {
		return Regions{}, errs.Errorf("%w", err)
	}
	return r, nil
}

const brackets = "([{"

// takeHead returns a text without the lines of the head. Without brackets, comments and
// empty lines become "//", so that rows with an empty line between them stay together.
func (r *Regions) takeHead(text string, names []string) (string, error) {
	var lines []string
	board, plain := false, !strings.ContainsAny(text, brackets)
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		if plain {
			line, _, _ = strings.Cut(line, "//")
		}
		words := strings.Fields(line)
		switch {
		case len(words) == 0 || !slices.Contains(names, words[0]):
			board = board || len(words) > 0
		case len(words) != 2 || r.Head[words[0]] != "" || board:
			return "", fault(len(lines)+1, "%.40q: want one word after %s, once, before the board",
				strings.TrimSpace(line), words[0])
		default:
			r.Head[words[0]], line = words[1], ""
		}
		if plain && strings.TrimSpace(line) == "" {
			line = "//"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n"), nil
}

// sheet is a text as rows of cells, each with its line.
type sheet struct {
	cells [][]string
	lines []int
}

// sheetOf leaves out what is not a row of the board: single values with a name, such as the size,
// and the squares of a list with the name "queens".
func sheetOf(blocks []block) (s sheet, played []item) {
	for _, b := range blocks {
		cells, lines := b.cells()
		if strings.EqualFold(b.items[0].key, "queens") && b.items[0].depth > 0 {
			played = append(played, b.items...)
			continue
		}
		first := b.items[0]
		if first.key != "" && first.depth == 0 || b.label != "" && len(cells) == 1 && len(blocks) > 1 {
			continue
		}
		for i, row := range cells {
			if strings.Join(row, "") != "" {
				s.cells, s.lines = append(s.cells, row), append(s.lines, lines[i])
			}
		}
	}
	return s, played
}

// play adds the squares of queens, pairs from 0 or from 1 or names such as d4.
func (r *Regions) play(squares []item) error {
	squares = slices.DeleteFunc(squares, func(it item) bool { return len(it.words) == 0 })
	numbers := numbersIn(squares)
	base := baseOf(numbers, r.Order, AnyBase, -1)
	if base < 0 && slices.Max(append(numbers, 0)) > 0 {
		return fault(squares[0].line, "the numbers of \"queens\" may count from 0 or from 1; want a 0, a %d, or names "+
			"such as d4", r.Order)
	}
	played, err := squaresOf(squares, r.Order, base)
	r.Queens = append(r.Queens, played...)
	return err
}

// headings reports words that may be a row with a slip: they are below the first row, or above rows
// that lost coordinates, or no word of a label has three characters and others than those of the
// board.
func (s sheet) headings(blocks []block, text *shaper) error {
	board := strings.Join(slices.Concat(s.cells...), "")
	for _, b := range blocks {
		isHeading := slices.ContainsFunc(strings.Fields(b.label), func(word string) bool {
			return utf8.RuneCountInString(word) > 2 && strings.Trim(word, board) != "" && !text.cut
		})
		if b.items[0].key == "" && (b.label != "" && !isHeading || text.labelled > s.lines[0]) {
			return fault(text.labelled, "words that are not a row of the board")
		}
	}
	return nil
}

func (r *Regions) read(s sheet) error {
	if len(s.cells) == 0 {
		return errs.Errorf("want a board, n rows of n squares: %w", queens.ErrFormat)
	}
	unit := "line"
	if long := func(row string) bool { return utf8.RuneCountInString(row) > 1 }; len(s.cells) == 1 &&
		slices.ContainsFunc(s.cells[0], long) {
		unit = "row" // of one line, with slashes between them
		words := s.cells[0]
		s.cells, s.lines = nil, nil
		for i, row := range words {
			s.cells, s.lines = append(s.cells, strings.Split(row, "")), append(s.lines, i+1)
		}
	}
	n, rows := len(s.cells[0]), len(s.cells)
	for i, row := range s.cells {
		if len(row) != n {
			return errs.Errorf("%s %d has %d squares, %s %d has %d: %w", unit, s.lines[i], len(row), unit, s.lines[0],
				n, queens.ErrFormat)
		}
	}
	switch {
	case n > MaxRegions:
		return errs.Errorf("%s %d has %d squares, want at most %d: %w", unit, s.lines[0], n, MaxRegions,
			queens.ErrOrder)
	case rows != n && rows != 2*n:
		return errs.Errorf("want %d rows of %d squares, or %d with a second board for the marks, found %d: %w", n, n,
			2*n, rows, queens.ErrFormat)
	}
	r.Order = n
	played := slices.Concat(s.cells[n:]...)
	for i, text := range played {
		kind := kindOf(text, "")
		if kind < 0 {
			return errs.Errorf("line %d, column %d has %.20q, want a mark, Q, x or a dot: %w", s.lines[n+i/n], i%n+1,
				text, queens.ErrFormat)
		}
		played[i] = "Q.x"[kind : kind+1]
	}
	symbols := slices.Concat(s.cells[:n]...)
	given := strings.Trim(strings.Join(symbols, ""), "Q.#") == ""
	if !given {
		played = append(played, r.cutMarks(symbols)...)
	}
	r.Queens, r.Crossed = squaresWith(played, n, "Q"), squaresWith(played, n, "x")
	if given {
		r.Given, r.Blocked = squaresWith(symbols, n, "Q"), squaresWith(symbols, n, "#")
		return nil
	}
	if len(r.Symbols) != n {
		return s.wrongNumber(symbols, len(r.Symbols))
	}
	for i, symbol := range symbols {
		symbols[i] = string(rune('A' + slices.Index(r.Symbols, symbol)))
	}
	for row := range slices.Chunk(symbols, n) {
		r.Rows = append(r.Rows, strings.Join(row, ""))
	}
	return nil
}

// squaresWith returns the squares with one of the symbols, of one board of order n or several.
func squaresWith(cells []string, n int, symbols ...string) (squares []queens.Square) {
	for i, cell := range cells {
		if slices.Contains(symbols, cell) {
			squares = append(squares, queens.Square{Row: i / n % n, Col: i % n})
		}
	}
	return squares
}

// cutMarks cuts the marks off squares and returns them. There are some if there are too many
// symbols, or one whose end can only be a mark: "fox" may be a name.
func (r *Regions) cutMarks(squares []string) (played []string) {
	r.Symbols = different(squares)
	if len(r.Symbols) == r.Order && !slices.ContainsFunc(r.Symbols, func(symbol string) bool {
		base, mark := cutMark(symbol)
		return mark != "" && (utf8.RuneCountInString(base) == 1 || isNumber(base) || slices.Contains(r.Symbols, base) ||
			!strings.HasSuffix(symbol, "x"))
	}) {
		return nil
	}
	played = make([]string, len(squares))
	for i, symbol := range squares {
		squares[i], played[i] = cutMark(symbol)
	}
	r.Symbols = different(squares)
	return played
}

// cutMark divides a symbol from the queen, Q, or the cross, x, at its end, if there is one.
func cutMark(symbol string) (base, mark string) {
	_, size := utf8.DecodeLastRuneInString(symbol)
	end := len(symbol) - size
	switch {
	case end > 0 && isOneOf(symbol[end:], chessQueens):
		return symbol[:end], "Q"
	case end > 0 && isOneOf(symbol[end:], crosses):
		return symbol[:end], "x"
	}
	return symbol, ""
}

// different returns the different symbols, in their own order if that is a, b, c or 1, 2, 3, else
// in the order in which they occur.
func different(squares []string) (symbols []string) {
	for _, symbol := range squares {
		if !slices.Contains(symbols, symbol) {
			symbols = append(symbols, symbol)
		}
	}
	sorted := slices.SortedFunc(slices.Values(symbols), func(a, b string) int {
		return cmp.Or(len(a)-len(b), strings.Compare(a, b))
	})
	if inSequence(sorted) {
		return sorted
	}
	return symbols
}

// wrongNumber says where the rarest symbol is, which may be a slip.
func (s sheet) wrongNumber(squares []string, number int) error {
	all := blank + strings.Join(squares, blank+blank) + blank
	times := func(symbol string) int { return strings.Count(all, blank+symbol+blank) }
	rarest := slices.MinFunc(squares, func(a, b string) int { return times(a) - times(b) })
	n, at := len(s.cells[0]), slices.Index(squares, rarest)
	return errs.Errorf("%d different symbols on a board of order %d, want %d, one for each region; the rarest is "+
		"%.20q on line %d, column %d: %w", number, n, n, rarest, s.lines[at/n], at%n+1, queens.ErrFormat)
}
