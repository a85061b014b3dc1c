package construct_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"slices"
	"testing"

	"queens"
	"queens/find/construct"
	"queens/internal/must"
)

// vectors are boards of testdata/vectors.json, which says where they come from. Rows count from 1.
type vectors struct {
	Divide     map[string][]int `json:"divide_conquer"`
	Exceptions []int            `json:"exceptions"`
	Hoffman    map[int][]int    `json:"hlm"`
	EvenOdd    map[int][]int    `json:"even_odd_list"`
	Walk       map[int][]int    `json:"knight_walk"`
	Magic5     [][]int          `json:"magic5"`
	Compound   []struct {
		N, K, Shift int
		P           []int
	} `json:"compound_polygons"`
}

func readVectors(t *testing.T) (v vectors) {
	t.Helper()
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("testdata/vectors.json"))(t), &v))
	return v
}

func fromOne(p queens.Perm) []int {
	rows := make([]int, len(p))
	for c, r := range p {
		rows[c] = r + 1
	}
	return rows
}

func firstOf(t *testing.T, name string, n int) queens.Perm {
	t.Helper()
	return must.Get(must.Get(construct.Find(name))(t).First(n))(t).Perm()
}

func TestBoardsEqualTheVectors(t *testing.T) {
	v := readVectors(t)
	for _, tc := range []struct {
		pattern string
		boards  map[int][]int
	}{
		{"hoffman-loessi-moore", v.Hoffman},
		{"even-odd-list", v.EvenOdd},
		{"knight-walk", v.Walk},
		{"divide-and-conquer", map[int][]int{20: v.Divide["20"], 21: v.Divide["21"]}},
	} {
		for n, want := range tc.boards {
			if got := fromOne(firstOf(t, tc.pattern, n)); !slices.Equal(got, want) {
				t.Errorf("%s, order %d: %v, want %v", tc.pattern, n, got, want)
			}
		}
	}
	walk := firstOf(t, "knight-walk", 5)
	if got := composed(walk, walk); !slices.Equal(fromOne(got), v.Divide["25_composed"]) {
		t.Errorf("walk of walks of order 25: %v, want %v", got, v.Divide["25_composed"])
	}
	// The boards of the pattern are such tiles, with one of its outer solutions.
	tiles := firstOf(t, "composed-solutions", 20)
	outer := make(queens.Perm, 4)
	for i := range outer {
		outer[i] = tiles[5*i] / 5
	}
	if queens.Check(outer, queens.Regular) != nil || !composed(outer, walk).Equal(tiles) {
		t.Errorf("composed board of order 20: %v", tiles)
	}
}

// composed puts a copy of inner in the place of every queen of outer.
func composed(outer, inner queens.Perm) (p queens.Perm) {
	for _, tile := range outer {
		for _, r := range inner {
			p = append(p, len(inner)*tile+r)
		}
	}
	return p
}

// conditions says, independently of the package, which orders a pattern serves. All
// are as stated in the literature and found true by trying every order to 2000;
// compound polygons by trying every step and shift to 60.
var conditions = map[string]func(n int) bool{
	"hoffman-loessi-moore": func(int) bool { return true },
	"even-odd-list":        func(int) bool { return true },
	"pauls":                func(int) bool { return true },
	"knight-walk":          func(n int) bool { return n%2 == 1 && n%3 != 0 },
	"star-polygon":         func(n int) bool { return n%6 == 1 || n%6 == 5 },
	"magic-square":         func(n int) bool { return n%6 == 1 || n%6 == 5 },
	"open-star-polygon":    func(n int) bool { return n%6 == 0 || n%6 == 4 },
	"divide-and-conquer":   func(n int) bool { return !slices.Contains([]int{8, 9, 14, 15, 26, 27, 38, 39}, n) },
	"composed-solutions": func(n int) bool {
		for b := 5; b <= n/4; b++ {
			if n%b == 0 && b%2 == 1 && b%3 != 0 {
				return true
			}
		}
		return false
	},
}

func TestPatternsServeTheOrdersTheySay(t *testing.T) {
	for _, p := range construct.All() {
		condition, stated := conditions[p.Name]
		last := 600
		if p.Name == "compound-polygon" {
			last = 60
		}
		for n := 1; n <= last; n++ {
			why := p.Refuses(n)
			if want := n != 2 && n != 3 && stated && condition(n); stated && (why == "") != want {
				t.Errorf("%s, order %d: refusal %q, want it to be served: %v", p.Name, n, why, want)
			}
			boards, err := p.Boards(n)
			if why != "" {
				if !errors.Is(err, queens.ErrOrder) {
					t.Errorf("%s, order %d: %v, want ErrOrder", p.Name, n, err)
				}
				continue
			}
			must.Do(t, err)
			seen := 0
			for b := range boards {
				if err := queens.Check(b.Perm(), queens.Regular); err != nil || b.Order != n {
					t.Fatalf("%s, order %d, board of order %d (%s): %v", p.Name, n, b.Order, b.Note, err)
				}
				if seen++; seen == 4 {
					break
				}
			}
			if seen == 0 {
				t.Errorf("%s, order %d: accepted, but no board", p.Name, n)
			}
		}
	}
}

