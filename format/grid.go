package format

import (
	stdjson "encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"queens"
)

// A block is a part of a text that belongs together: lines without an empty one between them, or
// the lists of one list. Its frame, comments and labels are removed.
type block struct {
	label string // what precedes it: "Solution 1", or the key of a JSON object
	items []item
}

// An item is a line, a group of a line such as "1,2" in "1,2 2,4", or a list without lists in it.
type item struct {
	line   int      // from 1
	name   string   // before the bracket: "queen" of "queen(1,2)"
	words  []string // the parts between separators; blank is an empty square
	listed bool     // it was in brackets
	mixed  bool     // it has two kinds of separators, but no equal groups
}

const blank = " " // the symbol of an empty square between bars or quotes, or between two commas

// shapes divides a text into blocks, in their order. Words are separated by blanks, tabs, commas,
// semicolons or bars, and may have quotes. Lists may be those of JSON or of another language. Time
// O(length). Errors: queens.ErrFormat for a bracket or a quote that is not closed.
func shapes(text string) ([]block, error) {
	s := new(shaper)
	for line := range strings.Lines(text) {
		s.take(strings.TrimRight(line, "\r\n"))
	}
	return s.end()
}

// shaper is the state of shapes between two lines.
type shaper struct {
	no     int
	blocks []block
	text   []textLine // without a bracket, and not in a block yet
	open   []list     // from the outside
	label  string     // of the next block
	apart  bool       // the next row begins a block
	quote  int        // line with a quote that is not closed
}

type textLine struct {
	no   int
	text string
}

type list struct {
	item
	parent bool   // it has lists in it
	key    string // of the next value
}

func (s *shaper) take(line string) {
	s.no++
	line = simplify(line)
	switch inside := len(s.open) > 0; {
	case !inside && strings.TrimSpace(line) == "":
		s.endText()
		s.apart = true
	case !inside && isComment(line):
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
	s.endText()
	switch {
	case s.quote > 0:
		return nil, fmt.Errorf("line %d: a quotation mark is not closed: %w", s.quote, queens.ErrFormat)
	case len(s.open) > 0:
		return nil, fmt.Errorf("line %d: a bracket is not closed: %w", s.open[len(s.open)-1].line, queens.ErrFormat)
	}
	return s.blocks, nil
}

func (s *shaper) add(r item) {
	if s.apart || s.label != "" || len(s.blocks) == 0 {
		s.blocks = append(s.blocks, block{label: s.label})
		s.label, s.apart = "", false
	}
	last := &s.blocks[len(s.blocks)-1]
	last.items = append(last.items, r)
}

// simplify writes frames with the characters + - | and drops marks that nobody sees. Squares in
// brackets, "[ ][Q]", get bars.
func simplify(line string) string {
	line = strings.Map(func(r rune) rune {
		switch {
		case strings.ContainsRune("│┃║╎╏┆┇┊┋¦", r):
			return '|'
		case strings.ContainsRune("─━═╌╍┄┅┈┉", r):
			return '-'
		case '\u2500' <= r && r <= '\u257f':
			return '+'
		case r == '\ufe0e' || r == '\ufe0f' || r == '\ufeff':
			return -1
		case r == '\u00a0' || r == '\u3000':
			return ' '
		}
		return r
	}, line)
	trimmed := strings.TrimSpace(line)
	inner := strings.NewReplacer("] [", "|", "][", "|").Replace(trimmed)
	if strings.HasPrefix(inner, "[") && strings.HasSuffix(inner, "]") && inner != trimmed {
		inner = inner[1 : len(inner)-1]
		squares := strings.Split(inner, "|")
		if !slices.ContainsFunc(squares, func(s string) bool {
			return utf8.RuneCountInString(s) > 1 || strings.ContainsAny(s, "[]")
		}) {
			return "|" + inner + "|"
		}
	}
	return line
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
	var words []string // since the last bracket
	touching := false  // a word ends here
	for rest := line; rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		switch {
		case strings.ContainsRune("([{", r):
			s.push(words, touching)
			words = nil
		case strings.ContainsRune(")]}", r):
			s.pop(words)
			words = nil
		case r == '"' || r == '\'':
			var word string
			word, size = quoted(rest)
			if size == 0 {
				s.quote, size = s.no, len(rest)
			}
			words = append(words, word)
		case r == ':' || r == '=':
			if len(s.open) > 0 && len(words) > 0 {
				last := len(words) - 1
				s.open[len(s.open)-1].words = append(s.open[len(s.open)-1].words, words[:last]...)
				s.open[len(s.open)-1].key = words[last]
				words = nil
			}
		case isSeparator(r):
			if len(s.open) > 0 && s.open[len(s.open)-1].key != "" && len(words) > 0 {
				s.member(words)
				words = nil
			}
		default:
			size = strings.IndexFunc(rest, func(r rune) bool {
				return isSeparator(r) || strings.ContainsRune("()[]{}:=\"'", r)
			})
			if size < 0 {
				size = len(rest)
			}
			if word := rest[:size]; word != "." { // the end of a fact
				words = append(words, word)
			}
		}
		touching = !isSeparator(r) && r != ':' && r != '='
		rest = rest[size:]
	}
	switch {
	case len(s.open) > 0 && s.open[len(s.open)-1].key != "" && len(words) > 0:
		s.member(words)
	case len(s.open) > 0:
		top := &s.open[len(s.open)-1]
		top.words = append(top.words, words...)
	case len(words) > 0:
		s.label, s.apart = strings.Join(words, blank), true
	}
}

