package model

import (
	"cmp"
	"embed"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"queens"
	"queens/internal/named"
)

//go:embed *.tmpl
var templateFiles embed.FS

var templates = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"inc":   func(x int) int { return x + 1 },
		"add":   func(x, y int) int { return x + y },
		"sub":   func(x, y int) int { return x - y },
		"entry": mpsEntry,
	}).ParseFS(templateFiles, "*.tmpl"))
})

// statement is a model with what templates ask for besides. Long parts of a text go to the printer,
// by methods that return "".
type statement struct {
	*Model
	printer
}

// Comment returns what every text begins with, each line after a prefix.
func (s statement) Comment(prefix string, lines ...string) string {
	n := itoa(s.Order)
	parts := []string{n + " queens on the " + s.Topology.String() + " board of order " + n}
	for i, k := range []int{len(s.Given), len(s.Blocked), len(s.Excluded)} {
		if k > 0 {
			parts = append(parts, []string{"given queens", "blocked squares", "excluded diagonals"}[i]+": "+itoa(k))
		}
	}
	all := []string{strings.Join(parts, ", ")}
	if s.Symmetry {
		all = append(all, "with symmetry breaking: at least one solution of each orbit is left")
	}
	if s.Most {
		all = append(all, "as many queens as fit")
	}
	return prefix + strings.Join(append(all, lines...), "\n"+prefix) + "\n"
}

func itoa(x int) string { return strconv.Itoa(x) }

func pick(condition bool, a, b string) string {
	if condition {
		return a
	}
	return b
}

func (s statement) Modular() bool { return s.Topology == queens.Modular }

// Size returns the number of squares.
func (s statement) Size() int { return s.Order * s.Order }

// Constraints returns the number of groups, fixed squares and nogoods.
func (s statement) Constraints() int {
	count := len(s.Nogoods)
	for range s.Groups() {
		count++
	}
	for range s.Fixed() {
		count++
	}
	return count
}

// Variables returns the variables of squares, each after a prefix.
func (s statement) Variables(prefix, between string, squares []queens.Square) string {
	return strings.Join(named.Names(squares, func(sq queens.Square) string {
		return prefix + itoa(s.Variable(sq))
	}), between)
}

// Terms is Variables by name, "x_2_1" for row 2, column 1, twelve a line: some readers stop at 255
// characters.
func (statement) Terms(prefix, between string, squares []queens.Square) string {
	var lines []string
	for line := range slices.Chunk(squares, 12) {
		lines = append(lines, strings.Join(named.Names(line, func(sq queens.Square) string {
			return prefix + "x_" + itoa(sq.Row+1) + "_" + itoa(sq.Col+1)
		}), " "+between))
	}
	return strings.Join(lines, "\n  "+between)
}

// Diagonals returns, for the sum and the difference of row and column, the letter of its variables,
// its sign, and the sign that brings it back to 1 to n.
func (statement) Diagonals() any {
	return []struct{ Name, Sign, Back string }{{"s", "+", "-"}, {"d", "-", "+"}}
}

// firstQueen says where the row of the first queen of an image stands on the
// board itself: as the row of the queen of a column, or the column of the queen of
// a row, counted from the other end if mirrored.
type firstQueen struct {
	Column   bool // a column, else a row
	Index    int
	Mirrored bool
}

// First returns, for each symmetry that the model breaks by comparing two queens, the queen that is
// compared with that of the first column.
func (s statement) First() (list []firstQueen) {
	n := s.Order
	for _, g := range s.broken {
		low := g.Inverse().Square(queens.Square{}, n)
		high := g.Inverse().Square(queens.Square{Row: n - 1}, n)
		switch {
		case low.Col != high.Col:
			list = append(list, firstQueen{Index: low.Row, Mirrored: low.Col > high.Col})
		case low.Col > 0:
			list = append(list, firstQueen{Column: true, Index: low.Col, Mirrored: low.Row > high.Row})
		}
	}
	return list
}

// Outwards returns the numbers of the lines from the middle outwards, which is the order in which a
// program that breaks ties by position does best.
func (m *Model) Outwards() (lines []int) {
	for i := range m.Order {
		side := 1 - 2*(i%2) // below, or above
		lines = append(lines, m.Order/2+side*((i+1)/2))
	}
	return lines
}

