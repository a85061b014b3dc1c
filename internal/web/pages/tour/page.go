// Package tour is the page that presents the problem in chapters, each with a board to
// try.
package tour

import (
	"context"
	"embed"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens"
	"queens/internal/web/page"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

//go:embed page.html script.js style.css
var files embed.FS

// Page is the tour.
var Page = page.Page{
	Name: "tour", Title: "Tour", Place: "Tour",
	Summary: "The problem in eight chapters, each with a board to try",
	Files:   files, View: view, Item: "chapter", Items: names,
}

const order = 8

// halvesOrder is that of the board whose white and black halves are put together: at order 8 no
// halves but one fit where two do.
const halvesOrder = 7

// classOrder is that of the board whose solutions are sorted by class; those of order 8 are all in
// one.
const classOrder = 10

// shown is what the template shows. Its methods look numbers up; one that there is not
// fails the page.
type shown struct {
	Order, ClassOrder, HalvesOrder int

	First       queens.Perm // solution of the order
	Fundamental string      // solutions of the order, one of each orbit
	Tiles       []tile      // all of them
	Images      []image     // of the first
	Fixed       []fixed
	Halves      halves
	Chapters    []chapter
	Classes     []class // of ClassOrder
	Counted     []counted
	Records     []known.Record // of counting solutions
}

type tile struct {
	Path  string // of the squares of its queens
	Stays string // numbers of the operations that leave it as it is
}

// halves are all queens on white squares, and all on black squares, that use the same rows and
// columns in some solution: each of one goes with each of the other.
type halves struct{ White, Black []half }

// half is the squares of queens, rows and columns from 0.
type half [][2]int

// String returns the half as the script reads it: "0 2,1 4".
func (h half) String() string {
	var squares []string
	for _, sq := range h {
		squares = append(squares, fmt.Sprint(sq[0], " ", sq[1]))
	}
	return strings.Join(squares, ",")
}

type chapter struct{ Name, Title, Picture, Command string }

var chapters = []chapter{
	{"puzzle", "The puzzle", "squares/8.png?queens=d5&layers=attacks,coordinates&size=512", "queens list 8"},
	{
		"backtracking", "Backtracking", "squares/8.png?queens=a8,b6,c4,d7&layers=free,coordinates&size=512",
		"queens watch 8 --method wirth",
	},
	{"images", "Eight images", "figures/orbit/15863724.png", "queens orbit 15863724"},
	{
		"insertion", "From one family to another", "boards/25314.png?layers=coordinates&size=512",
		"queens apply 2413 inc 2.5 2.5",
	},
	{"burnside", "Counting families", "boards/35281746.png?layers=coordinates&size=512", "queens table fundamental"},
	{
		"torus", "The torus", "boards/1357246.png?topology=modular&layers=coordinates&size=512",
		"queens count 7 --topology modular",
	},
	{"counting", "A board of 27", "plots/growth.png", "queens table solutions"},
	{"white", "White squares only", "boards/15863724.png?layers=attacks,coordinates&size=512", "queens count 20"},
}

// names returns the chapters, each of which has an address: /tour/torus.
func names(time.Time) (list []string) {
	for _, c := range chapters {
		list = append(list, c.Name)
	}
	return list
}

type image struct {
	No      int
	Summary string
	Turns   int // clockwise quarter turns, and then
	Flips   int // top and bottom change places
	Path    string
	Fixed   queens.Total // solutions of the order that the symmetry leaves as they are
}

type fixed struct {
	Order         int
	All           queens.Total
	Half, Quarter queens.Total
	Sum, Orbits   queens.Total
}

// counted is an order whose solutions are counted, and its first solution, nil if there is none.
type counted struct {
	Order     int
	Solutions queens.Total
	First     queens.Perm
}

// class is how many solutions have so many queens on squares whose row and column are odd, counted
// from 1.
type class struct{ Queens, Solutions int }

func view(_ context.Context, q page.Query) (page.View, error) {
	s := shown{Order: order, ClassOrder: classOrder, HalvesOrder: halvesOrder, Chapters: chapters}
	s.First, _ = known.LexicographicallyFirst(order)
	if err := s.list(); err != nil {
		return page.View{}, err
	}
	of := func(n int) (symmetry.Fixed, fixed, error) {
		all, ok := known.Solutions(n)
		half, okHalf := known.S180(n)
		quarter, okQuarter := known.S90(n)
		if !ok || !okHalf || !okQuarter {
			return symmetry.Fixed{}, fixed{}, fmt.Errorf("tour: the fixed points of order %d are not known", n)
		}
		f := symmetry.FixedPoints(n, all, half, quarter)
		line := fixed{Order: n, All: all, Half: half, Quarter: quarter, Sum: f.Sum()}
		line.Orbits, _ = f.Orbits()
		return f, line, nil
	}
	for n := 4; n <= 12; n++ {
		_, line, err := of(n)
		if err != nil {
			return page.View{}, err
		}
		s.Fixed = append(s.Fixed, line)
	}
	f, _, err := of(order)
	if err != nil {
		return page.View{}, err
	}
	s.Images = make([]image, symmetry.Count)
	for flips := range 2 {
		for turns := range symmetry.Count / 2 {
			turn := symmetry.Identity
			for range turns {
				turn = turn.Then(symmetry.Rot270)
			}
			if flips > 0 {
				turn = turn.Then(symmetry.FlipRows)
			}
			no := turn.OperationNo()
			s.Images[no-1] = image{no, turn.Summary(), turns, flips, page.TilePath(symmetry.Apply(
				turn, s.First)), f[turn]}
		}
	}
	series, _ := known.Find("solutions")
	for _, v := range series.Values()[1:] {
		first, _ := known.LexicographicallyFirst(v.Order)
		s.Counted = append(s.Counted, counted{v.Order, v.Value, first})
	}
	for _, r := range known.Records() {
		if r.Series == series.Name {
			s.Records = append(s.Records, r)
		}
	}
	v := page.View{
		Command: chapters[0].Command, Exports: page.BoardExports(s.First.String(), "?layers=coordinates"),
		Preview: "/api/v1/figures/orbit/" + s.First.String() + ".png", Data: s,
	}
	name := q.Word("chapter", "", names(time.Time{})...)
	for _, c := range chapters {
		if c.Name == name {
			v.Heading, v.Preview, v.Command = "Tour: "+c.Title, "/api/v1/"+c.Picture, c.Command
		}
	}
	return v, nil
}

// list goes through solutions: all of the order, those that are sorted by class, and those that are
// put together of halves.
func (s *shown) list() error {
	all, err := list.Solutions(order, list.Options{})
	if err != nil {
		return err
	}
	var fundamental []string
	for p := range all {
		if symmetry.IsCanonical(p) {
			fundamental = append(fundamental, p.String())
		}
		var stays []string
		for _, turn := range symmetry.All() {
			if symmetry.Apply(turn, p).Equal(p) {
				stays = append(stays, strconv.Itoa(turn.OperationNo()))
			}
		}
		s.Tiles = append(s.Tiles, tile{page.TilePath(p), strings.Join(stays, " ")})
	}
	s.Fundamental = strings.Join(fundamental, " ")
	if all, err = list.Solutions(classOrder, list.Options{}); err != nil {
		return err
	}
	var counts [classOrder + 1]int
	for p := range all {
		k := 0
		for col := 0; col < classOrder; col += 2 {
			if p[col]%2 == 0 {
				k++
			}
		}
		counts[k]++
	}
	for k, solutions := range counts {
		if solutions > 0 {
			s.Classes = append(s.Classes, class{k, solutions})
		}
	}
	groups, err := allHalves()
	for _, h := range groups {
		if len(h.White)*len(h.Black) > len(s.Halves.White)*len(s.Halves.Black) {
			s.Halves = h
		}
	}
	return err
}

func allHalves() (found []halves, err error) {
	all, err := list.Solutions(halvesOrder, list.Options{})
	if err != nil {
		return nil, err
	}
	at := map[[2]uint]int{} // by the rows and the columns of the white queens
	for p := range all {
		var white, black half
		var key [2]uint
		for col, row := range p {
			if (row+col)%2 == 0 {
				white = append(white, [2]int{row, col})
				key[0], key[1] = key[0]|1<<row, key[1]|1<<col
			} else {
				black = append(black, [2]int{row, col})
			}
		}
		k, ok := at[key]
		if !ok {
			k, at[key] = len(found), len(found)
			found = append(found, halves{})
		}
		for _, side := range []struct {
			list *[]half
			half half
		}{{&found[k].White, white}, {&found[k].Black, black}} {
			if !slices.ContainsFunc(*side.list, func(h half) bool { return slices.Equal(h, side.half) }) {
				*side.list = append(*side.list, side.half)
			}
		}
	}
	return found, nil
}

func (shown) Value(series string, n int, index ...int) (queens.Total, error) {
	v, ok := known.Lookup(series, n, index...)
	if !ok {
		return queens.Total{}, fmt.Errorf("tour: no value of %s for %d, %v", series, n, index)
	}
	return v.Value, nil
}

// Partial returns how many boards of order n have queens in the first columns, none in the others,
// and no two that attack each other.
func (s shown) Partial(n int) (sum queens.Total, err error) {
	for k := range n + 1 {
		v, err := s.Value("backtrack-profile", n, k)
		if err != nil {
			return sum, err
		}
		sum = sum.Plus(v)
	}
	return sum, nil
}

func (shown) Ways(n int64) string { return new(big.Int).Binomial(n*n, n).String() }

func (shown) Columns(n int64) string {
	return new(big.Int).Exp(big.NewInt(n), big.NewInt(n), nil).String()
}

func (shown) Rows(n int64) string { return new(big.Int).MulRange(1, n).String() }

func (s shown) White() string {
	var names []string
	for _, sq := range s.First.Squares() {
		if (sq.Row+sq.Col)%2 == 0 {
			names = append(names, sq.Name(s.Order))
		}
	}
	return strings.Join(names, ",")
}

func (shown) Knights() string {
	const n = 7
	var names []string
	for col := range n {
		names = append(names, queens.Square{Row: 2 * col % n, Col: col}.Name(n))
	}
	return strings.Join(names, ",")
}

func (shown) Orders(from, to int) (list []int) {
	for n := from; n <= to; n++ {
		list = append(list, n)
	}
	return list
}
