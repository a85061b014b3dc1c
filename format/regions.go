package format

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"queens"
)

// MaxRegions is the largest order of a board with regions: they are named A to Z.
const MaxRegions = 26

// Regions is a board divided into regions, or one with given queens, as read from a text.
type Regions struct {
	Order   int
	Rows    []string // for each row the letters of its regions; or Q for a given queen, # blocked, . neither
	Given   bool     // the rows have given queens and blocked squares, and no regions
	Symbols []string // that the text has for A, B and so on
	Queens  []queens.Square
	Crossed []queens.Square
	Head    map[string]string // the words of lines before the board, such as "kind regions"
}

const (
	queenMarks = "Qq♛♕"
	crossMarks = "*xX×✕"
	emptyMarks = "._-·0" + blank
)

// ReadRegions reads a board of order n, 1 to 26, of n by n cells over n symbols of any kind:
// letters of either case, digits, numbers, names, JSON. A cell may have a mark after its symbol, Q
// for a queen that was played and x or * for a cross; or a second board has the marks. A board with
// the symbols Q, . and # has given queens and blocked squares instead of regions. Lines before the
// board that begin with one of the words of head are in Head. From // on the rest of a line is left
// out. Time O(length * n). Errors: queens.ErrFormat with the line, queens.ErrOrder.
func ReadRegions(text string, head ...string) (Regions, error) {
	r := Regions{Head: map[string]string{}}
	lines, err := r.takeHead(text, head)
	var blocks []block
	if err == nil {
		blocks, err = shapes(strings.Join(lines, "\n"))
	}
	s := sheetOf(blocks)
	if err == nil && !strings.ContainsAny(text, brackets) {
		err = s.missing(lines)
	}
	if err == nil {
		err = r.read(s)
	}
	if err != nil {
		return Regions{}, fmt.Errorf("format: %w", err)
	}
	return r, nil
}

const brackets = "([{"

// takeHead returns the lines of a text without those of the head. Without brackets, comments and
// empty lines become "//", so that rows with an empty line between them stay together.
func (r *Regions) takeHead(text string, names []string) (lines []string, err error) {
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
			return nil, fmt.Errorf("line %d: %.40q: want one word after %s, once, before the board: %w", len(lines)+1,
				strings.TrimSpace(line), words[0], queens.ErrFormat)
		default:
			r.Head[words[0]], line = words[1], ""
		}
		if plain && strings.TrimSpace(line) == "" {
			line = "//"
		}
		lines = append(lines, line)
	}
	return lines, nil
}

// sheet is a text as rows of cells, each with its line.
type sheet struct {
	cells [][]string
	lines []int
}

// sheetOf leaves out what is not a row of the board: single values with a name, such as the size.
func sheetOf(blocks []block) (s sheet) {
	for _, b := range blocks {
		cells, lines := b.cells()
		if b.label != "" && len(cells) == 1 && len(blocks) > 1 {
			continue
		}
		for i, row := range cells {
			if strings.Join(row, "") != "" {
				s.cells, s.lines = append(s.cells, row), append(s.lines, lines[i])
			}
		}
	}
	return s
}

// missing reports a line that is not a row of the board, though it may be one with a slip: it is
// neither coordinates nor a heading, which is before the board and has a word of three characters.
// Where coordinates were cut off the rows there is no heading.
func (s sheet) missing(lines []string) error {
	none := strings.NewReplacer("|", "", "\"", "", "'", "", ",", "", ";", "", " ", "", "\t", "")
	if len(s.lines) == 0 {
		return nil
	}
	board, cut := "", false
	for i, no := range s.lines {
		board += lines[no-1]
		cut = cut || none.Replace(simplify(lines[no-1])) != none.Replace(strings.Join(s.cells[i], ""))
	}
	for i, line := range lines {
		words := strings.FieldsFunc(simplify(line), func(r rune) bool { return isSeparator(r) || r == '|' })
		text := strings.Join(words, "")
		if line == "//" || slices.Contains(s.lines, i+1) || strings.Trim(text, "+-=:_~*") == "" || inSequence(words) {
			continue
		}
		long := slices.ContainsFunc(words, func(word string) bool { return utf8.RuneCountInString(word) > 2 })
		if cut || i+1 > s.lines[0] || strings.Trim(text, board) == "" || !long {
			return fmt.Errorf("line %d: %.40q is not a row of the board: %w", i+1, strings.TrimSpace(line),
				queens.ErrFormat)
		}
	}
	return nil
}

func (r *Regions) read(s sheet) error {
	n := s.width()
	switch {
	case len(s.cells) == 0:
		return fmt.Errorf("want a board, n rows of n squares: %w", queens.ErrFormat)
	case n > MaxRegions:
		return fmt.Errorf("line %d has %d squares, want at most %d: %w", s.lines[0], n, MaxRegions, queens.ErrOrder)
	}
	for i, row := range s.cells {
		if len(row) != n {
			return fmt.Errorf("line %d has %d squares, want %d, as most lines: %w", s.lines[i], len(row), n,
				queens.ErrFormat)
		}
	}
	if m := len(s.cells); m != n && m != 2*n {
		return fmt.Errorf("want %d rows of %d squares, or %d with a second board for the marks, found %d: %w", n, n,
			2*n, m, queens.ErrFormat)
	}
	r.Order = n
	if err := r.readMarks(sheet{s.cells[n:], s.lines[n:]}); err != nil {
		return err
	}
	s.cells = s.cells[:n]
	if s.within("Q.#") {
		r.Given = true
		for _, row := range s.cells {
			r.Rows = append(r.Rows, strings.Join(row, ""))
		}
		return nil
	}
	return r.readRegions(s)
}

