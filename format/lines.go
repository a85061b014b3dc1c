package format

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// endText adds the block of lines without brackets.
func (s *shaper) endText() {
	if len(s.text) == 0 {
		return
	}
	text := s.text
	s.text = nil
	if rows := spaced(text); rows != nil {
		for _, r := range rows {
			s.add(r)
		}
		s.apart = true
		return
	}
	for len(text) > 0 { // rows without a queen are not part of a board
		k := slices.IndexFunc(text, func(l textLine) bool { return strings.Trim(l.text, blank) == "" })
		if k < 0 {
			k = len(text)
		}
		if k > 0 {
			s.rows(text[:k])
		}
		s.apart = true
		text = text[min(k+1, len(text)):]
	}
}

// rows adds the block of lines without brackets, none of them empty.
func (s *shaper) rows(text []textLine) {
	lines := withoutBullets(withoutHeading(text))
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
		separators := strings.Count(ends, ",") + strings.Count(ends, ";") + strings.Count(ends, "\t")
		table = table && separators == len(lines)-1
	}
	bars := 0
	var rows, framed []item
	if no := unalignedBars(lines); no > 0 && s.fault == nil {
		s.fault = fault(no, "the bars are not in the columns of the row before; if they are squares, write . instead")
	}
	for _, l := range lines {
		trimmed := strings.TrimSpace(l.text)
		switch {
		case strings.Contains(l.text, "|"):
			k := strings.Count(l.text, "|")
			if bars = cmp.Or(bars, k); s.fault == nil && (k != bars || strings.Contains(l.text, "+--")) {
				s.fault = fault(l.no, "%s: want %d bars as in the rows before, and its frame in other lines",
					abbreviate(l.text), bars)
			}
			if left {
				trimmed = strings.TrimPrefix(trimmed, "|")
			} else {
				trimmed = strings.TrimRight(l.text, blank)
			}
			if right {
				trimmed = strings.TrimSuffix(trimmed, "|")
			}
			r := item{line: l.no, words: barred(trimmed)}
			r.uneven = len(r.words) == 1 && strings.Contains(trimmed, blank+blank)
			if numbers := numbersOf(r); strings.ContainsAny(trimmed, ",;") && isVaried(numbers) {
				r.mixed = true
			}
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
				r := item{line: l.no, words: words, mixed: mixed, raw: l.text}
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

// isSpaced reports whether lines have blanks and one other symbol only, as those of a board do
// whose empty squares are blanks.
func isSpaced(lines []textLine) bool {
	symbols := map[rune]bool{}
	for _, l := range lines {
		for _, r := range l.text {
			if r != ' ' {
				symbols[r] = true
			}
		}
		if len(symbols) > 1 {
			return false
		}
	}
	return true
}

// spaced reads n lines of blanks and one symbol as n rows of n squares, or of n with a blank
// between them; blanks at the ends of lines may be missing. It returns nil for other lines, and for
// those that are rows without empty squares.
func spaced(lines []textLine) []item {
	n, width, words, widths := len(lines), 0, map[string]bool{}, map[int]bool{}
	ends := false // blanks are at the end of a line, so they must be at the ends of all
	for _, l := range lines {
		words[strings.Join(strings.Fields(l.text), blank)] = true
		trimmed := strings.TrimRight(l.text, blank)
		width, ends = max(width, utf8.RuneCountInString(trimmed)), ends || trimmed != l.text
		widths[utf8.RuneCountInString(l.text)] = true
	}
	if whole := utf8.RuneCountInString(lines[0].text); ends && len(widths) == 1 && whole <= 2*n && width < 2*n {
		width = min(whole, 2*n-1)
	} else if ends && len(widths) > 1 {
		return nil
	}
	indented := slices.ContainsFunc(lines, func(l textLine) bool {
		return strings.HasPrefix(l.text, blank) != strings.HasPrefix(lines[0].text, blank)
	})
	if width < n && 2*width > n && slices.ContainsFunc(lines, func(l textLine) bool { // the last column is empty
		return len(strings.TrimRight(l.text, blank))%2 == 0
	}) {
		width = n
	}
	if n < 2 || width != n && width != 2*n-1 || !isSpaced(lines) || len(words) == 1 && !indented {
		return nil
	}
	rows := make([]item, n)
	for i, l := range lines {
		text := []rune(strings.TrimRight(l.text, blank))
		padded := string(text) + strings.Repeat(blank, width-len(text))
		rows[i] = item{line: l.no, words: strings.Split(padded, "")}
	}
	return fixed(rows)
}

// addRows adds rows of text, and makes labels of those that are sentences.
func (s *shaper) addRows(rows []item) {
	var run []item // since the last label
	flush := func() {
		if len(run) > 0 {
			rows := withoutCoordinates(run)
			s.cut = s.cut || len(rows[0].words) < len(run[len(run)/2].words)
			uneven := !inColumns(rows)
			for _, r := range rows {
				r.uneven = r.uneven || uneven
				s.add(r)
			}
			run = nil
		}
	}
	for i, r := range rows {
		all := append(strings.Fields(r.name), r.words...)
		switch sentence := isSentence(rows, i); {
		case sentence && s.isLabel(all):
			r.name, r.words = strings.Join(all, blank), nil
			fallthrough
		case r.name != "" && s.isLabel(strings.Fields(r.name)):
			flush()
			s.setLabel(r.name, r.line)
			r.name = ""
		case sentence, r.name != "":
			flush()
			s.apart, r.name, r.words = true, "", all
		}
		if len(r.words) > 0 {
			run = append(run, r)
		}
	}
	flush()
	s.apart = true
}

// withoutHeading drops the frame, and what is above the line under the heading of Markdown.
func withoutHeading(lines []textLine) []textLine {
	rows := withoutFrame(slices.Clone(lines))
	k := len(rows)
	if k > 1 && len(lines) == k+1 && rows[1].no != lines[1].no && strings.Contains(lines[1].text, "|") {
		if squares := strings.Trim(strings.TrimSpace(lines[k].text), "|"); strings.Count(squares, "|") == k-2 {
			return rows[1:]
		}
		if inSequence(strings.Fields(strings.ReplaceAll(lines[0].text, "|", blank))) {
			return rows[1:]
		}
	}
	return rows
}

// withoutFrame drops lines such as "+---+" and "=====", unless the other lines have their
// characters and length: then they are rows of empty squares.
func withoutFrame(lines []textLine) []textLine {
	used, width, words := "|", 0, 0
	for _, l := range lines {
		if fields := strings.Fields(l.text); !isFrame(l.text) {
			used += strings.Trim(strings.Join(fields, ""), used)
			width, words = utf8.RuneCountInString(strings.TrimSpace(l.text)), len(fields)
		}
	}
	return slices.DeleteFunc(lines, func(l textLine) bool {
		fields := strings.Fields(l.text)
		return isFrame(l.text) && (strings.Trim(strings.Join(fields, ""), used) != "" || len(fields) != words ||
			utf8.RuneCountInString(strings.TrimSpace(l.text)) != width)
	})
}

// isFrame reports whether a line is drawn with + and -, or = or one of _ ~ * in a row.
func isFrame(line string) bool {
	text := strings.Join(strings.Fields(line), "")
	if strings.Trim(text, "+-=|:") == "" {
		return strings.Contains(text, "+") || strings.Contains(line, "--") || strings.Contains(line, "==") ||
			strings.Contains(line, ":-")
	}
	return len(text) > 2 && strings.ContainsAny(text[:1], "_~*") && strings.Trim(text, text[:1]) == "" &&
		strings.Contains(line, text[:2])
}

// withoutBullets drops a bullet, - or *, before all lines that have one word more, n words if there
// are n of them, or numbers. Other ones may be rows of a board.
func withoutBullets(lines []textLine) []textLine {
	rest := slices.Clone(lines)
	for i, l := range lines {
		words := strings.Fields(l.text)
		if len(words) < 2 || !strings.Contains("-*•", words[0]) || words[0] != strings.Fields(lines[0].text)[0] {
			return lines
		}
		if slices.Contains(words[1:], words[0]) { // a square
			return lines
		}
		_, row, _ := strings.Cut(l.text, words[0])
		alone := len(words) == 2 && utf8.RuneCountInString(words[1]) > 1
		if !alone && len(words) != len(lines)+1 && plainNumbers(strings.TrimSpace(row), nil) == nil {
			return lines
		}
		rest[i].text = row
	}
	return rest
}

// barred returns the words between bars. A part without a word is an empty square, unless another
// has several words.
func barred(text string) (words []string) {
	several := false
	var all []string
	for part := range strings.SplitSeq(text, "|") {
		in := strings.FieldsFunc(part, isSeparator)
		several = several || len(in) > 1
		all = append(all, in...)
		words = append(words, cmp.Or(strings.Join(in, ""), blank))
	}
	switch {
	case several:
		return all
	case len(words) == 1 && len(all) == 0:
		return []string{cmp.Or(text, blank)}
	}
	return words
}

// fixed reads rows in a frame whose empty squares are blanks: n lines of n squares, or of n with
// one blank before or after each. It returns nil if there are none.
func fixed(rows []item) []item {
	n := len(rows)
	for _, form := range [][3]int{{n, 1, 0}, {2*n - 1, 2, 0}, {2*n + 1, 2, 1}} { // width, step, first square
		var squares []item
		for _, r := range rows {
			picked := item{line: r.line}
			for i, word := range r.words {
				if i%form[1] == form[2] {
					picked.words = append(picked.words, word)
				} else if word != blank {
					picked.line = 0
				}
			}
			if len(r.words) == form[0] && picked.line > 0 {
				squares = append(squares, picked)
			}
		}
		if len(squares) == n && n > 1 {
			return squares
		}
	}
	return nil
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
		line = strings.ReplaceAll(strings.ReplaceAll(line, ", ", ","), " ,", ",")
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
	if !slices.ContainsFunc(rows[i].words, func(w string) bool {
		_, ok := chessName(w)
		return hasWord(w) && !ok
	}) {
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
	return len(rows) > 1 || len(rows[i].words) > 1 && len(rows[i].cells(1)) == 1
}

func (s *shaper) setLabel(label string, line int) {
	s.label, s.apart, s.labelled = label, true, line
}

// isLabel reports whether words may be skipped: they have no square, no two numbers side by side,
// and no number that may be a placement, unless it is an order or follows that of the label before.
func (s *shaper) isLabel(words []string) bool {
	order := false // the word before means one
	for i, word := range words {
		no, numeric := numberOf(word), strings.Trim(word, "0123456789") == ""
		placement := len(word) > 2 && numeric && int(slices.Max([]byte(word))-'0') <= len(word)
		if _, square := chessName(word); square || i > 0 && isChessQueen(word) && isChessQueen(words[i-1]) ||
			placement && !order && no != s.count+1 ||
			numeric && i > 0 && isNumber(words[i-1]) {
			return false
		}
		if order = isOrder(word) || word == "be"; no >= 0 {
			s.count = no
		}
	}
	return true
}

func isOrder(word string) bool {
	return slices.Contains([]string{"n", "order", "size"}, strings.ToLower(word))
}

// isSquareWord reports whether a word looks like d4 or Qd4, with at most four letters.
func isSquareWord(word string) bool {
	k := 0
	for k < len(word) && 'a' <= word[k]|0x20 && word[k]|0x20 <= 'z' {
		k++
	}
	return 0 < k && k < 5 && k < len(word) && '1' <= word[k] && word[k] <= '9' && isNumber(word[k:])
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
		text := strings.Join(r.words[min(1, len(r.words)-1):], "")
		return strings.Trim(text, "0123456789") == "" && (len(text) < 3 || strings.Trim(text, "01") != "")
	})
	left, right := hasCoordinates(rest, true), hasCoordinates(rest, false)
	switch {
	case !drawn && (!left || len(rest) == len(items)):
		return items
	case !left:
		return rest
	}
	cut := slices.Clone(rest)
	for i, r := range cut {
		cut[i].words = r.words[1:]
		if right {
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
	if len(r.words) > 0 && r.words[0] == blank { // a corner
		r.words = r.words[1:]
	}
	if !inSequence(r.words) {
		return 0
	}
	return len(r.words)
}

// hasCoordinates reports whether the first or last words of n rows are coordinates.
func hasCoordinates(rows []item, left bool) bool {
	var column []string
	for _, r := range rows {
		w := len(r.words)
		if w != len(rows)+1 && w != len(rows)+2 && (w != 2 || !isRow(r.words[1], len(rows))) {
			return false
		}
		if left {
			w = 1
		}
		column = append(column, r.words[w-1])
	}
	return inSequence(column)
}

// isRow reports whether a word is a row of n squares, not a number.
func isRow(word string, n int) bool {
	return utf8.RuneCountInString(word) == n && n > 1 && (!isNumber(word) || n > 2 && strings.Trim(word,
		"01") == "")
}

// inSequence reports whether words are 1, 2, 3 or 0, 1, 2 or a, b, c in this or in the opposite
// order.
func inSequence(words []string) bool {
	backward := slices.Clone(words)
	slices.Reverse(backward)
	for _, name := range []func(i int) string{
		strconv.Itoa, func(i int) string { return strconv.Itoa(i + 1) },
		func(i int) string { return string(rune('a' + i)) },
	} {
		names := make([]string, len(words))
		for i := range names {
			names[i] = name(i)
		}
		if slices.EqualFunc(words, names, strings.EqualFold) || slices.EqualFunc(backward, names, strings.EqualFold) {
			return len(words) > 1
		}
	}
	return false
}
