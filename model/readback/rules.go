package readback

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"queens"
)

// readASP reads an answer set program and grounds it: facts with ranges, choices
// of atoms with bounds, and rules without a head, which forbid their body. The
// true atoms queen(ROW,COLUMN) are the solution.
func readASP(r io.Reader) (*System, error) {
	text, err := io.ReadAll(io.LimitReader(r, maxLine))
	if err != nil {
		return nil, err
	}
	tokens, err := tokenize(string(text), "%")
	if err != nil {
		return nil, err
	}
	g := &grounder{
		parser: parser{tokens: tokens}, system: &System{},
		constants: map[string]int{}, facts: map[string][][]int{}, atoms: map[[2]int]int{},
	}
	var rules []rule
	for !g.at("") {
		rule, err := g.statement()
		if err != nil {
			return nil, err
		}
		rules = append(rules, rule)
	}
	// Choices first: they say which atoms there are.
	slices.SortStableFunc(rules, func(a, b rule) int { return b.rank() - a.rank() })
	for _, rule := range rules {
		if err := g.ground(rule); err != nil {
			return nil, err
		}
	}
	g.system.Variables = len(g.atoms)
	return g.system, nil
}

// rule is a choice, with a head, or a constraint, without.
type rule struct {
	head *choice
	body []literal
	line int
}

// rank orders rules: choices before constraints; empty ones are facts, already done.
func (r rule) rank() int {
	if r.head != nil {
		return 1
	}
	return 0
}

// choice is "least { atom : conditions } most"; most is nil in a body.
type choice struct {
	least, most expression
	atom        literal
	conditions  []literal
}

// literal is an atom with arguments, a comparison, a range or a choice.
type literal struct {
	name      string // of the atom
	negated   bool
	arguments []expression
	operator  string // of a comparison, ".." for "X = low..high"
	low, high expression
	set       *choice
}

// expression yields its value where its variables are bound, and names the variable
// if it is one.
type expression struct {
	variable string
	value    func(bound map[string]int) (int, bool)
}

// grounder reads and grounds a program.
type grounder struct {
	parser
	system    *System
	constants map[string]int
	facts     map[string][][]int
	atoms     map[[2]int]int // queen(row,column) -> variable
	err       error
}

// statement reads up to a period. Facts and directives take effect at once and
// give an empty rule.
func (g *grounder) statement() (rule, error) {
	r := rule{line: g.lineNo()}
	switch {
	case g.accept("#const"):
		name := g.take()
		g.expect("=")
		value, known := g.sum().value(nil)
		if !known {
			g.fail("a constant must be a number")
		}
		g.constants[name] = value
	case g.accept("#show"):
		for _, word := range [...]string{"queen", "/", "2"} {
			g.expect(word)
		}
	case g.accept(":-"):
		r.body = g.literals(".")
	case isDigit(g.peek()):
		c := g.choice()
		c.most = g.sum()
		r.head = &c
		g.expect(":-")
		r.body = g.literals(".")
	default:
		g.fact()
	}
	g.expect(".")
	return r, g.failure
}

// fact reads "name(1..n,1..n)".
func (g *grounder) fact() {
	name := g.take()
	tuples := [][]int{nil}
	g.expect("(")
	for {
		low, okLow := g.sum().value(nil)
		high, okHigh := low, true
		if g.accept("..") {
			high, okHigh = g.sum().value(nil)
		}
		if !okLow || !okHigh {
			g.fail("a fact has numbers and ranges of numbers")
			return
		}
		var longer [][]int
		for _, t := range tuples {
			for x := low; x <= high; x++ {
				longer = append(longer, append(slices.Clone(t), x))
			}
		}
		tuples = longer
		if !g.accept(",") {
			break
		}
	}
	g.expect(")")
	g.facts[name] = append(g.facts[name], tuples...)
}

// choice reads "1 { atom : conditions }".
func (g *grounder) choice() choice {
	c := choice{least: g.sum()}
	g.expect("{")
	c.atom = g.literal()
	g.expect(":")
	c.conditions = g.literals("}")
	g.expect("}")
	return c
}