// width returns the most common number of cells in a row.
func (s sheet) width() (width int) {
	rows := map[int]int{}
	for _, row := range s.cells {
		if rows[len(row)]++; rows[len(row)] > rows[width] {
			width = len(row)
		}
	}
	return width
}

func (s sheet) within(symbols string) bool {
	return !slices.ContainsFunc(s.cells, func(row []string) bool {
		return strings.Trim(strings.Join(row, ""), symbols) != ""
	})
}

// symbols returns all symbols of the cells, sorted by first occurrence.
func (s sheet) symbols() (list []string) {
	for _, row := range s.cells {
		for _, symbol := range row {
			if !slices.Contains(list, symbol) {
				list = append(list, symbol)
			}
		}
	}
	return list
}

func (r *Regions) readMarks(s sheet) error {
	for i, row := range s.cells {
		for c, mark := range row {
			if !r.mark(mark, i, c) && !isOneOf(emptyMarks, mark) {
				return fmt.Errorf("line %d, column %d has %.20q, want a mark, Q, x or a dot: %w", s.lines[i], c+1, mark,
					queens.ErrFormat)
			}
		}
	}
	return nil
}

// mark adds a mark, and reports whether it is one.
func (r *Regions) mark(mark string, row, column int) bool {
	sq := queens.Square{Row: row, Col: column}
	switch {
	case isOneOf(queenMarks, mark):
		r.Queens = append(r.Queens, sq)
	case isOneOf(crossMarks, mark):
		r.Crossed = append(r.Crossed, sq)
	default:
		return false
	}
	return true
}

func isOneOf(marks, mark string) bool {
	return utf8.RuneCountInString(mark) == 1 && strings.Contains(marks, mark)
}

// cutMark divides a symbol from its last character.
func cutMark(symbol string) (base, mark string) {
	_, size := utf8.DecodeLastRuneInString(symbol)
	return symbol[:len(symbol)-size], symbol[len(symbol)-size:]
}

func (r *Regions) readRegions(s sheet) error {
	symbols := s.symbols()
	if len(symbols) > r.Order || slices.ContainsFunc(symbols, func(symbol string) bool {
		base, mark := cutMark(symbol) // but "fox" may be a name
		return base != "" && isOneOf(queenMarks+crossMarks, mark) && (strings.ToLower(mark) != "x" || isNumber(base) ||
			utf8.RuneCountInString(base) == 1 || slices.Contains(symbols, base))
	}) {
		for i, row := range s.cells {
			for c, symbol := range row {
				if base, mark := cutMark(symbol); base != "" && r.mark(mark, i, c) {
					row[c] = base
				}
			}
		}
		symbols = s.symbols()
	}
	if len(symbols) != r.Order {
		return s.wrongNumber(symbols)
	}
	r.Symbols = inOrder(symbols)
	for _, row := range s.cells {
		var letters strings.Builder
		for _, symbol := range row {
			letters.WriteByte('A' + byte(slices.Index(r.Symbols, symbol)))
		}
		r.Rows = append(r.Rows, letters.String())
	}
	return nil
}

// inOrder sorts symbols that are the first letters, or the first numbers; others stay.
func inOrder(symbols []string) []string {
	for _, first := range []string{"A", "a", "0", "1"} {
		sorted := make([]string, len(symbols))
		for i := range sorted {
			if sorted[i] = string(rune(first[0]) + rune(i)); first < "A" {
				sorted[i] = fmt.Sprint(int(first[0]-'0') + i)
			}
		}
		if !slices.ContainsFunc(symbols, func(symbol string) bool { return !slices.Contains(sorted, symbol) }) {
			return sorted
		}
	}
	return symbols
}

// wrongNumber says where the rarest symbol is, which may be a slip, if there are too many.
func (s sheet) wrongNumber(symbols []string) error {
	n, slip := len(s.cells), ""
	times := map[string]int{}
	for _, row := range s.cells {
		for _, symbol := range row {
			times[symbol]++
		}
	}
	rarest := slices.MinFunc(symbols, func(a, b string) int { return times[a] - times[b] })
	row := slices.IndexFunc(s.cells, func(row []string) bool { return slices.Contains(row, rarest) })
	if len(symbols) > n {
		slip = fmt.Sprintf("; the rarest is %.20q on line %d, column %d", rarest, s.lines[row],
			slices.Index(s.cells[row], rarest)+1)
	}
	return fmt.Errorf("%d different symbols on a board of order %d, want %d, one for each region%s: %w",
		len(symbols), n, n, slip, queens.ErrFormat)
}
