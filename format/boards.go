package format

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"queens"
	"queens/internal/named"
)

// numberOf returns a number of at most nine digits, or -1.
func numberOf(word string) int {
	no, err := strconv.Atoi(word)
	if err != nil || no < 0 || len(word) > 9 || word[0] == '+' {
		return -1
	}
	return no
}

// numbersOf returns the numbers of an item: its words or, if it is one word, its digits; nil if it
// has anything else.
func numbersOf(it item) []int {
	words := it.words
	if len(words) == 1 {
		words = strings.Split(words[0], "")
	}
	if len(words) == 0 {
		return nil
	}
	numbers := make([]int, len(words))
	for i, word := range words {
		if numbers[i] = numberOf(word); numbers[i] < 0 {
			return nil
		}
	}
	return numbers
}

// items reads items, after those of a board that is not complete. final says that no more follow
// it.
func (r *Reader) items(items []item, final bool) error {
	items = append(r.carry, items...)
	r.carry = nil
	for len(items) > 0 {
		k, err := r.first(items, final)
		if err != nil {
			return err
		}
		if k == 0 {
			r.carry = items
			return nil
		}
		items = items[k:]
	}
	return nil
}

// first reads the first board of items and returns the number of its items; 0 if more are needed,
// never if final is set.
func (r *Reader) first(items []item, final bool) (int, error) {
	it := items[0]
	r.plainly, r.gap = false, it.gap
	if it.indexed {
		return r.indexed(items, final)
	}
	if k, err := r.column(items); k > 0 {
		return k, err
	}
	if k, isOrder, err := r.lone(items, final); isOrder {
		return k, err
	}
	numbers := numbersOf(it)
	switch {
	case len(it.words) == 0 && (!it.round && it.key == "" || it.name != ""):
		return 0, fault(it.line, "an empty list is no board; order 0 is written ()")
	case len(it.words) == 0:
		return 1, r.emit(Board{Perm: queens.Perm{}, Line: it.line}, Placements, "")
	case r.From == Lists || r.From == "" && isSquares(items):
		return r.squares(items)
	case it.mixed:
		return 0, fault(it.line, "%s has two kinds of separators: want one, as in 2,4,1,3", it.quote())
	case r.From == Placements && numbers == nil:
		return 0, fault(it.line, "%s: want the row of the queen of each column, like 2,4,1,3", it.quote())
	case numbers != nil && r.From != Pictures && !isMatrix(it):
		if isSeveral(it) {
			for _, word := range it.words {
				if err := r.place(numbersOf(item{words: []string{word}}), it.line); err != nil {
					return 0, err
				}
			}
			return 1, nil
		}
		if r.From == Placements || isVaried(numbers) || len(numbers) < 3 {
			return 1, r.placement(it, numbers)
		}
	}
	return r.picture(items, numbers, final)
}

// indexed reads values with an index, each once, in any order.
func (r *Reader) indexed(items []item, final bool) (int, error) {
	if waits := items[len(items)-1].indexed && !final; waits && len(items) < 2*r.waiting {
		return 0, nil // else the time would be quadratic
	}
	r.waiting = len(items)
	values, least, k := map[int]int{}, 1, 0
	for ; k < len(items) && items[k].indexed; k++ {
		index := numberOf(items[k].words[0])
		if _, again := values[index]; again {
			break
		}
		values[index], least = numberOf(items[k].words[1]), min(least, index)
	}
	if k == len(items) && !final {
		return 0, nil
	}
	r.waiting = 0
	numbers := make([]int, k)
	for i := range numbers {
		value, has := values[i+least]
		if numbers[i] = value; !has {
			return 0, fault(items[0].line, "%d values and none with the index %d: want each index once, from 0 or 1, "+
				"as in x[1] = 2", k, i+least)
		}
	}
	return k, r.place(numbers, items[0].line)
}

