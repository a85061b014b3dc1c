package known_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/find/algorithms"
	"queens/find/construct"
	"queens/find/solver"
	"queens/internal/must"
	"queens/known"
	"queens/math/orbit"
	"queens/math/orderly"
	"queens/math/placements"
	"queens/math/torus"
	"queens/symmetry"
)

// counts has the values of one order by index: "2 3" for row 2 and column 3, "" without an index.
// Missing values are 0.
type counts map[string]int

func (c counts) add(index ...int) { c[key(index)]++ }

func key(index []int) string { return strings.Trim(fmt.Sprint(index), "[]") }

func number(k int) counts { return counts{"": k} }

// producer computes a series up to order to, by its definition or by the algorithm that it
// describes.
type producer struct {
	to  int
	row func(t *testing.T, n int) counts
}

var producers = map[string]producer{
	"backtrack-profile":           {9, profile},
	"backtracking-nodes-to-first": {29, nodesToFirst},
	"border-classes":              {8, borders(func(int, symmetry.Class) bool { return true })},
	"border-classes-asymmetric":   {8, borders(func(_ int, c symmetry.Class) bool { return c == symmetry.Asymmetric })},
	"border-classes-central":      {8, borders(func(_ int, c symmetry.Class) bool { return c == symmetry.Central })},
	"border-classes-extendable": {10, func(t *testing.T, n int) counts {
		classes := map[string]bool{}
		for _, p := range solutions(t, n) {
			classes[fmt.Sprint(leastSet(border(p), n))] = true
		}
		return number(len(classes))
	}},
	"border-classes-rotational":   {8, borders(func(_ int, c symmetry.Class) bool { return c == symmetry.Rotational })},
	"border-classes-three-queens": {8, borders(func(size int, _ symmetry.Class) bool { return size == 3 })},
	"border-constellations":       {8, func(_ *testing.T, n int) counts { return number(len(constellations(n))) }},
	"class-asymmetric":            {10, orbitsOf(ofClass(symmetry.Asymmetric))},
	"class-central":               {10, orbitsOf(ofClass(symmetry.Central))},
	"class-rotational":            {10, orbitsOf(ofClass(symmetry.Rotational))},
	"conflict-components":         {10, conflicts(func(c conflict) int { return c.components })},
	"conflicting-queens":          {10, conflicts(func(c conflict) int { return c.queens })},
	"conflicts":                   {10, conflicts(func(c conflict) int { return c.pairs })},
	"deletion-patterns":           {9, ofAtlas(func(a *orbit.Atlas) int { return int(a.Patterns) })},
	"digraphs-by-arcs":            {4, listed},
	"divide-and-conquer-exceptions": {8, func(_ *testing.T, k int) counts {
		i := slices.IndexFunc(construct.Algorithms(),
			func(a *solver.Algorithm) bool { return a.Name == "divide-and-conquer" })
		for n := 4; n < 400; n++ {
			if construct.Algorithms()[i].Refuses(n) != "" {
				if k--; k == 0 {
					return number(n)
				}
			}
		}
		return nil
	}},
	"first-queen":     {10, ofSolutions(func(c counts, p queens.Perm) { c.add(p[0] + 1) })},
	"fundamental":     {10, orbitsOf(func([]queens.Perm, symmetry.Class) bool { return true })},
	"graphs-by-edges": {6, listed},
	"domination": {10, func(t *testing.T, n int) counts {
		on := placements.Board{Rows: n, Cols: n}
		return number(len(must.Get(placements.Dominate(t.Context(), on, false))(t)))
	}},
	"greedy": {1000, func(_ *testing.T, k int) counts {
		return number(slices.Collect(placements.Greedy(k))[k-1] + 1)
	}},
	"independent-domination": {10, func(t *testing.T, n int) counts { // the smallest maximal set
		on := placements.Board{Rows: n, Cols: n}
		rows := must.Get(placements.Count(t.Context(), on, placements.Any, 0))(t)
		return number(slices.IndexFunc(rows, func(r placements.Row) bool { return !r.Maximal.IsZero() }))
	}},
	"largest-conflict-component":     {10, conflicts(func(c conflict) int { return c.largest })},
	"lexicographic-first":            {11, first(symmetry.Asymmetric, symmetry.Central, symmetry.Rotational)},
	"lexicographic-first-asymmetric": {11, first(symmetry.Asymmetric)},
	"lexicographic-first-central":    {11, first(symmetry.Central)},
	"lexicographic-first-rotational": {11, first(symmetry.Rotational)},
	"maximal-sets":                   {6, sets(true, func(c counts, _ []queens.Square, _ int) { c.add() })},
	"maximal-sets-by-size":           {6, sets(true, func(c counts, set []queens.Square, _ int) { c.add(len(set)) })},
	"modular-as-printed": {9, solutionsWith(func(p queens.Perm) bool {
		distances := map[int]bool{} // |row - column|
		for col, row := range p {
			distances[max(row-col, col-row)] = true
		}
		return len(distances) == len(p)
	})},
	"mov-components": {9, ofAtlas(func(a *orbit.Atlas) int { return len(a.Components()) })},
	"mov-edges":      {9, ofAtlas((*orbit.Atlas).Edges)},
	"mov-isolated": {9, ofAtlas(func(a *orbit.Atlas) int {
		return len(slices.DeleteFunc(a.Components(), func(size int) bool { return size > 1 }))
	})},
	"mov-largest": {9, ofAtlas(func(a *orbit.Atlas) int { return slices.Max(a.Components()) })},
	"nonattacking-orbits-by-size": {5, sets(false, func(c counts, set []queens.Square, n int) {
		if symmetry.CompareSets(set, leastSet(set, n)) == 0 {
			c.add(len(set))
		}
	})},
	"nonattacking-sets":         {6, sets(false, func(c counts, _ []queens.Square, _ int) { c.add() })},
	"nonattacking-sets-by-size": {6, sets(false, func(c counts, set []queens.Square, _ int) { c.add(len(set)) })},
	"orbit-search-chain":        {9, chain(func(r *orbit.Reach) int { return r.Found })},
	"orbit-search-chain-inc":    {9, chain(func(r *orbit.Reach) int { return r.Inserted })},
	"orbit-search-inc":          {9, ofAtlas(func(a *orbit.Atlas) int { return a.Reach().Inserted })},
	"orbit-search-reached":      {9, ofAtlas(func(a *orbit.Atlas) int { return a.Reach().Found })},
	"orbits-sharing-a-border": {11, orbitsOf(func(members []queens.Perm, _ symmetry.Class) bool {
		borders := map[string]bool{}
		for _, p := range members {
			borders[fmt.Sprint(border(p))] = true
		}
		return len(borders) < len(members)
	})},
	"reflecting": {11, solutionsWith(func(p queens.Perm) bool {
		numbers := map[int]bool{} // coordinates count from 1
		for col, row := range p {
			numbers[row+col+2], numbers[row-col] = true, true
		}
		return len(numbers) == 2*len(p)
	})},
	"s180":      {11, solutionsWith(func(p queens.Perm) bool { return symmetry.Apply(symmetry.Rot180, p).Equal(p) })},
	"s90":       {11, solutionsWith(func(p queens.Perm) bool { return symmetry.Apply(symmetry.Rot90, p).Equal(p) })},
	"solutions": {11, solutionsWith(func(queens.Perm) bool { return true })},
	"square-counts": {10, ofSolutions(func(c counts, p queens.Perm) {
		all(p, func(col, row int) bool { c.add(row+1, col+1); return true })
	})},
	"superqueens-central": {12, orbitsOf(func(members []queens.Perm, class symmetry.Class) bool {
		return class == symmetry.Central && areSuperqueens(members[0])
	})},
	"superqueens-half-turn": {12, solutionsWith(func(p queens.Perm) bool {
		return areSuperqueens(p) && symmetry.Apply(symmetry.Rot180, p).Equal(p)
	})},
	"superqueens-quarter-turn": {12, solutionsWith(func(p queens.Perm) bool {
		return areSuperqueens(p) && symmetry.Apply(symmetry.Rot90, p).Equal(p)
	})},
	"superqueens-rotational": {12, orbitsOf(func(members []queens.Perm, class symmetry.Class) bool {
		return class == symmetry.Rotational && areSuperqueens(members[0]) && len(members) > 1
	})},
	"toroidal":           {11, solutionsWith(isToroidal)},
	"toroidal-at-origin": {11, solutionsWith(func(p queens.Perm) bool { return isToroidal(p) && p[0] == 0 })},
	"toroidal-classes":   {11, torusClasses(torus.Toroidal, torus.Congruence)},
	"toroidal-classes-by-size": {11, func(t *testing.T, n int) counts {
		c := counts{}
		for _, row := range must.Get(torus.Count(t.Context(), n, torus.Toroidal, torus.Congruence))(t)[0].Sizes {
			c[key([]int{row.Size})] = row.Classes
		}
		return c
	}},
	"toroidal-half-turn": {11, solutionsWith(func(p queens.Perm) bool {
		n := len(p)
		return isToroidal(p) && all(p, func(col, row int) bool { return p[(n-col)%n] == (n-row)%n })
	})},
	"toroidal-similarity-classes": {11, torusClasses(torus.Toroidal, torus.Similarity)},
	"torus-congruence":            {8, torusClasses(torus.Regular, torus.Congruence)},
	"torus-similarity":            {8, torusClasses(torus.Regular, torus.Similarity)},
	"white-queens": {12, ofSolutions(func(c counts, p queens.Perm) {
		white := 0
		all(p, func(col, row int) bool { white += 1 - (col+row)%2; return true })
		c.add(white)
	})},
}