// Items returns an item for each group, rows and columns first. No name is longer than eight
// characters, which is all that Knuth's programs read, and fixed MPS has room for.
func (s statement) Items() (items []Group) {
	for g := range s.Groups() {
		items = append(items, Group{Name: cmp.Or(g.short, "s"+itoa(len(items)+1)), Exactly: g.Exactly})
	}
	return items
}

func (s statement) groupsOf() [][]int32 {
	of, no := make([][]int32, s.Size()+1), int32(0)
	room := make([]int32, 4*len(of)) // for the lines
	for v := range of {
		of[v] = room[4*v : 4*v : 4*v+4]
	}
	for g := range s.Groups() {
		for _, sq := range g.Squares {
			of[s.Variable(sq)] = append(of[s.Variable(sq)], no)
		}
		no++
	}
	return of
}

// WriteOptions writes the items of each square that may hold a queen.
func (s statement) WriteOptions() string {
	items, of := s.Items(), s.groupsOf()
	for _, sq := range s.Allowed() {
		for i, no := range of[s.Variable(sq)] {
			s.text(pick(i > 0, " ", ""), items[no].Name)
		}
		s.WriteByte('\n')
	}
	return ""
}

// WriteColumns writes the columns of MPS: no name is longer than eight characters and fields stand
// in their columns, so that it is fixed and free at once.
func (s statement) WriteColumns() string {
	items, of := s.Items(), s.groupsOf()
	for sq, value := range s.Fixed() {
		v := s.Variable(sq)
		of[v] = append(of[v], int32(len(items)))
		items = append(items, Group{Name: pick(value, "g", "b") + itoa(v), Exactly: true})
	}
	for _, sq := range s.Squares() {
		if s.failed() {
			break
		}
		name := "x" + itoa(s.Variable(sq))
		if s.Most {
			s.text(mpsEntry(name, "OBJ", "-1"))
		}
		for _, no := range of[s.Variable(sq)] {
			s.text(mpsEntry(name, items[no].Name, "1"))
		}
	}
	return ""
}

func mpsEntry(column, row, value string) string {
	return fmt.Sprintf("    %-8s  %-8s  %12s\n", column, row, value)
}

// MaxGraphOrder is the largest order of graphs and quadratic forms. There clq has 31,000 million
// edges.
const MaxGraphOrder = 500

// Edges counts the pairs of vertices that attack each other, or those that do not.
func (s statement) Edges(attacking bool) (edges int) {
	vertices := len(s.Allowed())
	for _, before := range s.edges(true) {
		edges += len(before)
	}
	if !attacking {
		edges = vertices*(vertices-1)/2 - edges
	}
	return edges
}

// WriteEdges writes those pairs.
func (s statement) WriteEdges(attacking bool) string {
	for j, before := range s.edges(attacking) {
		for _, i := range before {
			s.text("e ")
			s.numbers(i+1, j+1)
		}
	}
	return ""
}

// edges yields each vertex with those before it, in ascending order, that may not hold a queen
// together with it, since they share a group, or with all others. The slice is reused. It ends when
// no one receives what is written.
func (s statement) edges(attacking bool) iter.Seq2[int, []int] {
	vertices, groups, of := s.Allowed(), slices.Collect(s.Groups()), s.groupsOf()
	vertex := slices.Repeat([]int{-1}, s.Size()+1) // of each variable
	for i, sq := range vertices {
		vertex[s.Variable(sq)] = i
	}
	return func(yield func(j int, before []int) bool) {
		var found, others []int
		for j, sq := range vertices {
			found, others = found[:0], others[:0]
			for _, no := range of[s.Variable(sq)] {
				for _, other := range groups[no].Squares {
					if i := vertex[s.Variable(other)]; 0 <= i && i < j {
						found = append(found, i)
					}
				}
			}
			slices.Sort(found)
			found = slices.Compact(found)
			for i, rest := 0, found; !attacking && i < j; i++ {
				if len(rest) > 0 && rest[0] == i {
					rest = rest[1:]
				} else {
					others = append(others, i)
				}
			}
			before := found
			if !attacking {
				before = others
			}
			if s.failed() || !yield(j, before) {
				return
			}
		}
	}
}