// literals reads a list up to a token, which it leaves.
func (g *grounder) literals(end string) []literal {
	var list []literal
	for g.failure == nil {
		list = append(list, g.literal())
		if g.at(end) || !g.accept(",") {
			break
		}
	}
	return list
}

// literal reads one element of a body.
func (g *grounder) literal() literal {
	if isDigit(g.peek()) && g.peekAfter() == "{" {
		c := g.choice()
		return literal{set: &c}
	}
	negated := g.accept("not")
	if isLower(g.peek()) && g.peekAfter() == "(" {
		l := literal{name: g.take(), negated: negated}
		g.expect("(")
		l.arguments = append(l.arguments, g.sum())
		for g.accept(",") {
			l.arguments = append(l.arguments, g.sum())
		}
		g.expect(")")
		return l
	}
	l := literal{low: g.sum(), operator: g.take()}
	l.high = g.sum()
	switch {
	case l.operator == "=" && g.accept(".."):
		l.operator = ".."
		from := l.high
		to := g.sum()
		l.arguments = []expression{from, to}
	case l.operator != "=" && l.operator != ">":
		g.fail("%q: want a comparison with = or >", l.operator)
	}
	return l
}

// sum reads an expression of numbers, constants and variables.
func (g *grounder) sum() expression { return chain(&g.parser, g.factor, additive, combine) }