// TestProducers recomputes the small values of every series. Larger ones take too long for a test;
// other tests connect them by identities, and the tests of the counting packages go further.
func TestProducers(t *testing.T) {
	for _, s := range known.All() {
		t.Run(s.Name, func(t *testing.T) {
			p, ok := producers[s.Name]
			if !ok {
				t.Fatal("no producer")
			}
			rows := map[int]counts{}
			for _, v := range s.Values() {
				if v.Order > p.to || v.Order == 0 { // order 0 is a convention
					continue
				}
				if rows[v.Order] == nil {
					rows[v.Order] = counts{}
				}
				k, _ := v.Value.Uint64()
				rows[v.Order][key(v.Index)] = int(k)
			}
			for n := max(1, s.First); n <= p.to; n++ {
				series = s.Name
				zero := func(_ string, k int) bool { return k == 0 }
				got, want := maps.Clone(p.row(t, n)), rows[n]
				maps.DeleteFunc(got, zero)
				maps.DeleteFunc(want, zero)
				if !maps.Equal(got, want) {
					t.Errorf("order %d: computed %v, stored %v", n, got, want)
				}
			}
		})
	}
	if len(producers) != len(known.All()) {
		t.Errorf("%d producers for %d series", len(producers), len(known.All()))
	}
}

