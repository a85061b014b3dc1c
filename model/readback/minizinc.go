package readback

import (
	"context"
	"io"
	"slices"
	"strconv"

	"queens"
)

// Program is a MiniZinc program with one array q of unknowns: q[c] is the row of
// the queen of column c, both from 1.
type Program struct {
	order       int
	constraints []truth
}

// bindings are the values of named numbers and of the rows chosen so far.
type bindings struct {
	names map[string]int
	rows  []int // of columns, from 1; 0 means not chosen
}

// number yields the value of an expression, where the rows chosen so far give one.
type number func(b *bindings) (value int, known bool)

// truth yields whether a statement holds, where the rows chosen so far decide it.
type truth func(b *bindings) (holds, known bool)

// values yields the numbers of a list.
type values func(b *bindings, yield func(value int, known bool))

// programReader reads a program.
type programReader struct {
	parser
	program  Program
	includes bool            // the file that declares all_different
	array    string          // name of the array
	names    map[string]bool // of numbers
	numbers  map[string]int
	solve    bool
}

// readMiniZinc reads the part of MiniZinc that the writer uses: numbers, one array
// of unknowns, constraints made of all_different, forall, comparisons, implication and
// arithmetic. What is written after solve and output is skipped.
func readMiniZinc(r io.Reader) (*Program, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxLine))
	if err != nil {
		return nil, err
	}
	tokens, err := tokenize(string(text), "%")
	if err != nil {
		return nil, err
	}
	z := &programReader{parser: parser{tokens: tokens}, names: map[string]bool{}, numbers: map[string]int{}}
	for !z.at("") {
		z.statement()
	}
	if z.failure == nil && (!z.solve || z.array == "") {
		z.fail("the program ends without an array of unknowns or without solve")
	}
	return &z.program, z.failure
}

// statement reads up to a semicolon.
func (z *programReader) statement() {
	switch word := z.take(); word {
	case "include":
		z.includes = z.take() == `"all_different.mzn"`
	case "int":
		z.expect(":")
		name := z.take()
		z.expect("=")
		value, known := z.sum()(&bindings{})
		if !known {
			z.fail("%s must be a number", name)
		}
		z.names[name], z.numbers[name] = true, value
	case "array":
		z.unknowns()
	case "constraint":
		z.program.constraints = append(z.program.constraints, z.statementOf())
	case "solve", "output":
		z.solve = z.solve || word == "solve"
		for !z.at(";") && !z.at("") {
			z.take()
		}
	default:
		z.fail("%q begins no statement", word)
	}
	z.expect(";")
}

// unknowns reads "[1..n] of var 1..n: q".
func (z *programReader) unknowns() {
	if z.array != "" {
		z.fail("a second array")
	}
	z.expect("[")
	rows := z.fromOne()
	z.expect("]")
	z.expect("of")
	z.expect("var")
	if cols := z.fromOne(); cols != rows || rows < 1 {
		z.fail("%d columns and %d rows are no board", cols, rows)
	}
	z.expect(":")
	z.array, z.program.order = z.take(), rows
}

// fromOne reads a range from 1 and returns its end.
func (z *programReader) fromOne() int {
	z.expect("1")
	z.expect("..")
	end, known := z.sum()(&bindings{})
	if !known {
		z.fail("a range needs numbers")
	}
	return end
}

// statementOf reads what can hold or not.
func (z *programReader) statementOf() truth {
	left := z.comparison()
	if !z.accept("->") {
		return left
	}
	right := z.comparison()
	return func(b *bindings) (bool, bool) {
		premise, knownPremise := left(b)
		conclusion, knownConclusion := right(b)
		switch {
		case knownPremise && !premise, knownConclusion && conclusion:
			return true, true
		default:
			return false, knownPremise && knownConclusion
		}
	}
}

// comparisons are the signs between two numbers.
var comparisons = map[string]func(x, y int) bool{
	"=":  func(x, y int) bool { return x == y },
	"!=": func(x, y int) bool { return x != y },
	"<=": func(x, y int) bool { return x <= y },
}

func (z *programReader) comparison() truth {
	switch {
	case z.accept("all_different"):
		if !z.includes {
			z.fail("all_different is not declared: a file is not included")
		}
		z.expect("(")
		list := z.list()
		z.expect(")")
		return func(b *bindings) (bool, bool) { return different(b, list) }
	case z.accept("forall"):
		z.expect("(")
		name, end := z.generator()
		z.expect(")")
		z.expect("(")
		body := z.statementOf()
		z.expect(")")
		delete(z.names, name)
		return func(b *bindings) (bool, bool) {
			all := true
			for x := 1; x <= end; x++ {
				b.names[name] = x
				holds, known := body(b)
				if known && !holds {
					return false, true
				}
				all = all && known
			}
			return true, all
		}
	}
	left := z.sum()
	sign := z.take()
	compare, ok := comparisons[sign]
	if !ok {
		z.fail("%q: want a comparison", sign)
	}
	right := z.sum()
	return func(b *bindings) (bool, bool) {
		x, knownX := left(b)
		y, knownY := right(b)
		return knownX && knownY && compare(x, y), knownX && knownY
	}
}

