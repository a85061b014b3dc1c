package format

import (
	"cmp"
	stdjson "encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"queens"
	"queens/internal/errs"
)

// A block is a part of a text that belongs together: lines without an empty one between them, or
// the lists of one list. Its frame, comments and labels are removed.
type block struct {
	label    string // what precedes it: "Solution 1", or the key of a JSON object
	labelled int    // line of the label
	items    []item
}

// An item is a line, a group of a line such as "1,2" in "1,2 2,4", or a list without lists in it.
type item struct {
	line    int      // from 1
	name    string   // before the bracket: "queen" of "queen(1,2)"
	words   []string // the parts between separators; blank is an empty square
	depth   int      // brackets around it
	round   bool     // the innermost are ( and )
	key     string   // of the JSON object that it is a member of; "" outside of objects
	top     int      // number of the outermost list that it is in
	raw     string   // the line
	block   int      // its number
	gap     int      // empty lines before it
	mixed   bool     // it has two kinds of separators, but no equal groups
	indexed bool     // its words are an index and a value
	uneven  bool     // its line is one of several whose words are not in columns
}

const blank = " " // the symbol of an empty square between bars or quotes, or between two commas

// shapes divides a text into blocks, in their order. Words are separated by blanks, tabs, commas,
// semicolons or bars, and may have quotes. Lists may be those of JSON or of another language. Time
// O(length). Errors: queens.ErrFormat for a bracket or a quote that is not closed.
func (s *shaper) shapes(text string) ([]block, error) {
	for line := range strings.Lines(text) {
		s.take(strings.TrimRight(line, "\r\n"))
	}
	return s.end()
}

// shaper is the state between two lines; new, it is ready for the first.
type shaper struct {
	no       int
	blocks   []block
	text     []textLine      // without a bracket, and not in a block yet
	open     []list          // from the outside
	label    string          // of the next block
	apart    bool            // the next row begins a block
	number   int             // of blocks so far
	gaps     int             // empty lines so far
	tops     int             // outermost lists so far
	bytes    int             // that a Reader has read since it yielded a board
	quote    int             // line with a quote that is not closed
	labelled int             // line of the last label
	count    int             // number in the last label
	wide     bool            // blanks in the line may be squares
	cut      bool            // rows lost coordinates
	fault    error           // of a row
	half     string          // a line that ends with the row or the column of a square
	table    strings.Builder // of HTML, and not read yet
	inTable  bool
	latex    bool // a table has begun
	printed  int  // numbers of the last vector of R
	xy       bool // a square had an x and a y
}

type textLine struct {
	no   int
	text string
}

type list struct {
	item
	closed rune   // the bracket that closes it
	parent bool   // it has lists in it
	square bool   // it is an object with a row and a column
	cuts   []int  // semicolons: numbers of words before them
	next   string // key of the next value
}

// line reads a line that is not rewritten.
func (s *shaper) line(line string) {
	line = simplify(line)
	switch inside := len(s.open) > 0; {
	case !inside && len(line) > 1 && strings.Trim(line, blank) == "" && isSpaced(s.text[max(0, len(s.text)-64):]):
		s.text = append(s.text, textLine{s.no, line}) // a row without a queen
	case !inside && strings.TrimSpace(line) == "":
		s.endText()
		s.apart = true
		s.gaps++
	case !inside && strings.HasPrefix(strings.TrimSpace(line), "```"): // Markdown
		s.endText()
		s.apart = true
	case !inside && isComment(line):
	case !inside && (s.printOut(line) || s.pairs(line)):
	case !inside && !strings.ContainsAny(line, "([{"):
		s.text = append(s.text, textLine{s.no, line})
	default:
		if !inside {
			s.endText()
		}
		s.lists(line)
	}
}

func (s *shaper) end() ([]block, error) {
	if s.inTable {
		s.html("</table>")
	}
	if half := s.half; half != "" {
		s.half = ""
		s.line(half)
	}
	s.endText()
	switch {
	case s.fault != nil:
		return nil, s.fault
	case s.quote > 0:
		return nil, fault(s.quote, "a quotation mark is not closed")
	case len(s.open) > 0:
		return nil, fault(s.top().line, "a bracket is not closed")
	}
	return s.blocks, nil
}