var series string

func (c counts) addIf(ok bool) {
	if ok {
		c.add()
	}
}

func all(p queens.Perm, holds func(col, row int) bool) bool {
	for col, row := range p {
		if !holds(col, row) {
			return false
		}
	}
	return true
}

// areSuperqueens reports whether no queen of a solution is a knight's move from another.
func areSuperqueens(p queens.Perm) bool {
	return all(p, func(col, row int) bool {
		return all(p, func(other, at int) bool { return (col-other)*(col-other)+(row-at)*(row-at) != 5 })
	})
}

var listOf = map[int][]queens.Perm{}

func solutions(t *testing.T, n int) []queens.Perm {
	if listOf[n] == nil {
		call := solver.Call{Problem: queens.Problem{Order: n}}
		must.Get(algorithms.Get("wirth").Solve(t.Context(), call, func(p queens.Perm) bool {
			listOf[n] = append(listOf[n], p)
			return true
		}))(t)
	}
	return listOf[n]
}

func ofSolutions(count func(counts, queens.Perm)) func(*testing.T, int) counts {
	return func(t *testing.T, n int) counts {
		c := counts{}
		for _, p := range solutions(t, n) {
			count(c, p)
		}
		return c
	}
}

func solutionsWith(holds func(queens.Perm) bool) func(*testing.T, int) counts {
	return ofSolutions(func(c counts, p queens.Perm) { c.addIf(holds(p)) })
}

func ofClass(want symmetry.Class) func([]queens.Perm, symmetry.Class) bool {
	return func(_ []queens.Perm, class symmetry.Class) bool { return class == want }
}