// A quadratic form of 0-1 variables has its least value, -2n, exactly at the solutions: it is the
// sum over rows and columns of (1 - queens)^2, and 2 for each other pair of queens that attack each
// other, less 2n. A queen weighs -1 for its row and -1 for its column, a pair of attacking queens
// 2. With Options.Most a queen weighs -1 alone: a set of k queens in conflict loses at least one
// for each pair, so the least value is minus the largest number of queens.
type quadratic struct {
	Least    int   // value of a solution
	Edges    int   // pairs of queens in conflict
	Factors  []int // of vertices
	Fields   []int // and of spins s = 2x - 1 in twice the form, less Constant; pairs have the coupling 1
	Constant int
}

// Quadratic returns the form.
func (s statement) Quadratic() (q quadratic) {
	vertices, weight := s.Allowed(), -2
	if s.Most {
		weight = -1
	}
	q.Least = -2 * s.Order
	q.Factors = slices.Repeat([]int{weight}, len(vertices))
	q.Fields = slices.Clone(q.Factors)
	for j, before := range s.edges(true) {
		for _, i := range before {
			q.Fields[i]++
		}
		q.Fields[j] += len(before)
		q.Edges += len(before)
	}
	q.Constant = weight*len(vertices) + q.Edges
	return q
}

// WriteForm writes a line for each vertex, with its factor, and for each pair in conflict.
func (s statement) WriteForm(factors []int, pair int) string {
	vertices := s.Allowed()
	variable := func(i int) int { return s.Variable(vertices[i]) - 1 }
	for i, factor := range factors {
		s.numbers(variable(i), variable(i), factor)
	}
	for j, before := range s.edges(true) {
		for _, i := range before {
			s.numbers(variable(i), variable(j), pair)
		}
	}
	return ""
}

// Encoding is a way to say "at most one" in clauses.
type Encoding struct {
	Name    string `json:"name"` // stable identifier, as in --amo
	Title   string `json:"title"`
	Summary string `json:"summary"` // one sentence, no final period
	Grows   string `json:"grows"`   // clauses and new variables for a group of k squares, in words
	// Determined says that the queens leave one value to each new variable even without
	// Options.ExactCount, so that the clauses have as many models as the board has solutions.
	Determined bool `json:"determined"`
}

// defaultEncoding is the one that solvers do best with: docs/laboratory.md.
const defaultEncoding = "product"

// smallGroup is the largest group for which all encodings name the pairs: six
// clauses for four squares are fewer than any new variable costs.
const smallGroup = 4

//go:embed encodings.csv
var encodingTable string

var encodings = sync.OnceValue(func() []Encoding { return named.Decode[Encoding](encodingTable) })

var encoders = map[string]func(c *clauses, group []int){
	"binary": encodeBinary, "commander": encodeCommander, "ladder": encodeLadder, "pairwise": encodePairwise,
	"product": encodeProduct,
}

// EncodingTable returns the ways to say "at most one" in clauses, sorted by name.
func EncodingTable() []Encoding { return encodings() }

// Encodings returns the names of the encodings.
func Encodings() []string { return named.Names(encodings(), encodingName) }

func encodingName(e Encoding) string { return e.Name }

func findEncoding(name string) (Encoding, error) {
	return named.Find("encoding", name, encodings(), encodingName)
}

// clauses takes and counts clauses, and makes new variables. Without an out it only counts.
type clauses struct {
	Variables  int
	Count      int
	Determined bool // the queens leave one value to each other variable
	out        *printer
	encode     func(c *clauses, group []int)
	exact      bool   // new variables depend on the old ones
	weight     string // before each clause
}

func (c *clauses) atMostOne(group []int) {
	if len(group) <= smallGroup {
		encodePairwise(c, group)
		return
	}
	c.encode(c, group)
}

// only says, if new variables are to be determined, that one is true only if a member is.
func (c *clauses) only(literal int, members ...int) {
	if c.exact {
		c.add(append([]int{-literal}, members...)...)
	}
}