func TestBoardsOfAnOrderDiffer(t *testing.T) {
	for _, p := range construct.All() {
		for _, n := range []int{1, 4, 10, 20, 25, 35, 55} {
			if p.Refuses(n) != "" {
				continue
			}
			seen := map[string]string{}
			for b := range must.Get(p.Boards(n))(t) {
				text := b.Perm().String()
				if other, twice := seen[text]; twice {
					t.Errorf("%s, order %d: %q and %q are the same board", p.Name, n, other, b.Note)
				}
				seen[text] = b.Note
			}
		}
	}
}

func TestToroidalPatternsAreToroidal(t *testing.T) {
	for _, name := range []string{"knight-walk", "star-polygon", "magic-square"} {
		p, _ := construct.Find(name)
		for _, n := range []int{1, 5, 7, 25, 35, 121, 175} {
			for b := range must.Get(p.Boards(n))(t) {
				if err := queens.Check(b.Perm(), queens.Modular); err != nil {
					t.Errorf("%s, order %d, %s: %v", name, n, b.Note, err)
				}
			}
		}
	}
}

func TestDivideAndConquerRefusesTheTenOrders(t *testing.T) {
	p, _ := construct.Find("divide-and-conquer")
	var refused []int
	for n := 1; n <= 3000; n++ {
		if p.Refuses(n) != "" {
			refused = append(refused, n)
		}
	}
	if want := readVectors(t).Exceptions; !slices.Equal(refused, want) {
		t.Errorf("refused %v, want %v", refused, want)
	}
}

func TestCompoundPolygonsAreAllFound(t *testing.T) {
	p, _ := construct.Find("compound-polygon")
	want := map[int][]string{}
	for _, v := range readVectors(t).Compound {
		perm := make(queens.Perm, v.N)
		for c, row := range v.P {
			perm[c] = row - 1
		}
		want[v.N] = append(want[v.N], perm.String())
	}
	for n := 4; n <= 18; n++ {
		var got []string
		if p.Refuses(n) == "" {
			for b := range must.Get(p.Boards(n))(t) {
				got = append(got, b.Perm().String())
			}
		}
		if !slices.Equal(got, want[n]) {
			t.Errorf("order %d: %v, want %v", n, got, want[n])
		}
	}
	for _, n := range []int{8, 14, 15, 20, 26, 27, 32, 38, 39, 44, 50, 51, 56} { // none, found by trying everything
		if p.Refuses(n) == "" {
			t.Errorf("order %d is served", n)
		}
	}
}

// magicSquare is the uniform step method by its definition: number k+1 stands x steps of
// (1, 2) and y steps of (2, 1) from the corner, k = x + ny, modulo n.
func magicSquare(n int) [][]int {
	square := make([][]int, n)
	for r := range square {
		square[r] = make([]int, n)
	}
	for k := range n * n {
		x, y := k%n, k/n
		square[(x+2*y)%n][(2*x+y)%n] = k + 1
	}
	return square
}

// TestMagicBoards compares the boards of the pattern with the places of the numbers, in the
// order they say.
func TestMagicBoards(t *testing.T) {
	if got := magicSquare(5); !slices.EqualFunc(got, readVectors(t).Magic5, slices.Equal) {
		t.Errorf("order 5: %v", got)
	}
	for _, n := range []int{1, 5, 7, 11, 25, 35} {
		square := magicSquare(n)
		p, _ := construct.Find("magic-square")
		boards, _ := p.Boards(n)
		k := 0
		for b := range boards {
			for c, r := range b.Perm() {
				number := square[r][c] - 1
				if block := k < n; block && number/n != k || !block && number%n != k-n {
					t.Fatalf("order %d, %s: %d stands at row %d, column %d", n, b.Note, number+1, r+1, c+1)
				}
			}
			k++
		}
	}
}

func TestBlocksAreThePerm(t *testing.T) {
	for _, p := range construct.All() {
		for _, n := range []int{1, 16, 100_000, 100_001, 100_003, 100_006, 100_011, 102_410} {
			if p.Refuses(n) != "" {
				continue
			}
			board := must.Get(p.First(n))(t)
			want := board.Perm()
			var got queens.Perm
			for rows := range board.Blocks() {
				got = append(got, queens.PermOf(rows)...)
			}
			if !got.Equal(want) {
				t.Errorf("%s, order %d: the blocks are another board", p.Name, n)
			}
			if err := queens.Check(want, queens.Regular); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

func ExampleFind() {
	p, _ := construct.Find("knight-walk")
	fmt.Println("works for", p.Condition)
	fmt.Println("order 9:", p.Refuses(9))
	// Output:
	// works for n with no factor 2 or 3
	// order 9: works only for n with no factor 2 or 3
}