// column reads n numbers, 4 to mostLines and each once, in lines of their own, also after n itself.
func (r *Reader) column(items []item) (k int, err error) {
	if items[0].line <= r.tried {
		return 0, nil
	}
	var numbers []int
	for ; k < len(items) && len(items[k].words) == 1 && items[k].depth == 0 && items[k].key == ""; k++ {
		no := numberOf(items[k].words[0])
		if no < 0 {
			break
		}
		numbers = append(numbers, no)
	}
	isWhole := 3 < k && k <= mostLines && isPermutation(numbers)
	switch after := k > 4 && numbers[0] == k-1 && isPermutation(numbers[1:]); {
	case after && isWhole && r.From != Placements:
		return k, fault(items[0].line, "a placement of order %d, or of order %d after its order: choose --from %s, or "+
			"write \"n = %d\"", k, k-1, Placements, k-1)
	case after && !isWhole:
		numbers = numbers[1:]
	case !isWhole && k > 3 && slices.Max(numbers) <= 2*k && slices.Max(numbers) > 1:
		return k, fault(items[0].line, "%d lines of one number: want 0 to n-1 or 1 to n, each once, in at most %d "+
			"lines, or a placement in one line, like 2,4,1,3", k, mostLines)
	case !isWhole:
		r.tried = items[max(k, 1)-1].line
		return 0, nil
	}
	return k, r.place(numbers, items[0].line)
}

// isPermutation reports whether numbers are 0 to n-1 or 1 to n, each once.
func isPermutation(numbers []int) bool {
	sorted := slices.Sorted(slices.Values(numbers))
	return sorted[0] < 2 && isAscending(sorted)
}

// lone reads a number in a line of its own, of one or two digits: the order of the next board,
// unless numbers of the same length are next to it or it is all of the text.
func (r *Reader) lone(items []item, final bool) (k int, isOrder bool, err error) {
	it := items[0]
	no, width := it.lone()
	if _, next := items[min(1, len(items)-1)].lone(); no < 0 || r.width == width || len(items) > 1 && next == width {
		r.width = width
		return 0, false, nil
	}
	switch {
	case len(items) == 1 && !final:
		return 0, true, nil
	case len(items) > 1:
		r.order, r.ordered = no, it.line
		return 1, true, nil
	case r.whole.boards > 0:
		return 0, true, fault(it.line, "%d may be the number of boards; write a label "+
			"before it, as in \"Total: %d\"", no, no)
	}
	return 0, false, nil
}

// lone returns the number that is all of a line, and how many digits it has, at most two; -1, 0 if
// there is none.
func (r item) lone() (no, digits int) {
	if len(r.words) != 1 || len(r.words[0]) > 2 || r.depth > 0 || r.key != "" || numberOf(r.words[0]) < 0 {
		return -1, 0
	}
	return numberOf(r.words[0]), len(r.words[0])
}

// withoutTotal drops a number after a label that says what it counts, such as "n" and "Total". That
// of a size is the order of the next board.
func (r *Reader) withoutTotal(b block) []item {
	it := b.items[0]
	words := strings.Fields(strings.ToLower(b.label))
	if len(it.words) != 1 || it.depth > 0 || it.line != b.labelled || numberOf(it.words[0]) < 0 || len(words) == 0 {
		return b.items
	}
	digits := slices.Sorted(slices.Values(numbersOf(it)))
	switch {
	case len(digits) > 3 && digits[0] < 2 && isAscending(digits): // a placement
		return b.items
	case isOrder(words[len(words)-1]):
		r.order, r.ordered = numberOf(it.words[0]), it.line
	case !slices.ContainsFunc(words, func(w string) bool {
		return slices.Contains([]string{"total", "number", "count", "solutions", "found"}, w)
	}) && (len(it.words[0]) > 2 || slices.ContainsFunc(words, func(w string) bool {
		return isNumber(w) || slices.Contains([]string{"solution", "board", "placement", "queens"}, w)
	})):
		return b.items
	}
	return b.items[1:]
}

// isSeveral reports whether an item is several placements in digits, "15863724 16837425".
func isSeveral(it item) bool {
	n := len(it.words[0])
	for _, word := range it.words {
		if no := numberOf(word); len(word) != n || len(it.words) < 2 || no <= len(it.words) || strings.Trim(word,
			"01") == "" {
			return false
		}
	}
	return true
}