func (s *shaper) add(r item) {
	if len(r.words) > 2 && !slices.ContainsFunc(r.words, func(w string) bool { return !decimal.MatchString(w) }) {
		for i, word := range r.words {
			r.words[i], _, _ = strings.Cut(word, ".")
		}
	}
	if s.isNext(r) {
		s.label, s.apart = "", false
	}
	if s.apart || s.label != "" || len(s.blocks) == 0 {
		s.blocks = append(s.blocks, block{label: s.label, labelled: s.labelled})
		s.label, s.apart = "", false
		s.number++
	}
	r.block, r.gap = s.number, s.gaps
	last := &s.blocks[len(s.blocks)-1]
	last.items = append(last.items, r)
}

// isNext reports whether an item is a square after a label, like that before it: "Queen 2: (2,4)".
func (s *shaper) isNext(r item) bool {
	if s.label == "" || len(s.blocks) == 0 || !r.round || !isPair(r) {
		return false
	}
	b := s.blocks[len(s.blocks)-1]
	k := len(b.items) - 1
	last := b.items[k]
	return b.label != "" && last.round && isPair(last) && !slices.Equal(last.words, r.words) &&
		last.line < r.line && (k == 0 || b.items[k-1].line < last.line)
}

var decimal = regexp.MustCompile(`^\d+\.0*$`) // 1. or 1.0

var colours = regexp.MustCompile("\x1b\\[[0-9;]*m") // of a terminal

// simplify writes frames with the characters + - | and drops invisible marks. Squares in
// brackets, "[ ][Q]", get bars.
func simplify(line string) string {
	if strings.Contains(line, "\x1b") {
		line = colours.ReplaceAllString(line, "")
	}
	special := func(r rune) bool { return r > unicode.MaxASCII || r == ']' || r == ')' }
	if !strings.ContainsFunc(line, special) {
		return line
	}
	line = strings.Map(func(r rune) rune {
		switch {
		case r < utf8.RuneSelf:
		case strings.ContainsRune("│┃║╎╏┆┇┊┋¦", r):
			return '|'
		case strings.ContainsRune("─━═╌╍┄┅┈┉", r):
			return '-'
		case '\u2500' <= r && r <= '\u257f':
			return '+'
		case r == '\ufe0e' || r == '\ufe0f' || r == '\ufeff':
			return -1
		case unicode.IsSpace(r):
			return ' '
		}
		return r
	}, line)
	if bracketed.MatchString(line) {
		return betweenSquares.ReplaceAllString(strings.TrimSpace(line), "|")
	}
	return line
}

var (
	bracketed      = regexp.MustCompile(`^\s*(?:(?:\[[^\[\]]?\] ?){2,}|(?:\([^()]?\) ?){2,})\s*$`)
	betweenSquares = regexp.MustCompile(`[\])] ?[\[(]|[\[(]|[\])]`)
)

func fault(line int, format string, args ...any) error {
	return errs.Errorf("line %d: %w: %w", line, fmt.Errorf(format, args...), queens.ErrFormat)
}

// isComment reports whether a line begins with // or, followed by words, with # or %. "#..Q" and
// "# . . Q" are rows.
func isComment(line string) bool {
	line = strings.TrimSpace(line)
	if strings.HasPrefix(line, "//") {
		return true
	}
	if line[0] != '#' && line[0] != '%' {
		return false
	}
	return len(line) == 1 || strings.ContainsFunc(line, unicode.IsDigit) || hasWord(line)
}

// hasWord reports whether a text has two different letters next to each other.
func hasWord(text string) bool {
	var before rune
	for _, r := range text {
		if unicode.IsLetter(r) && unicode.IsLetter(before) && r != before {
			return true
		}
		before = r
	}
	return false
}

