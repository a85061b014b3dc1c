package pages

import (
	"context"
	_ "embed"
	"fmt"
	"iter"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/internal/errs"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/named"
	"queens/internal/shell"
	"queens/internal/web/api"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

const (
	// halvesOrder is that of the board whose white and black halves are put together: at order 8 no
	// halves but one fit where two do.
	halvesOrder = 7

	// classOrder is that of the board whose solutions are sorted by class; those of order 8 are all
	// in one.
	classOrder = 10
)

type tourData struct {
	Order, ClassOrder, HalvesOrder int

	First       queens.Perm // solution of the order
	Fundamental string      // solutions of the order, one of each orbit
	Tiles       []tile      // all of them
	Images      []image     // of the first
	Fixed       []burnside  // of orders 4 to 12
	Halves      halves
	Chapters    []chapter
	Classes     []class        // of ClassOrder
	Counted     []known.Value  // orders from 1 on
	Records     []known.Record // of counting solutions
}

type tile struct {
	Path  string // of the squares of its queens
	Stays string // numbers of the operations that leave it as it is
}

// image is what clockwise quarter turns, and then exchanges of top and bottom, make of the first
// solution.
type image struct {
	No           int
	Summary      string
	Turns, Flips int
	Path         string
	Fixed        queens.Total // solutions of the order that the symmetry leaves as they are
}

// halves are all queens on white squares, and all on black squares, that use the same rows and
// columns in some solution: each of one goes with each of the other. The script reads a half as its
// squares, rows and columns from 0: "0 2,1 4".
type halves struct{ White, Black []string }

type chapter struct{ Name, Title, Command, Picture string }

//go:embed tour/chapters.json
var chapterTable []byte

func chapters() []chapter { return named.JSON[[]chapter](chapterTable) }

func chapterNames(time.Time) []string {
	return named.Names(chapters(), func(c chapter) string { return c.Name })
}

// class is the number of solutions with Queens queens on squares whose row and column, counted from
// 1, are odd.
type class struct{ Queens, Solutions int }

func tourView(_ context.Context, q Query) (View, error) {
	s := tourData{
		Order: usualOrder, ClassOrder: classOrder, HalvesOrder: halvesOrder, Chapters: chapters(),
		Records: solutionRecords(),
	}
	s.First = s.FirstOf(s.Order)
	for n := 4; n <= 12; n++ {
		line, ok := burnsideOf(n)
		if !ok {
			return View{}, errs.Errorf("the fixed points of order %d are not known", n)
		}
		s.Fixed = append(s.Fixed, line)
	}
	s.Images = make([]image, symmetry.Count)
	for _, flips := range []int{0, 1} {
		turn := symmetry.Identity
		for turns := range symmetry.Count / 2 {
			op := turn
			if flips > 0 {
				op = turn.Then(symmetry.FlipRows)
			}
			no := op.OperationNo()
			s.Images[no-1] = image{
				no, op.Summary(), turns, flips, tilePath(symmetry.Apply(op, s.First)),
				s.Fixed[s.Order-4].Fixed[no-1],
			}
			turn = turn.Then(symmetry.Rot270)
		}
	}
	series, _ := known.Find("solutions")
	s.Counted = series.Values()[1:]
	s.listTiles()
	s.listClasses()
	s.listHalves()
	v := View{
		Command: s.Chapters[0].Command, Exports: boardExports(s.First.String(), "?layers=coordinates"),
		Preview: "/api/v1/figures/orbit/" + s.First.String() + ".png", Data: s,
	}
	name := q.word("chapter", "", chapterNames(time.Time{})...)
	for _, c := range s.Chapters {
		if c.Name == name {
			v.Heading, v.Preview, v.Command = "Tour: "+c.Title, api.Prefix+"/"+c.Picture, c.Command
		}
	}
	return v, nil
}

func (s *tourData) listTiles() {
	var fundamental []string
	for p := range solutionsOf(s.Order) {
		if symmetry.IsCanonical(p) {
			fundamental = append(fundamental, p.String())
		}
		var stays []string
		for _, turn := range symmetry.Stabilizer(p).Symmetries() {
			stays = append(stays, strconv.Itoa(turn.OperationNo()))
		}
		s.Tiles = append(s.Tiles, tile{tilePath(p), strings.Join(stays, " ")})
	}
	s.Fundamental = strings.Join(fundamental, " ")
}

func (s *tourData) listClasses() {
	var counts [classOrder + 1]int
	for p := range solutionsOf(classOrder) {
		k := 0
		for col := 0; col < classOrder; col += 2 {
			k += 1 - p[col]%2
		}
		counts[k]++
	}
	for k, solutions := range counts {
		if solutions > 0 {
			s.Classes = append(s.Classes, class{k, solutions})
		}
	}
}

// listHalves shows the halves that make the most solutions.
func (s *tourData) listHalves() {
	for _, h := range allHalves() {
		if len(h.White)*len(h.Black) > len(s.Halves.White)*len(s.Halves.Black) {
			s.Halves = *h
		}
	}
}

func allHalves() (groups []*halves) {
	of := map[[2]uint]*halves{} // by the rows and the columns of the white queens
	for p := range solutionsOf(halvesOrder) {
		var sides [2][]string // white, black
		var key [2]uint
		for col, row := range p {
			side := (row + col) % 2
			sides[side] = append(sides[side], fmt.Sprint(row, " ", col))
			if side == 0 {
				key[0], key[1] = key[0]|1<<row, key[1]|1<<col
			}
		}
		h := of[key]
		if h == nil {
			h = new(halves)
			of[key], groups = h, append(groups, h)
		}
		for side, list := range []*[]string{&h.White, &h.Black} {
			if half := strings.Join(sides[side], ","); !slices.Contains(*list, half) {
				*list = append(*list, half)
			}
		}
	}
	return groups
}

func (tourData) Value(series string, n int, index ...int) (queens.Total, error) {
	v, ok := known.Lookup(series, n, index...)
	if !ok {
		return queens.Total{}, errs.Errorf("no value of %s for %d, %v", series, n, index)
	}
	return v.Value, nil
}

// Partial returns how many boards have queens in the first columns alone, and no two that attack.
func (s tourData) Partial(n int) (sum queens.Total, err error) {
	for k := range n + 1 {
		v, err := s.Value("backtrack-profile", n, k)
		if err != nil {
			return sum, err
		}
		sum = sum.Plus(v)
	}
	return sum, nil
}

// FirstOf returns the first solution of an order.
func (tourData) FirstOf(n int) queens.Perm {
	first, _ := known.LexicographicallyFirst(n)
	return first
}

func (tourData) Ways(n int64) string { return new(big.Int).Binomial(n*n, n).String() }

func (tourData) Columns(n int64) string {
	return new(big.Int).Exp(big.NewInt(n), big.NewInt(n), nil).String()
}

func (tourData) Rows(n int64) string { return new(big.Int).MulRange(1, n).String() }

func (s tourData) White() string {
	return squareNames(slices.DeleteFunc(s.First.Squares(), func(sq queens.Square) bool {
		return (sq.Row+sq.Col)%2 > 0
	}), s.Order)
}

func (tourData) Knights() string {
	const n = 7
	var squares []queens.Square
	for col := range n {
		squares = append(squares, queens.Square{Row: 2 * col % n, Col: col})
	}
	return squareNames(squares, n)
}

func squareNames(squares []queens.Square, n int) string {
	return strings.ReplaceAll(printer.Squares(squares, n), " ", ",")
}

func (tourData) Orders(from, to int) (list []int) {
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}

func homeView(context.Context, Query) (View, error) {
	records := solutionRecords()
	slices.Reverse(records)
	count, _ := known.Solutions(usualOrder)
	orbits, _ := known.Fundamental(usualOrder)
	series, _ := known.Find("solutions")
	values := series.Values()
	var texts []string
	var families [][]string // orbits, as paths of tiles; the first of each is its least
	for p := range solutionsOf(usualOrder) {
		texts = append(texts, p.String())
		if !symmetry.IsCanonical(p) {
			continue
		}
		var family []string
		for _, image := range symmetry.Orbit(p) { // the least, p, is the first
			family = append(family, tilePath(image))
		}
		families = append(families, family)
	}
	return View{Command: shell.Queens("list", usualOrder), Data: data{
		"Order": usualOrder, "Solutions": strings.Join(texts, " "), "Count": count, "Orbits": orbits,
		"Families": families, "Largest": values[len(values)-1], "Records": records,
		"SeamOrder": 100_000, "Search": 9, // of the pictures below the board
	}}, nil
}

// solutionsOf yields the solutions of a small order.
func solutionsOf(n int) iter.Seq[queens.Perm] {
	solutions, err := list.Solutions(n, list.Options{})
	if err != nil {
		panic(err) // an order that is not small
	}
	return solutions
}

// solutionRecords returns the records of counting solutions, the first one first.
func solutionRecords() []known.Record {
	return slices.DeleteFunc(known.Records(), func(r known.Record) bool { return r.Series != "solutions" })
}