// isMatrix reports whether an item is n words of n zeros and ones.
func isMatrix(it item) bool {
	n := len(it.words)
	return n > 2 && len(it.cells(1)) == n && strings.Trim(strings.Join(it.words, ""), "01") == ""
}

// isHeader returns the first number of the header of a table of placements, c1,c2 or q0,q1, with
// the same letter everywhere, or -1. No squares of a solution are one: they share a line.
func isHeader(text string) int {
	if len(text) < 2 || text[0] < 'A' || text[1]|1 != '1' || text[0] != 'c' && !strings.Contains(text, ",") {
		return -1
	}
	base := int(text[1] - '0')
	for i, word := range strings.Split(text, ",") {
		if word != text[:1]+strconv.Itoa(i+base) {
			return -1
		}
	}
	return base
}

func (r *Reader) placement(it item, numbers []int) error {
	if len(numbers) == 1 && r.whole.boards > 0 && (it.uneven || it.raw != strings.TrimSpace(it.raw)) {
		return fault(it.line, "a row of one square, and more before it; write . for empty squares")
	}
	if len(it.words) == 1 && len(numbers) > 10 {
		return fault(it.line, "%s: %d digits without a separator; from order 11 on write commas or blanks",
			it.quote(), len(numbers))
	}
	return r.place(numbers, it.line)
}

// isSquares reports whether items begin with squares: chess names, or pairs of numbers that are not
// placements of order 2.
func isSquares(items []item) bool {
	if first := items[0].words; !isPair(items[0]) {
		_, name := chessName(first[0])
		return name
	}
	least, most := 1, 0
	for _, it := range items[:min(len(items), 5)] { // of two rows and columns there are four squares
		if !isPair(it) {
			break
		}
		row, column := numberOf(it.words[0]), numberOf(it.words[1])
		least, most = min(least, row, column), max(most, row, column)
	}
	r := items[0]
	if len(items) == 1 && (r.round || r.depth > 1 && r.key == "") && r.words[0] == r.words[1] && most < 2 {
		return true // the only square of order 1
	}
	return items[0].name != "" || len(items) > 1 && isPair(items[1]) && most > least+1
}

// squares reads a list of squares: the names of an item, or the pairs of a line, or single ones to
// the end of the block.
func (r *Reader) squares(items []item) (k int, err error) {
	it := items[0]
	if r.From == Lists && numbersOf(it) != nil && len(it.words) > 2 && len(it.words)%2 == 0 {
		items = nil // a flat list of pairs
		for pair := range slices.Chunk(it.words, 2) {
			items = append(items, item{line: it.line, words: pair, depth: 2})
		}
		k = 1
	} else if len(it.words) > 1 && !isPair(it) {
		items, k = items[:1], 1
	} else {
		line := func(next item) bool { return next.line == it.line }
		seen := map[string]bool{} // a square that comes again begins another board
		sameLine := it.depth < 2 && len(items) > 1 && line(items[1])
		for ; k < len(items) && (!sameLine || line(items[k])) && len(items[k].words) == len(it.words); k++ {
			square := strings.Join(items[k].words, blank)
			if seen[square] {
				break
			}
			seen[square] = true
		}
		items = items[:k]
	}
	if isPair(items[0]) && it.depth == 0 && it.words[0] == it.words[1] && numberOf(it.words[0]) == len(items)-1 {
		return 0, fault(it.line, "%s is a square, or the size of the board: write a label before the size", it.quote())
	}
	n, how := 0, "names of squares"
	var numbers []int
	for _, it := range items {
		if isPair(it) {
			n++
			numbers = append(numbers, numberOf(it.words[0]), numberOf(it.words[1]))
		} else {
			n += len(it.words)
		}
	}
	base := 1
	if len(numbers) > 0 {
		if base, err = r.baseOf(numbers, n, it.line); err != nil {
			return 0, fmt.Errorf("%w; the order is the number of squares, %d", err, n)
		}
		if how = fmt.Sprintf("(row, column) from %d, row %d on top", base, base); r.shaper.xy {
			how += "; x is the column, from the left, and y the row, from the top"
		}
	}
	squares, err := squaresOf(items, n, base)
	if err != nil {
		return 0, err
	}
	b := newBoard(n, squares, it.line)
	return k, r.emit(b, Lists, how)
}