func orbitsOf(holds func(members []queens.Perm, class symmetry.Class) bool) func(*testing.T, int) counts {
	return ofSolutions(func(c counts, p queens.Perm) {
		if symmetry.IsCanonical(p) {
			c.addIf(holds(symmetry.Orbit(p), symmetry.ClassOf(p)))
		}
	})
}

// first returns, column by column, the first canonical solution in one of the classes.
func first(classes ...symmetry.Class) func(*testing.T, int) counts {
	return func(t *testing.T, n int) counts {
		c := counts{}
		for _, p := range solutions(t, n) {
			if symmetry.IsCanonical(p) && slices.Contains(classes, symmetry.ClassOf(p)) {
				for col, row := range p {
					c[key([]int{col + 1})] = row + 1
				}
				break
			}
		}
		return c
	}
}

func profile(_ *testing.T, n int) counts {
	c := counts{}
	var extend func(p queens.Perm)
	extend = func(p queens.Perm) {
		c.add(len(p))
		for row := range n {
			if len(p) < n && all(p, func(col, other int) bool {
				return other != row && other-row != len(p)-col && row-other != len(p)-col
			}) {
				extend(append(p, row))
			}
		}
	}
	extend(nil)
	return c
}

// nodesToFirst counts the queens that backtracking places.
func nodesToFirst(t *testing.T, n int) counts {
	stats := must.Get(algorithms.Get("backtrack").Solve(t.Context(), solver.Call{Problem: queens.Problem{Order: n}},
		func(queens.Perm) bool { return false }))(t)
	return number(int(stats.Placements))
}

func border(p queens.Perm) []queens.Square {
	return slices.DeleteFunc(slices.SortedFunc(slices.Values(p.Squares()), symmetry.CompareSquares),
		func(sq queens.Square) bool { return !onBorder(sq, len(p)) })
}

func onBorder(sq queens.Square, n int) bool {
	return sq.Row == 0 || sq.Row == n-1 || sq.Col == 0 || sq.Col == n-1
}

func leastSet(set []queens.Square, n int) []queens.Square {
	least := set
	for _, s := range symmetry.All() {
		if image := symmetry.ApplySet(s, set, n); symmetry.CompareSets(image, least) < 0 {
			least = image
		}
	}
	return least
}

// eachSet calls f with all sets of at most k queens of order n that do not attack each other.
func eachSet(n, k int, f func(set []queens.Square)) {
	var extend func(set []queens.Square, first int)
	extend = func(set []queens.Square, first int) {
		f(set)
		for i := first; i < n*n && len(set) < k; i++ {
			if sq := squareNo(i, n); !slices.ContainsFunc(set, sq.Attacks) {
				extend(append(set, sq), i+1)
			}
		}
	}
	extend(nil, 0)
}

func squareNo(i, n int) queens.Square { return queens.Square{Row: i / n, Col: i % n} }

func isMaximal(set []queens.Square, n int) bool {
	for i := range n * n {
		if !slices.ContainsFunc(set, squareNo(i, n).Attacks) {
			return false
		}
	}
	return true
}

func sets(maximal bool, count func(c counts, set []queens.Square, n int)) func(*testing.T, int) counts {
	return func(_ *testing.T, n int) counts {
		c := counts{}
		eachSet(n, n, func(set []queens.Square) {
			if !maximal || isMaximal(set, n) {
				count(c, set, n)
			}
		})
		return c
	}
}

// constellations returns the sets of queens on the border, with one on each border line.
func constellations(n int) (all [][]queens.Square) {
	eachSet(n, 4, func(set []queens.Square) {
		has := func(is func(sq queens.Square) bool) bool { return slices.ContainsFunc(set, is) }
		if len(set) >= 3 && has(func(sq queens.Square) bool { return sq.Row == 0 }) &&
			has(func(sq queens.Square) bool { return sq.Row == n-1 }) &&
			has(func(sq queens.Square) bool { return sq.Col == 0 }) &&
			has(func(sq queens.Square) bool { return sq.Col == n-1 }) &&
			!has(func(sq queens.Square) bool { return !onBorder(sq, n) }) {
			all = append(all, slices.Clone(set))
		}
	})
	return all
}

