package model

import (
	"cmp"
	"embed"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"text/template"

	"queens"
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
	all := []string{describe(s.Model)}
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
	var list strings.Builder
	for i, sq := range squares {
		if i > 0 {
			list.WriteString(between)
		}
		list.WriteString(prefix + itoa(s.Variable(sq)))
	}
	return list.String()
}

// Terms is Variables by name, "x_2_1" for row 2, column 1, twelve a line: some readers stop at 255
// characters.
func (statement) Terms(prefix, between string, squares []queens.Square) string {
	var list strings.Builder
	for i, sq := range squares {
		if i > 0 {
			list.WriteString(pick(i%12 == 0, "\n  ", " ") + between)
		}
		list.WriteString(prefix + "x_" + itoa(sq.Row+1) + "_" + itoa(sq.Col+1))
	}
	return list.String()
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
	n := m.Order
	for i := range n {
		if i%2 == 0 {
			lines = append(lines, n/2+i/2)
		} else {
			lines = append(lines, n/2-(i+1)/2)
		}
	}
	return lines
}

type item struct {
	Name    string
	Exactly bool
}

// Items returns an item for each group, rows and columns first. No name is longer than eight
// characters, which is all that Knuth's programs read, and fixed MPS has room for.
func (s statement) Items() (items []item) {
	for g := range s.Groups() {
		items = append(items, item{cmp.Or(g.short, "s"+itoa(len(items)+1)), g.Exactly})
	}
	return items
}

// groupsOf returns the numbers of the groups of each variable.
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
		items = append(items, item{pick(value, "g", "b") + itoa(v), true})
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