// picture reads a board of n rows of n squares.
func (r *Reader) picture(items []item, numbers []int, final bool) (int, error) {
	it := items[0]
	rows, k := it.cells(1), 1
	n := len(rows[0])
	maybe := numbers != nil && r.From != Pictures // they may be placements
	symbols := map[string]int{}
	if flat := flatRows(rows[0]); maybe && final && len(items) == 1 && len(rows) == 1 &&
		flat != nil && r.whole.boards == 0 {
		rows, n = flat, len(flat)
		count(symbols, slices.Concat(rows...))
	} else if len(rows) != n || n == 1 {
		if len(items) < n && !final {
			return 0, nil
		}
		rows = nil
		for k = 0; k < len(items) && k < n; k++ {
			row := items[k].cells(2)[0]
			if rows = append(rows, row); len(row) != n && !maybe {
				return 0, r.odd(items[k], row, it, n)
			}
			if count(symbols, row); maybe && (len(row) != n || len(symbols) > 2) {
				return 1, r.lonely(it, numbers)
			}
		}
	} else {
		count(symbols, slices.Concat(rows...))
	}
	switch {
	case len(rows) < n && maybe:
		return 1, r.lonely(it, numbers)
	case !isGrouped(items, k):
		return 0, fault(it.line, "an empty line within the board of order %d that begins here; want them between "+
			"boards, or after all rows", n)
	case it.uneven && (n > 1) == (it.depth == 0):
		return 0, fault(it.line, "the squares of a board of order %d are not in columns; write . for empty squares", n)
	case k > 1 && items[1].line == it.line && items[k-1].line != it.line && it.depth == 0:
		return 0, fault(it.line, "boards side by side; want one below the other")
	case n == 1 && it.depth == 0 && !final && len(items) < 2:
		return 0, nil
	case n == 1 && len(items) > 1 && it.depth == 0 && (items[1].line == it.line+1 ||
		strings.HasPrefix(it.raw, blank) || strings.HasPrefix(items[1].raw, blank)):
		return 0, fault(it.line, "a row of one square, and more after it; write . for empty squares")
	case n == 1 && symbols["1"] == 0 && !isChessQueen(it.words[0]):
		return 0, fault(it.line, "%s is no board of order 1; write Q for a queen", it.quote())
	case len(rows) < n:
		return 0, r.odd(items[k-1], rows[k-1], it, n)
	}
	names := slices.Sorted(maps.Keys(symbols))
	if maybe && symbols["0"] == 0 && !slices.ContainsFunc(names, func(s string) bool {
		return numberOf(s) < 0 || numberOf(s) > n
	}) {
		return 0, fault(it.line, "a board of two symbols, or %d placements: choose --from %s or --from %s", k,
			Pictures, Placements)
	}
	if n == 2 && !slices.ContainsFunc(names, isChessQueen) && (len(names) > 2 || areWords(names)) {
		return 0, wanted(it.line, it.quote())
	}
	found, err := queenOf(rows, names, symbols)
	if err != nil {
		return 0, fault(it.line, "a board of order %d with the symbols %s: %w", n,
			abbreviate(strings.Join(names, blank)), err)
	}
	squares := squaresWith(slices.Concat(rows...), n, found...)
	how := "no queens"
	if len(found) > 0 {
		how = "queens are " + strings.Join(found, blank) + ", row 1 on top"
	}
	r.plainly = it.depth > 0 || n > 1 && k == 1 && len(it.words) == 1
	return k, r.emit(newBoard(n, squares, it.line), Pictures, how)
}