// lists reads a line that has brackets or is inside of them.
func (s *shaper) lists(line string) {
	if at := strings.Index(line, " //"); at >= 0 {
		line = line[:at]
	}
	s.wide = wideBlank.MatchString(strings.TrimSpace(line))
	var words []string // since the last bracket
	touching := false  // a word ends here
	for rest := line; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case r == '(' || r == '[' || r == '{':
			s.push(words, touching, closing[r])
			words = nil
		case r == ')' || r == ']' || r == '}':
			if before := line[:len(line)-len(rest)]; len(s.open) == 0 && len(strings.Fields(before)) > 1 {
				s.wrong("a bracket is closed that is not open")
			}
			s.pop(words, r)
			words = nil
		case r == '"' || r == '\'':
			var word string
			word, size = quoted(rest)
			if size == 0 {
				s.quote, size = s.no, len(rest)
			}
			words = append(words, word)
		case r == ':' || r == '=':
			if len(s.open) > 0 && len(words)+len(s.top().words) == 0 && s.top().next == "" {
				s.wrong("%c without a name", r)
			}
			if len(s.open) > 0 && len(words) > 0 {
				last, top := len(words)-1, s.top()
				top.words, top.next, words = append(top.words, words[:last]...), words[last], nil
			}
		case isSeparator(r):
			if before := strings.TrimRight(line[:len(line)-len(rest)], blank); (r == ',' || r == ';') &&
				len(s.open) > 0 && before != "" && strings.ContainsAny(before[len(before)-1:], ",;([{") {
				s.wrong("a list has an empty place")
			}
			if r == ';' && len(s.open) > 0 {
				s.top().cuts = append(s.top().cuts, len(s.top().words)+len(words))
			}
			words = s.member(words)
		default:
			for size < len(rest) && strings.IndexByte(" ,;\t\v\f\r()[]{}:=\"'", rest[size]) < 0 {
				size++
			}
			if word := rest[:size]; len(s.open) > 0 || !strings.Contains(".-*•", word) { // end of a fact, bullet
				words = append(words, word)
			}
		}
		touching = !isSeparator(r) && r != ':' && r != '='
		rest = rest[size:]
	}
	switch words = s.member(words); {
	case len(s.open) > 0:
		top := s.top()
		top.words = append(top.words, words...)
	case hasWord(strings.Join(words, blank)) && s.isLabel(words):
		s.setLabel(strings.Join(words, blank), s.no)
	case len(words) > 0:
		s.add(item{line: s.no, words: words})
	case len(s.blocks) > 0: // several pairs on a line are a board
		items := s.blocks[len(s.blocks)-1].items
		k := len(items) - 1
		s.apart = s.apart || k > 0 && isPair(items[k]) && items[k-1].line == s.no
	}
}

var closing = map[rune]rune{'(': ')', '[': ']', '{': '}'}

// wrong keeps the first fault of a line.
func (s *shaper) wrong(format string, args ...any) {
	if s.fault == nil {
		s.fault = fault(s.no, format, args...)
	}
}

// push opens a list after words; the last one, if it touches the bracket, is its name.
func (s *shaper) push(words []string, touching bool, closed rune) {
	l := list{item: item{line: s.no, depth: len(s.open) + 1}, closed: closed}
	if touching && len(words) > 0 {
		l.name, words = words[len(words)-1], words[:len(words)-1]
	}
	if len(s.open) == 0 {
		s.tops++
		l.top = s.tops
		if len(words) > 0 && !s.isLabel(words) {
			s.add(item{line: s.no, words: words})
			s.apart = true
		} else if len(words) > 0 {
			s.setLabel(strings.Join(words, blank), s.no)
		}
	} else {
		top := s.top()
		top.parent, top.square = true, l.name+"(" == squareName
		top.words = append(top.words, words...)
		l.key, l.top = cmp.Or(top.next, top.key), top.top
		if top.next != "" {
			s.label, s.apart, top.next = top.next, true, ""
		}
	}
	s.open = append(s.open, l)
}