// push opens a list after words; the last one, if it touches the bracket, is its name.
func (s *shaper) push(words []string, touching bool) {
	l := list{item: item{line: s.no, listed: true}}
	if touching && len(words) > 0 {
		l.name, words = words[len(words)-1], words[:len(words)-1]
	}
	if len(s.open) == 0 {
		if len(words) > 0 {
			s.label = strings.Join(words, blank)
		}
	} else {
		top := &s.open[len(s.open)-1]
		top.parent = true
		top.words = append(top.words, words...)
		if top.key != "" {
			s.label, s.apart, top.key = top.key, true, ""
		}
	}
	s.open = append(s.open, l)
}

func (s *shaper) pop(words []string) {
	if len(s.open) == 0 {
		return // as in "1) 2413"
	}
	if s.open[len(s.open)-1].key != "" && len(words) > 0 {
		s.member(words)
		words = nil
	}
	l := s.open[len(s.open)-1]
	s.open = s.open[:len(s.open)-1]
	l.words = append(l.words, words...)
	if len(l.words) > 0 || !l.parent {
		s.add(l.item)
	}
	s.apart = s.apart || l.parent
}

// member adds a row for a plain value of an object, with its key as the label.
func (s *shaper) member(words []string) {
	top := &s.open[len(s.open)-1]
	s.label, s.apart, top.key, top.parent = top.key, true, "", true
	s.add(item{line: s.no, words: words})
	s.apart = true
}