// factor reads what binds closer than + and -.
func (g *grounder) factor() expression {
	return chain(&g.parser, g.primary, map[string]operation{
		"*": func(x, y int) int { return x * y },
		`\`: remainder,
	}, combine)
}

func (g *grounder) primary() expression {
	if g.accept("(") {
		e := g.sum()
		g.expect(")")
		return expression{value: e.value}
	}
	word := g.take()
	if x, err := strconv.Atoi(word); err == nil {
		return expression{value: func(map[string]int) (int, bool) { return x, true }}
	}
	if x, ok := g.constants[word]; ok {
		return expression{value: func(map[string]int) (int, bool) { return x, true }}
	}
	if word == "" || word[0] < 'A' || word[0] > 'Z' {
		g.fail("%q: want a number, a constant or a variable", word)
	}
	return expression{word, func(bound map[string]int) (int, bool) {
		x, ok := bound[word]
		return x, ok
	}}
}

func combine(a, b expression, f operation) expression {
	return expression{value: func(bound map[string]int) (int, bool) {
		x, okX := a.value(bound)
		y, okY := b.value(bound)
		return f(x, y), okX && okY
	}}
}

// ground adds the constraints that a rule stands for: one for every way to bind
// the variables of its body.
func (g *grounder) ground(r rule) error {
	if r.head == nil && r.body == nil {
		return nil
	}
	var last *choice
	body := r.body
	if k := len(body) - 1; r.head == nil && body[k].set != nil {
		last, body = body[k].set, body[:k]
	}
	g.bind(body, map[string]int{}, nil, func(bound map[string]int, premises []int) {
		switch {
		case r.head != nil:
			most, _ := r.head.most.value(bound)
			g.cardinality(*r.head, bound, 0, most)
		case last != nil:
			least, _ := last.least.value(bound)
			g.cardinality(*last, bound, math.MinInt, least-1)
		default:
			opposite := make([]int, len(premises))
			for i, l := range premises {
				opposite[i] = -l
			}
			g.system.requireClause(opposite...)
		}
	})
	if g.err != nil {
		return fmt.Errorf("readback: line %d: %w: %w", r.line, g.err, queens.ErrFormat)
	}
	return nil
}

// cardinality bounds the number of true atoms of a choice. In a head, which has a
// lower bound of its own, the atoms come into being.
func (g *grounder) cardinality(c choice, bound map[string]int, floor, most int) {
	least := floor
	head := floor != math.MinInt
	if head {
		least, _ = c.least.value(bound)
	}
	var terms []Term
	g.bind(c.conditions, bound, nil, func(inner map[string]int, _ []int) {
		if v, ok := g.variable(c.atom, inner, head); ok {
			terms = append(terms, Term{1, v})
		}
	})
	g.system.require(terms, least, most)
}

// variable returns the variable of a ground atom queen(R,C), which a head makes.
func (g *grounder) variable(l literal, bound map[string]int, create bool) (int, bool) {
	if l.name != "queen" || len(l.arguments) != 2 {
		g.err = fmt.Errorf("atom %q: only queen(R,C) can be chosen", l.name)
		return 0, false
	}
	row, okRow := l.arguments[0].value(bound)
	col, okCol := l.arguments[1].value(bound)
	if !okRow || !okCol {
		g.err = fmt.Errorf("a variable of %s is not bound", l.name)
		return 0, false
	}
	v, ok := g.atoms[[2]int{row, col}]
	if !ok && create {
		v, ok = len(g.atoms), true
		g.atoms[[2]int{row, col}] = v
		g.system.Squares = append(g.system.Squares, queens.Square{Row: row - 1, Col: col - 1})
	}
	return v, ok
}

// bind calls found for every way to bind variables so that the literals hold,
// with the atoms that must then be true (positive) or false.
func (g *grounder) bind(list []literal, bound map[string]int, premises []int, found func(map[string]int, []int)) {
	if g.err != nil {
		return
	}
	if len(list) == 0 {
		found(bound, premises)
		return
	}
	l, rest := list[0], list[1:]
	switch {
	case l.operator == "..":
		low, okLow := l.arguments[0].value(bound)
		high, okHigh := l.arguments[1].value(bound)
		if !okLow || !okHigh || l.low.variable == "" {
			g.err = fmt.Errorf("a range needs a variable and two numbers")
			return
		}
		for x := low; x <= high; x++ {
			g.with(bound, l.low, x, func() { g.bind(rest, bound, premises, found) })
		}
	case l.operator == "=":
		x, known := l.high.value(bound)
		if !known {
			g.err = fmt.Errorf("the right side of = is not bound")
			return
		}
		g.with(bound, l.low, x, func() { g.bind(rest, bound, premises, found) })
	case l.operator == ">":
		x, okX := l.low.value(bound)
		y, okY := l.high.value(bound)
		if !okX || !okY {
			g.err = fmt.Errorf("a side of > is not bound")
		} else if x > y {
			g.bind(rest, bound, premises, found)
		}
	case l.name == "queen" && l.negated:
		if v, ok := g.variable(l, bound, false); ok {
			g.bind(rest, bound, append(premises, -v-1), found)
		} else {
			g.bind(rest, bound, premises, found) // an atom that cannot be true
		}
	case l.name == "queen":
		for v, sq := range g.system.Squares {
			g.match(l, []int{sq.Row + 1, sq.Col + 1}, bound, func() {
				g.bind(rest, bound, append(slices.Clone(premises), v+1), found)
			})
		}
	case l.name != "" && !l.negated:
		for _, fact := range g.facts[l.name] {
			g.match(l, fact, bound, func() { g.bind(rest, bound, premises, found) })
		}
	default:
		g.err = fmt.Errorf("a literal that this reader does not know")
	}
}

// match binds the arguments of an atom to values, where they agree, and calls
// next.
func (g *grounder) match(l literal, values []int, bound map[string]int, next func()) {
	if len(values) != len(l.arguments) {
		g.err = fmt.Errorf("%s has %d arguments, want %d", l.name, len(l.arguments), len(values))
		return
	}
	step := next
	for i := len(values) - 1; i >= 0; i-- {
		then := step
		step = func() { g.with(bound, l.arguments[i], values[i], then) }
	}
	step()
}

// with calls next if an expression has a value, or, with the variable bound to it,
// if the expression is a variable without one.
func (g *grounder) with(bound map[string]int, e expression, value int, next func()) {
	x, known := e.value(bound)
	switch {
	case known && x == value:
		next()
	case known:
	case e.variable == "":
		g.err = fmt.Errorf("an expression with a variable that is not bound")
	default:
		bound[e.variable] = value
		next()
		delete(bound, e.variable)
	}
}

// isDigit and isLower report what a token begins with.
func isDigit(token string) bool { return token != "" && strings.Contains("0123456789", token[:1]) }

func isLower(token string) bool { return token != "" && 'a' <= token[0] && token[0] <= 'z' }