// borders counts the orbits of border constellations by size and class.
func borders(holds func(size int, class symmetry.Class) bool) func(*testing.T, int) counts {
	return func(t *testing.T, n int) counts {
		c := counts{}
		for _, set := range constellations(n) {
			fixed := func(s symmetry.Symmetry) bool {
				return symmetry.CompareSets(symmetry.ApplySet(s, set, n), set) == 0
			}
			class := symmetry.Asymmetric
			switch {
			case fixed(symmetry.Rot90):
				class = symmetry.Rotational
			case fixed(symmetry.Rot180):
				class = symmetry.Central
			}
			c.addIf(symmetry.CompareSets(set, leastSet(set, n)) == 0 && holds(len(set), class))
		}
		return c
	}
}

// conflict describes the attacks between the queens of a solution on the torus.
type conflict struct{ pairs, queens, components, largest int }

// conflicts counts solutions by a number computed from their conflicts.
func conflicts(index func(conflict) int) func(*testing.T, int) counts {
	return ofSolutions(func(c counts, p queens.Perm) {
		n := len(p)
		with := make([][]int, n) // columns of the queens that attack that of column i
		pairs := 0
		for i := range p {
			for j := range i {
				if (p[i]-i-p[j]+j)%n == 0 || (p[i]+i-p[j]-j)%n == 0 {
					pairs++
					with[i], with[j] = append(with[i], j), append(with[j], i)
				}
			}
		}
		found := conflict{pairs: pairs}
		seen := make([]bool, n)
		var size func(i int) int
		size = func(i int) int {
			if seen[i] {
				return 0
			}
			seen[i] = true
			sum := 1
			for _, j := range with[i] {
				sum += size(j)
			}
			return sum
		}
		for i := range p {
			if len(with[i]) > 0 {
				found.queens++
			}
			of := size(i)
			if found.largest = max(found.largest, of); of > 1 {
				found.components++
			}
		}
		c.add(index(found))
	})
}

func isToroidal(p queens.Perm) bool { return queens.Check(p, queens.Modular) == nil }

func torusClasses(b torus.Base, e torus.Equivalence) func(*testing.T, int) counts {
	return func(t *testing.T, n int) counts {
		return number(must.Get(torus.Count(t.Context(), n, b, e))(t)[0].Number)
	}
}

func ofAtlas(value func(*orbit.Atlas) int) func(*testing.T, int) counts {
	return func(t *testing.T, n int) counts {
		return number(value(must.Get(orbit.NewAtlas(t.Context(), n, orbit.Options{}))(t)))
	}
}

func chain(value func(*orbit.Reach) int) func(*testing.T, int) counts {
	var last *orbit.Reach
	return func(t *testing.T, n int) counts {
		for order := 4; order <= n; order++ {
			ofAtlas(func(a *orbit.Atlas) int {
				if order == 4 {
					last = a.Given()
				} else {
					last = a.ReachAfter(last)
				}
				return 0
			})(t, order)
		}
		return number(value(last))
	}
}

// listed counts the objects of a series with orderly generation.
func listed(t *testing.T, n int) counts {
	c := counts{}
	for _, k := range orderly.Families() {
		if k.Series != series {
			continue
		}
		for found, err := range k.Counts(t.Context(), n, nil) {
			must.Do(t, err)
			c[key([]int{found.Size})] = found.Objects
		}
	}
	return c
}

func ExampleSolutions() {
	fmt.Println(known.Solutions(8))
	fmt.Println(known.Solutions(28))
	// Output:
	// 92 true
	// 0 false
}

func ExampleClass() {
	a, _ := known.Class("A", 12)
	p, _ := known.Class("P", 12)
	r, _ := known.Class("R", 12)
	q, _ := known.Solutions(12)
	fmt.Println(a, p, r, q == a.Times(8).Plus(p.Times(4)).Plus(r.Times(2)))
	// Output: 1765 18 4 true
}

func ExampleLookup() {
	v, ok := known.Lookup("first-queen", 8, 3)
	fmt.Println(v.Value, v.Source, v.Status, ok)
	// Output: 16 A059963 recomputed-and-published true
}

func ExampleSeries_Row() {
	s, _ := known.Find("first-queen")
	for _, v := range s.Row(6) {
		fmt.Print(v.Value, " ")
	}
	fmt.Println(s.Counts)
	// Output: 0 1 1 1 1 0 solutions
}