// quoted reads a word in quotes; size 0: the quotation mark is not closed.
func quoted(text string) (word string, size int) {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case text[0]:
			word = text[1:i]
			if text[0] == '"' {
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

// endText adds the block of lines without brackets.
func (s *shaper) endText() {
	if len(s.text) == 0 {
		return
	}
	lines := withoutFrame(s.text)
	s.text, s.apart = nil, true
	left, right := true, true     // every line with bars begins, or ends, with one
	trailing, table := true, true // separators end all lines, or all but the last; stand between n squares
	for i, l := range lines {
		trimmed := strings.TrimSpace(l.text)
		if strings.Contains(trimmed, "|") {
			left = left && strings.HasPrefix(trimmed, "|")
			right = right && strings.HasSuffix(trimmed, "|")
		}
		ends := strings.TrimRight(l.text, blank)
		trailing = trailing && (i == len(lines)-1 || strings.TrimRight(ends, ",;\t") != ends)
		table = table && separatorsIn(ends) == len(lines)-1
	}
	var rows, framed []item
	for _, l := range lines {
		trimmed := strings.TrimSpace(l.text)
		switch {
		case strings.Contains(l.text, "|"):
			if left {
				trimmed = strings.TrimPrefix(trimmed, "|")
			} else {
				trimmed = strings.TrimRight(l.text, blank)
			}
			if right {
				trimmed = strings.TrimSuffix(trimmed, "|")
			}
			r := item{line: l.no, words: barred(trimmed)}
			if !strings.Contains(trimmed, "|") {
				framed = append(framed, item{line: l.no, words: strings.Split(trimmed, "")})
			}
			rows = append(rows, r)
		default:
			label, rest := cutLabel(l.text)
			if trailing && !table {
				rest = strings.TrimRight(rest, " ,;\t")
			}
			groups, mixed := divide(rest)
			for i, words := range groups {
				r := item{line: l.no, words: words, mixed: mixed}
				if i == 0 {
					r.name = label
				}
				rows = append(rows, r)
			}
			if len(groups) == 0 && label != "" {
				rows = append(rows, item{line: l.no, name: label})
			}
		}
	}
	if drawn := fixed(framed); drawn != nil && len(framed) == len(rows) {
		rows = drawn
	}
	s.addRows(rows)
}

// addRows adds rows of text, and makes labels of those that are sentences.
func (s *shaper) addRows(rows []item) {
	var run []item // since the last label
	flush := func() {
		if len(run) > 0 {
			for _, r := range withoutCoordinates(run) {
				s.add(r)
			}
			run = nil
		}
	}
	for i, r := range rows {
		switch sentence := isSentence(rows, i); {
		case sentence:
			r.name, r.words = strings.TrimSpace(r.name+blank+strings.Join(r.words, blank)), nil
			fallthrough
		case r.name != "":
			flush()
			s.label, s.apart, r.name = r.name, true, ""
		}
		if len(r.words) > 0 {
			run = append(run, r)
		}
	}
	flush()
	s.apart = true
}

// withoutFrame drops lines such as "+---+" and "=====", unless the other lines have their characters
// and length: then they are rows of empty squares.
func withoutFrame(lines []textLine) []textLine {
	frame := make([]bool, len(lines))
	var used strings.Builder
	width := 0
	for i, l := range lines {
		text := strings.Join(strings.Fields(l.text), "")
		frame[i] = strings.Trim(text, "+-=|:") == "" && strings.ContainsAny(text, "+-=") &&
			(strings.Contains(text, "+") || strings.Contains(text, "--") || strings.Contains(text, "==")) ||
			len(text) > 2 && strings.ContainsAny(text[:1], "_~*") && strings.Trim(text, text[:1]) == ""
		if !frame[i] {
			used.WriteString(text)
			width = len(text)
		}
	}
	var rest []textLine
	for i, l := range lines {
		empty := strings.Trim(l.text, used.String()+" |") == "" && len(strings.Join(strings.Fields(l.text), "")) == width
		if !frame[i] || empty {
			rest = append(rest, l)
		}
	}
	return rest
}

// barred returns the words between bars. A part without a word is an empty square, unless another
// has several words.
func barred(text string) []string {
	var words, all []string
	for part := range strings.SplitSeq(text, "|") {
		in := strings.FieldsFunc(part, isSeparator)
		all = append(all, in...)
		if len(in) == 0 {
			in = []string{blank}
		}
		words = append(words, in[0])
		if len(in) > 1 {
			words = nil
			for part := range strings.SplitSeq(text, "|") {
				words = append(words, strings.FieldsFunc(part, isSeparator)...)
			}
			return words
		}
	}
	if len(words) == 1 && len(all) == 0 {
		return []string{text}
	}
	return words
}

// fixed reads rows in a frame whose empty squares are blanks: n lines of n squares, or of n with
// one blank before or after each. It returns nil if there are none.
func fixed(rows []item) []item {
	n := len(rows)
	var squares []item
	for _, r := range rows {
		if w := len(r.words); n < 2 || w != len(rows[0].words) || w != n && w != 2*n-1 && w != 2*n+1 {
			return nil
		} else if w > n {
			var odd, even []string
			for i, word := range r.words {
				if i%2 == 0 {
					even = append(even, word)
				} else {
					odd = append(odd, word)
				}
			}
			if w == 2*n+1 {
				odd, even = even, odd
			}
			if strings.TrimSpace(strings.Join(odd, "")) != "" {
				return nil
			}
			r.words = even
		}
		squares = append(squares, r)
	}
	return squares
}

// cutLabel cuts "Solution 1:", "n =", "1:", "1." or "1)" off the beginning of a line.
func cutLabel(line string) (label, rest string) {
	if at := strings.IndexAny(line, ":="); at > 0 && !strings.Contains(line[at+1:], ":") {
		if label = strings.TrimSpace(line[:at]); label != "" {
			return label, line[at+1:]
		}
	}
	first, rest, more := strings.Cut(strings.TrimSpace(line), blank)
	if no := strings.TrimRight(first, ".)"); more && len(no) == len(first)-1 && isNumber(no) {
		return no, rest
	}
	return "", line
}

func separatorsIn(text string) int {
	return len(text) - len(strings.NewReplacer(",", "", ";", "", "\t", "").Replace(text))
}

func isNumber(word string) bool {
	_, err := strconv.Atoi(word)
	return err == nil
}

// divide splits a line at its separators. A line with two kinds of them has groups, "1,2 2,4".
func divide(line string) (groups [][]string, mixed bool) {
	if strings.TrimSpace(line) == "" {
		return nil, false
	}
	for _, outer := range []string{";", "\t", ","} {
		pieces := strings.Split(strings.Trim(line, blank), outer)
		if groups, ok := equalGroups(pieces); ok && len(pieces) > 1 {
			return groups, false
		}
	}
	for strings.Contains(line, ", ") || strings.Contains(line, " ,") {
		line = strings.NewReplacer(", ", ",", " ,", ",").Replace(line)
	}
	if groups, ok := equalGroups(strings.Fields(line)); ok {
		return groups, false
	}
	return [][]string{unquoted(strings.FieldsFunc(line, isSeparator))}, true
}

// equalGroups returns pieces of one word each as one group, and those of k words as groups of k.
func equalGroups(pieces []string) (groups [][]string, ok bool) {
	var words []string
	for _, piece := range pieces {
		group := unquoted(strings.FieldsFunc(piece, isSeparator))
		if len(group) == 0 {
			group = []string{blank}
		}
		if len(groups) > 0 && len(group) != len(groups[0]) {
			return nil, false
		}
		groups = append(groups, group)
		words = append(words, group[0])
	}
	if len(groups) > 0 && len(groups[0]) == 1 {
		groups = [][]string{words}
	}
	return groups, true
}

func unquoted(words []string) []string {
	for i, word := range words {
		if last := len(word) - 1; last > 0 && strings.ContainsAny(word[:1], `"'`) && word[last] == word[0] {
			words[i], _ = quoted(word)
		}
	}
	return words
}

// isSentence reports whether row i is a sentence, such as "Solution 1": it has a word of two
// letters, and neither the same number of words nor the characters of a row next to it.
func isSentence(rows []item, i int) bool {
	text := strings.Join(rows[i].words, "")
	if !slices.ContainsFunc(rows[i].words, hasWord) {
		return false
	}
	for _, k := range []int{i - 1, i + 1} {
		if k < 0 || k >= len(rows) || len(rows[k].words) != len(rows[i].words) {
			continue
		}
		next := strings.Join(rows[k].words, "")
		if len(rows[i].words) > 1 || strings.Trim(text, next) == "" ||
			utf8.RuneCountInString(text) == utf8.RuneCountInString(next) {
			return false
		}
	}
	return len(rows) > 1 || len(rows[i].words) > 1 && !isSquareWord(rows[i].words[0])
}

// isSquareWord reports whether a word looks like d4 or Qd4.
func isSquareWord(word string) bool {
	rank := strings.TrimLeftFunc(word, unicode.IsLetter)
	return rank != "" && rank != word && isNumber(rank)
}

// withoutCoordinates drops a line "a b c d" or "1 2 3 4" above and below n rows, and the numbers or
// letters to the left and right of them. Rows of other numbers than 0 and 1 may be placements: they
// lose only both together.
func withoutCoordinates(items []item) []item {
	rest := items
	if n := coordinates(items[0]); n > 2 && (len(items) == n+1 || len(items) == n+2) {
		rest = rest[1:]
	}
	if n := coordinates(items[len(items)-1]); n > 2 && len(rest) == n+1 {
		rest = rest[:n]
	}
	drawn := !slices.ContainsFunc(rest, func(r item) bool {
		return strings.Trim(strings.Join(r.words[min(1, len(r.words)-1):], ""), "0123456789") == "" && !isMatrixRow(r)
	})
	column := coordinateColumn(rest, func(r item) string { return r.words[0] })
	switch {
	case column == nil && !drawn, column != nil && !drawn && len(rest) == len(items):
		return items
	case column == nil:
		return rest
	}
	right := coordinateColumn(rest, func(r item) string { return r.words[len(r.words)-1] })
	cut := slices.Clone(rest)
	for i, r := range cut {
		cut[i].words = r.words[1:]
		if slices.Equal(column, right) {
			cut[i].words = r.words[1 : len(r.words)-1]
		}
	}
	return cut
}

// coordinates returns the number of coordinates in an item, or 0 for other ones.
func coordinates(r item) int {
	if len(r.words) == 1 {
		r.words = strings.Split(r.words[0], "")
	}
	if !inSequence(r.words) {
		return 0
	}
	return len(r.words)
}

// isMatrixRow reports whether an item has only zeros and ones after its first word.
func isMatrixRow(r item) bool {
	text := strings.Join(r.words[min(1, len(r.words)-1):], "")
	return len(text) > 2 && strings.Trim(text, "01") == ""
}

// coordinateColumn returns what of returns from each row if these are coordinates, or nil.
func coordinateColumn(rows []item, of func(item) string) (column []string) {
	for _, r := range rows {
		switch w := len(r.words); {
		case w == len(rows)+1, w == len(rows)+2, w == 2 && isRow(r.words[1], len(rows)):
			column = append(column, of(r))
		default:
			return nil
		}
	}
	if len(rows) < 2 || !inSequence(column) {
		return nil
	}
	return column
}

// isRow reports whether a word is a row of n squares, not a number.
func isRow(word string, n int) bool {
	return utf8.RuneCountInString(word) == n && n > 1 && (!isNumber(word) || n > 2 && strings.Trim(word, "01") == "")
}

// inSequence reports whether words are 1, 2, 3 or 0, 1, 2 or a, b, c in this or in the opposite
// order.
func inSequence(words []string) bool {
	forward, backward := true, true
	for i, word := range words {
		k := len(words) - 1 - i
		is := func(at int) bool {
			return word == strconv.Itoa(at) && words[0] != words[len(words)-1] ||
				at < 26 && strings.EqualFold(word, string(rune('a'+at)))
		}
		forward = forward && (is(i) && !isNumber(word) || word == strconv.Itoa(i+1) || word == strconv.Itoa(i))
		backward = backward && (is(k) && !isNumber(word) || word == strconv.Itoa(k+1) || word == strconv.Itoa(k))
	}
	return len(words) > 1 && (forward || backward)
}

// cells returns the squares of a block: a symbol of each word, or the characters where a row is one
// word. A row of n words of n characters is n rows. The rows may differ in length.
func (b block) cells() (squares [][]string, lines []int) {
	for _, r := range b.items {
		for _, symbols := range r.cells(len(b.items)) {
			squares, lines = append(squares, symbols), append(lines, r.line)
		}
	}
	return squares, lines
}

func (r item) cells(rows int) [][]string {
	n := len(r.words)
	split := func(word string) []string {
		if parts := strings.Fields(word); len(parts) > 1 && len(parts) == n {
			return parts
		}
		return strings.Split(word, "")
	}
	if n == 1 && (rows > 1 || utf8.RuneCountInString(r.words[0]) > 1) {
		word := strings.Trim(r.words[0], "/")
		if strings.Contains(word, "/") {
			r.words = strings.Split(word, "/")
			n = len(r.words)
		} else {
			return [][]string{split(word)}
		}
	}
	if n < 2 || rows > 1 || slices.ContainsFunc(r.words, func(word string) bool { return len(split(word)) != n }) {
		return [][]string{r.words}
	}
	var all [][]string
	for _, word := range r.words {
		all = append(all, split(word))
	}
	return all
}