// different reports whether the known numbers of a list are all different; it is
// decided if two are equal or all are known.
func different(b *bindings, list values) (holds, known bool) {
	seen := make([]int, 0, len(b.rows))
	holds, known = true, true
	list(b, func(value int, ok bool) {
		switch {
		case !ok:
			known = false
		case slices.Contains(seen, value):
			holds = false
		default:
			seen = append(seen, value)
		}
	})
	return holds, known || !holds
}

// generator reads "c in 1..n" and declares c.
func (z *programReader) generator() (name string, end int) {
	name = z.take()
	z.expect("in")
	end = z.fromOne()
	z.names[name] = true
	return name, end
}

// list reads the array, or "[expression | c in 1..n]".
func (z *programReader) list() values {
	if z.accept(z.array) {
		return func(b *bindings, yield func(int, bool)) {
			for _, row := range b.rows {
				yield(row, row > 0)
			}
		}
	}
	z.expect("[")
	start := z.pos
	for !z.at("|") && !z.at("") { // the names come after the expression
		z.pos++
	}
	z.expect("|")
	name, end := z.generator()
	z.expect("]")
	after := z.pos
	z.pos = start
	element := z.sum()
	z.expect("|")
	z.pos = after
	delete(z.names, name)
	return func(b *bindings, yield func(int, bool)) {
		for x := 1; x <= end; x++ {
			b.names[name] = x
			yield(element(b))
		}
	}
}

func (z *programReader) sum() number { return chain(&z.parser, z.product, additive, both) }

func (z *programReader) product() number {
	return chain(&z.parser, z.value, map[string]operation{"mod": remainder}, both)
}

func both(a, c number, f operation) number {
	return func(b *bindings) (int, bool) {
		x, knownX := a(b)
		y, knownY := c(b)
		return f(x, y), knownX && knownY
	}
}

// value reads a number, a name, an element of the array, or a sum in brackets.
func (z *programReader) value() number {
	if z.accept("(") {
		inner := z.sum()
		z.expect(")")
		return inner
	}
	word := z.take()
	if x, err := strconv.Atoi(word); err == nil {
		return func(*bindings) (int, bool) { return x, true }
	}
	if x, ok := z.numbers[word]; ok {
		return func(*bindings) (int, bool) { return x, true }
	}
	switch {
	case word == z.array && word != "":
		z.expect("[")
		index := z.sum()
		z.expect("]")
		return func(b *bindings) (int, bool) {
			i, known := index(b)
			if !known || i < 1 || i > len(b.rows) {
				return 0, false
			}
			return b.rows[i-1], b.rows[i-1] > 0
		}
	case z.names[word]:
		return func(b *bindings) (int, bool) {
			x, known := b.names[word]
			return x, known
		}
	}
	z.fail("%q is not declared", word)
	return func(*bindings) (int, bool) { return 0, false }
}

// solutions calls found for every choice of rows that fulfils the program, until
// it returns false. Rows are chosen column by column; a choice is given up as soon
// as one constraint is known not to hold.
func (p *Program) solutions(ctx context.Context, found func([]queens.Square) bool) error {
	b := &bindings{names: map[string]int{}, rows: make([]int, p.order)}
	var err error
	var choose func(col int) bool
	choose = func(col int) bool {
		if err = ctx.Err(); err != nil {
			return false
		}
		if col == p.order {
			squares := make([]queens.Square, p.order)
			for c, row := range b.rows {
				squares[c] = queens.Square{Row: row - 1, Col: c}
			}
			return found(squares)
		}
		for row := 1; row <= p.order; row++ {
			b.rows[col] = row
			if p.possible(b, col+1 == p.order) && !choose(col+1) {
				return false
			}
		}
		b.rows[col] = 0
		return true
	}
	choose(0)
	return err
}

// possible reports whether no constraint is known to fail; if all rows are chosen
// each must be known to hold.
func (p *Program) possible(b *bindings, all bool) bool {
	for _, holds := range p.constraints {
		if yes, known := holds(b); known && !yes || all && !known {
			return false
		}
	}
	return true
}