func (s *shaper) pop(words []string, bracket rune) {
	if len(s.open) == 0 {
		return // as in "1) 2413"
	}
	words = s.member(words)
	l := *s.top()
	s.open = s.open[:len(s.open)-1]
	if l.closed != bracket {
		s.wrong("%c closes a bracket that wants %c", bracket, l.closed)
	}
	if len(l.words) > 0 {
		words = append(l.words, words...)
	}
	l.words, l.round, l.uneven = words, bracket == ')', s.wide
	if n := l.rowLength(); n > 0 { // the rows of a matrix, [0 1; 1 0]
		for row := range slices.Chunk(l.words, n) {
			s.add(item{line: l.line, words: row, depth: l.depth + 1, key: l.key, top: l.top})
		}
		s.apart = true
		return
	}
	if len(l.words) > 0 && l.parent && (l.name == "" || len(s.open) > 0) {
		s.wrong("a list has both lists and %s", l.quote())
	}
	if len(l.words) > 0 || !l.parent {
		s.add(l.item)
	}
	s.apart = s.apart || l.parent && !l.square
}

func (s *shaper) top() *list { return &s.open[len(s.open)-1] }

// rowLength returns the number of words between semicolons, if equal and above 1, else 0.
func (l list) rowLength() int {
	if len(l.cuts) == 0 || l.parent || l.cuts[0] < 2 || len(l.words)%l.cuts[0] != 0 {
		return 0
	}
	for i, cut := range l.cuts {
		if cut != (i+1)*l.cuts[0] {
			return 0
		}
	}
	return l.cuts[0]
}

// member adds an item for a plain value of an object, and returns words that are none.
func (s *shaper) member(words []string) (rest []string) {
	if len(s.open) == 0 || len(words) == 0 || s.top().next == "" {
		return words
	}
	top := s.top()
	it := item{line: s.no, words: words, key: top.next, top: top.top}
	top.next, top.parent = "", true
	if top.closed == ')' { // array([...], dtype=int32)
		return nil
	}
	s.label, s.apart = it.key, true
	s.add(it)
	s.apart = true
	return nil
}

// quoted reads a word in quotes; size 0: the quotation mark is not closed.
func quoted(text string) (word string, size int) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			word = text[1:i]
			if text[0] == '"' && strings.Contains(word, `\`) {
				_ = stdjson.Unmarshal([]byte(text[:i+1]), &word) // else it stays as it is
			}
			if word == "" {
				word = blank
			}
			return word, i + 1
		}
	}
	return "", 0
}

func isSeparator(r rune) bool { return r == ',' || r == ';' || unicode.IsSpace(r) }

// cells returns the squares of a block: a symbol of each word, or the characters if a row is one
// word. A row of n words of n characters is n rows, and so is FEN. The rows may differ in length.
func (b block) cells() (squares [][]string, lines []int) {
	for _, it := range b.items {
		for _, symbols := range it.cells(len(b.items)) {
			squares, lines = append(squares, symbols), append(lines, it.line)
		}
	}
	return squares, lines
}

// cells returns the squares of an item of a block of so many items.
func (r item) cells(items int) [][]string {
	words, fen := r.words, false
	if len(words) > 0 && (len(words) == 1 || words[1] == "w" || words[1] == "b") {
		if parts := strings.Split(strings.Trim(words[0], "/"), "/"); len(parts) > 1 {
			short := func(row string) bool { return utf8.RuneCountInString(row) < len(parts) }
			fen = len(parts) <= mostFEN && slices.ContainsFunc(parts, short)
			words, items = parts, 1
		}
	}
	n := len(words)
	switch n {
	case 0:
		return [][]string{nil}
	case 1:
		return [][]string{strings.Split(words[0], "")}
	}
	var rows [][]string
	for _, word := range words {
		symbols := strings.Fields(word)
		switch {
		case fen:
			symbols = fenRow(word, n)
		case len(symbols) != n:
			symbols = strings.Split(word, "")
		}
		if len(symbols) != n || items > 1 {
			return [][]string{words}
		}
		rows = append(rows, symbols)
	}
	return rows
}

// mostFEN is the largest order of a board in FEN, against hostile input.
const mostFEN = 1 << 12

var digitRun = regexp.MustCompile(`\d+`)

// fenRow returns the squares of a row of FEN, in which a number counts empty squares, at most n.
func fenRow(word string, n int) []string {
	return strings.Split(digitRun.ReplaceAllStringFunc(word, func(run string) string {
		return strings.Repeat(".", min(max(numberOf(run), 0), n+1))
	}), "")
}