func (c *clauses) fresh() int {
	c.Variables++
	return c.Variables
}

func (c *clauses) add(literals ...int) {
	c.Count++
	if c.out == nil {
		return
	}
	c.out.text(c.weight)
	for _, l := range literals {
		c.out.number(l)
		c.out.WriteByte(' ')
	}
	c.out.text("0\n")
}

func encodePairwise(c *clauses, group []int) {
	if c.out == nil {
		c.Count += len(group) * (len(group) - 1) / 2
		return
	}
	for i, a := range group {
		for _, b := range group[i+1:] {
			c.add(-a, -b)
		}
	}
}

// encodeLadder is the sequential counter for one: rung i is true from the first true member on.
func encodeLadder(c *clauses, group []int) {
	rung := c.fresh()
	c.add(-group[0], rung)
	c.only(rung, group[0])
	for i, member := range group[1:] {
		c.add(-rung, -member)
		if i == len(group)-2 {
			return
		}
		next := c.fresh()
		c.add(-member, next)
		c.add(-rung, next)
		c.only(next, rung, member)
		rung = next
	}
}

func encodeProduct(c *clauses, group []int) {
	k, width := len(group), 1
	for width*width < k {
		width++
	}
	rows, cols := make([]int, (k+width-1)/width), make([]int, width)
	for i := range rows {
		rows[i] = c.fresh()
	}
	for i := range cols {
		cols[i] = c.fresh()
	}
	for i, member := range group {
		c.add(-member, rows[i/width])
		c.add(-member, cols[i%width])
	}
	for i, row := range rows {
		c.only(row, group[i*width:min((i+1)*width, k)]...)
	}
	for i, col := range cols {
		var members []int
		for j := i; j < k; j += width {
			members = append(members, group[j])
		}
		c.only(col, members...)
	}
	c.atMostOne(rows)
	c.atMostOne(cols)
}

// troop is the number of squares that share a commander.
const troop = 3

func encodeCommander(c *clauses, group []int) {
	var commanders []int
	for i := 0; i < len(group); i += troop {
		members := group[i:min(i+troop, len(group))]
		commander := c.fresh()
		encodePairwise(c, members)
		for _, member := range members {
			c.add(-member, commander)
		}
		c.add(append([]int{-commander}, members...)...)
		commanders = append(commanders, commander)
	}
	c.atMostOne(commanders)
}

func encodeBinary(c *clauses, group []int) {
	var bits []int
	for 1<<len(bits) < len(group) {
		bits = append(bits, c.fresh())
	}
	ones := make([][]int, len(bits)) // the members with a bit
	for i, member := range group {
		for j, bit := range bits {
			if i>>j&1 == 0 {
				bit = -bit
			} else {
				ones[j] = append(ones[j], member)
			}
			c.add(-member, bit)
		}
	}
	for j, bit := range bits {
		c.only(bit, ones[j]...)
	}
}

// Clauses counts variables and clauses.
func (s statement) Clauses() *clauses { return s.clauses(nil, "") }

// WriteClauses writes the clauses, each after a weight.
func (s statement) WriteClauses(weight string) string {
	s.clauses(&s.printer, weight)
	return ""
}

func (s statement) clauses(out *printer, weight string) *clauses {
	encoding, _ := findEncoding(s.AtMostOne) // New has looked
	c := &clauses{
		out: out, weight: weight, Variables: s.Size(), exact: s.ExactCount, encode: encoders[encoding.Name],
	}
	for sq, value := range s.Fixed() {
		if value {
			c.add(s.Variable(sq))
		} else {
			c.add(-s.Variable(sq))
		}
	}
	var group []int
	for g := range s.Groups() {
		if c.out != nil && c.out.failed() {
			break
		}
		group = slices.Grow(group[:0], len(g.Squares))
		for _, sq := range g.Squares {
			group = append(group, s.Variable(sq))
		}
		if g.Exactly {
			c.add(group...)
		}
		c.atMostOne(group)
	}
	c.Determined = c.exact || encoding.Determined || c.Variables == s.Size()
	return c
}