// isGrouped reports whether the first k items are part of one block, or blocks of the same length.
func isGrouped(items []item, k int) bool {
	if k == 0 || items[0].block == items[k-1].block {
		return true
	}
	sizes := map[int]int{}
	for _, it := range items[:k] {
		sizes[it.block]++
	}
	size := sizes[items[0].block]
	return (k == len(items) || items[k].block != items[k-1].block) && len(sizes)*size == k
}

// areWords reports whether symbols are all letters, or one is longer than a character.
func areWords(symbols []string) bool {
	letters := 0
	for _, symbol := range symbols {
		if utf8.RuneCountInString(symbol) > 1 {
			return true
		}
		if r, _ := utf8.DecodeRuneInString(symbol); unicode.IsLetter(r) {
			letters++
		}
	}
	return letters == len(symbols)
}

// flatRows returns the n rows of n*n zeros and ones in one row, n > 2, or nil.
func flatRows(row []string) [][]string {
	n := 0
	for n*n < len(row) {
		n++
	}
	if n < 3 || n*n != len(row) || slices.ContainsFunc(row, func(s string) bool { return s != "0" && s != "1" }) {
		return nil
	}
	return slices.Collect(slices.Chunk(row, n))
}

func count(symbols map[string]int, row []string) {
	for _, symbol := range row {
		symbols[symbol]++
	}
}

// doubt refuses numbers that are a solution if read in another way only, and those that may be a
// number before a placement.
func (r *Reader) doubt(numbers []int, base, line int) error {
	n := len(numbers)
	whole := func(numbers []int) bool {
		return queens.Check(named.Each(numbers, func(no int) int { return no - base }), queens.Regular) == nil
	}
	if r.From == Placements || n < 5 || n > 1000 || whole(numbers) {
		return nil
	}
	pairs := slices.Repeat([]int{-1}, n/2)
	for i := range pairs {
		if at := numbers[2*i] - base; n%2 == 0 && 0 <= at && at < n/2 {
			pairs[at] = numbers[2*i+1]
		}
	}
	rest := slices.Sorted(slices.Values(numbers[1:]))
	switch {
	case n%2 == 0 && !slices.Contains(pairs, -1) && whole(pairs):
		return fault(line, "%d numbers are a placement of order %d or %d squares (row, column); choose --from %s "+
			"or --from %s", n, n, n/2, Placements, Lists)
	case whole(numbers[1:]) || numbers[0] < n-1+base && isAscending(rest) && rest[0] == base:
		return fault(line, "a placement of order %d, or of order %d after a number of its own: choose --from %s, "+
			"or write a colon after %d", n, n-1, Placements, numbers[0])
	}
	return nil
}

// lonely reads numbers, at most two different ones, that are no row of a board.
func (r *Reader) lonely(it item, numbers []int) error {
	if slices.Max(numbers) <= 1 && slices.Contains(numbers, 0) {
		return fault(it.line, "%s is a row of a 0/1 matrix; %d such lines are a board (as a placement, which attacks "+
			"itself: --from %s)", it.quote(), len(numbers), Placements)
	}
	return r.placement(it, numbers)
}

// odd returns an error for a row of a board that begins with another item.
func (r *Reader) odd(it item, row []string, begin item, n int) error {
	if hasWord(strings.Join(begin.words, "")) && it.line == begin.line {
		return wanted(it.line, it.quote())
	}
	words := begin.words
	if len(words) == 1 {
		words = strings.Split(words[0], "")
	}
	at := slices.IndexFunc(words, func(w string) bool { return numberOf(w) < 0 })
	if at >= 0 && slices.ContainsFunc(words, func(w string) bool { return numberOf(w) > 1 }) {
		return fault(begin.line, "%s in place %d is not a number", abbreviate(words[at]), at+1)
	}
	if len(row) == n {
		return fault(it.line, "the board of order %d, which begins in line %d, ends here: want %d lines of %d "+
			"squares", n, begin.line, n, n)
	}
	return fault(it.line, "a row of %d squares in a board of order %d, which begins in line %d", len(row), n,
		begin.line)
}

func wanted(line int, what string) error {
	return fault(line, "%s: want a placement, like 2,4,1,3, squares, like d4 or (1,4), or a board of n lines of n "+
		"squares", what)
}
