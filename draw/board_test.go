package draw_test

import (
	"errors"
	"fmt"
	"image/color"
	"math"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"queens"
	"queens/draw"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/known"
)

// staircase returns n queens on knight's moves, rows 2, 4, ... and then 1, 3, ...: a
// solution where n mod 6 is not 2 or 3, [hoffman1969].
func staircase(n int) (squares []queens.Square) {
	for c := range n {
		r := 2*c + 1
		if r >= n {
			r = 2 * (c - n/2)
		}
		squares = append(squares, queens.Square{Row: r, Col: c})
	}
	return squares
}

// boards holds a board for every layer and every way of drawing queens.
func boards(t testing.TB) map[string]draw.Board {
	solution, attacking := perm(t, "15863724").Squares(), perm(t, "15863742").Squares()
	return map[string]draw.Board{
		"plain":        {Order: 8, Queens: solution},
		"empty":        {Order: 1},
		"attacks-dark": {Order: 8, Queens: solution, Layers: []string{"chess", "attacks"}, Theme: "dark"},
		"conflicts":    {Order: 8, Queens: attacking, Layers: []string{"conflicts", "coordinates", "chess"}},
		"torus":        {Order: 8, Queens: solution, Topology: queens.Modular, Layers: []string{"conflicts", "ghost"}},
		"torus-attacks": {
			Order: 8, Queens: solution[:2], Topology: queens.Modular,
			Layers: []string{"attacks", "free"},
		},
		"regions-dark": {
			Order: 5, Queens: []queens.Square{{Row: 1, Col: 3}},
			Regions: []string{"AABBC", "AADBC", "EADBB", "EEDBB", "EDDDD"}, Theme: "dark",
		},
		"partial": {Order: 12, Queens: solution[:4], Blocked: []queens.Square{
			{Row: 10, Col: 10}, {Row: 11, Col: 11},
		}, Layers: []string{"free", "coordinates"}},
		"heat": {
			Order: 8, Queens: solution, Heat: must.Get(draw.AttackHeat(8, solution, queens.Regular))(t),
			Layers: []string{"coordinates"},
		},
		"heat-torus": {
			Order: 6, Topology: queens.Modular, Heat: must.Get(draw.AttackHeat(6, staircase(6), queens.Modular))(t),
			Layers: []string{"ghost"},
		},
		"heat-dark":      {Order: 8, Heat: must.Get(draw.SolutionHeat(8))(t), Theme: "dark"},
		"order-30":       {Order: 30, Queens: staircase(30), Layers: []string{"coordinates"}},
		"order-60":       {Order: 60, Queens: staircase(30), Layers: []string{"free", "coordinates", "conflicts"}},
		"order-200-dark": {Order: 200, Queens: staircase(200), Layers: []string{"coordinates"}, Theme: "dark"},
		"order-1000":     {Order: 1000, Queens: staircase(1000)},
	}
}

func TestBoardsLookAsTheyDid(t *testing.T) {
	for name, b := range boards(t) {
		t.Run(name, func(t *testing.T) {
			p := lay(t, b)
			compare(t, "board-"+name, p)
			if b.Order == 8 {
				comparePixels(t, "board-"+name, p)
			}
		})
	}
}

// The web shows boards of order 1000 live: few elements, and no more bytes than a
// writer made for boards alone needed (32 KB, 165 elements).
func TestLargeBoardsStaySmall(t *testing.T) {
	for _, n := range []int{8, 40, 41, 150, 1000} {
		p := lay(t, draw.Board{Order: n, Queens: staircase(n), Layers: []string{"coordinates"}})
		svg := encode(t, "svg", p)
		if len(svg) > 32_000 || nodes(svg) > 165 {
			t.Errorf("order %d: %d bytes, %d elements", n, len(svg), nodes(svg))
		}
	}
}

// A queen is solid: a first picture of another program had hollow ones, and no
// check of sizes or hashes noticed.
func TestQueensAreSolid(t *testing.T) {
	for _, n := range []int{1, 8, 30, 60} {
		p := lay(t, draw.Board{Order: n, Queens: staircase(n)[:n:n], Size: 900})
		img := decodePNG(t, encode(t, "png", p))
		side := float64((900 - 4) / n)
		ink := color.RGBA{R: 0x1c, G: 0x1c, B: 0x1c, A: 0xff}
		for _, sq := range staircase(n) {
			for _, at := range []float64{.55, .62, .7} { // down the middle of the body
				x, y := 2+(float64(sq.Col)+.5)*side, 2+(float64(sq.Row)+at)*side
				if got := img.At(int(x), int(y)); distance(got, ink) > 8 {
					t.Errorf("order %d, %v: %v at %.0f,%.0f, want a queen", n, sq, got, x, y)
				}
			}
		}
	}
}

func TestWhatCannotBeDrawn(t *testing.T) {
	three, themed := atlas(t, 3), atlas(t, 5)
	themed.Theme = "x"
	square := []queens.Square{{Row: 8}}
	heat := func(values ...float64) *draw.Heat { return &draw.Heat{Values: [][]float64{values}} }
	for want, d := range map[string]drawable{
		"board of order 0: want 1 to 10000": draw.Board{},
		"order 10001":                       draw.Board{Order: draw.MaxBoardOrder + 1},
		"orbit of order 0: want 1 to 200":   figure(t, "orbit", nil, ""),
		"signature of order 201":            figure(t, "signature", make(queens.Perm, 201), ""),
		"order 3, which has 0 orbits":       three,
	} {
		if _, err := d.Picture(); !errors.Is(err, queens.ErrOrder) || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %q", err, want)
		}
	}
	for _, tc := range []struct {
		want string
		d    drawable
	}{
		{"board of 20 pixels: want 64 to 4096", draw.Board{Order: 8, Size: 20}},
		{"queen at row 9, column 1 is outside a board of order 8", draw.Board{Order: 8, Queens: square}},
		{"blocked square at row 9", draw.Board{Order: 8, Blocked: square}},
		{"it already has a queen", draw.Board{Order: 9, Queens: square, Blocked: square}},
		{`layer "xyz": want one of attacks, chess,`, draw.Board{Order: 8, Layers: []string{"xyz"}}},
		{`theme "xyz": want one of light, dark`, draw.Board{Order: 8, Theme: "xyz"}},
		{"heat for 0 rows on a board of order 8", draw.Board{Order: 8, Heat: &draw.Heat{}}},
		{"heat of row 1: want 1 numbers", draw.Board{Order: 1, Heat: heat()}},
		{"heat of row 1: want 1 numbers, each at least 0", draw.Board{Order: 1, Heat: heat(math.NaN())}},
		{"row 1: want 1 numbers, each at least 0", draw.Board{Order: 1, Heat: heat(-1)}},
		{"column 2 has its queen in row 1: want every row from 1 to 4 once", figure(t, "orbit", perm(t, "1133"), "")},
		{"column 2 has its queen in row 8", figure(t, "signature", queens.Perm{0, 7}, "")},
		{`theme "x"`, figure(t, "orbit", queens.Perm{0}, "x")},
		{`theme "x"`, figure(t, "signature", queens.Perm{0}, "x")},
		{`theme "x"`, themed},
	} {
		if _, err := tc.d.Picture(); !errors.Is(err, queens.ErrFormat) || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("got %v, want %q", err, tc.want)
		}
	}
	if _, err := (draw.Board{Order: draw.MaxTextOrder + 1}).Text(); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("large text: got %v, want ErrOrder", err)
	}
}

func TestBoardAsText(t *testing.T) {
	attacking := perm(t, "15863742").Squares()
	var all strings.Builder
	for _, b := range []draw.Board{
		{Order: 8, Queens: attacking},
		{Order: 8, Queens: attacking, Layers: []string{"conflicts", "coordinates", "chess"}},
		{
			Order: 11, Queens: attacking[:3], Blocked: []queens.Square{{Row: 10, Col: 10}},
			Layers: []string{"free", "chess"},
		},
		{Order: 11, Layers: []string{"coordinates"}},
		{Order: 8, Queens: attacking, Heat: must.Get(draw.AttackHeat(8, attacking, queens.Regular))(t)},
	} {
		all.WriteString(must.Get(b.Text())(t) + "\n")
	}
	golden.Compare(t, "testdata/boards.txt", []byte(all.String()))
}

func TestTitleSaysWhatIsSeen(t *testing.T) {
	for _, tc := range []struct {
		b    draw.Board
		want string
	}{
		{draw.Board{Order: 8}, "8 by 8 board without queens"},
		{draw.Board{Order: 8, Queens: []queens.Square{{Row: 7}}}, "8 by 8 board with a queen at a1"},
		{
			draw.Board{Order: 4, Queens: perm(t, "2143").Squares()},
			"4 by 4 board with queens at a3 b4 c1 d2, attacking pairs: 4",
		},
		{
			draw.Board{Order: 30, Queens: staircase(30), Topology: queens.Modular},
			"30 by 30 board on the torus with 30 queens, attacking pairs: ",
		},
		{
			draw.Board{
				Order: 4, Blocked: []queens.Square{{}}, Heat: must.Get(draw.AttackHeat(4, nil, queens.Regular))(t),
			},
			"4 by 4 board without queens, 1 blocked; colours: queens that attack the square",
		},
	} {
		p := lay(t, tc.b)
		if !strings.HasPrefix(p.Title, tc.want) {
			t.Errorf("got %q, want %q", p.Title, tc.want)
		}
	}
}

// AttackHeat adds up lines; here every pair of squares is looked at.
func TestAttackHeatIsTheNumberOfAttackers(t *testing.T) {
	for _, topology := range []queens.Topology{queens.Regular, queens.Modular} {
		for _, text := range []string{"1", "21", "2143", "15863724", "15863742", "112233"} {
			p := perm(t, text)
			heat := must.Get(draw.AttackHeat(len(p), p.Squares(), topology))(t)
			for r := range p {
				for c := range p {
					want := 0
					for _, sq := range p.Squares() {
						if to := (queens.Square{Row: r, Col: c}); sq != to {
							want += queens.AttackingPairs([]queens.Square{sq, to}, len(p), topology)
						}
					}
					if got := heat.Values[r][c]; got != float64(want) {
						t.Errorf("%s %v, row %d, column %d: %v, want %d", text, topology, r+1, c+1, got, want)
					}
				}
			}
		}
	}
}

func TestSolutionHeatAddsUp(t *testing.T) {
	for n := 1; n <= 20; n++ {
		heat := must.Get(draw.SolutionHeat(n))(t)
		want, _ := known.Solutions(n)
		for r, row := range heat.Values {
			sum := 0.0
			for _, x := range row {
				sum += x
			}
			if sum != want.Float64() {
				t.Errorf("order %d, row %d: %v solutions, want %v", n, r+1, sum, want)
			}
		}
	}
	if _, err := draw.SolutionHeat(21); !errors.Is(err, queens.ErrOrder) {
		t.Errorf("order 21: got %v, want ErrOrder", err)
	}
}

// TestHeatScaleHasRoom: the number beside the scale ends before the picture does.
func TestHeatScaleHasRoom(t *testing.T) {
	for _, most := range []float64{9, 1234567890, 1e15 - 1} {
		b := draw.Board{Order: 1, Size: 300, Heat: &draw.Heat{Values: [][]float64{{most}}}}
		img := decodePNG(t, encode(t, "png", lay(t, b)))
		edge := img.Bounds().Max.X - 1
		for y := range img.Bounds().Max.Y {
			if img.At(edge, y) != img.At(edge, 0) {
				t.Errorf("%.0f: ink in line %d of the last column", most, y)
				break
			}
		}
	}
}

func BenchmarkBoard(b *testing.B) {
	for _, n := range []int{8, 100, 1000} {
		for _, f := range draw.Formats() {
			b.Run(fmt.Sprintf("format=%s/n=%d", f.Name, n), func(b *testing.B) {
				for b.Loop() {
					p := lay(b, draw.Board{Order: n, Queens: staircase(n), Layers: []string{"coordinates"}})
					size := len(encode(b, f.Name, p))
					b.ReportMetric(float64(size), "bytes")
				}
			})
		}
	}
}

// TestMarksAndCaptions: a marked square has a frame, and a long caption is wrapped in type of the
// size of a short one.
func TestMarksAndCaptions(t *testing.T) {
	b := draw.Board{Order: 6, Caption: strings.Repeat("caption ", 12)}
	plain := svg(t, b)
	b.Marked = []queens.Square{{Row: 1, Col: 2}}
	if marked := svg(t, b); strings.Count(marked, "<path") != strings.Count(plain, "<path")+1 {
		t.Error("the mark is not one more path")
	}
	b.Caption = "short"
	size := regexp.MustCompile(`font-size[:=]"?[0-9.]+`)
	long, short := size.FindAllString(plain, -1), size.FindAllString(svg(t, b), -1)
	if len(long) < 2 || len(short) != 1 || strings.Count(plain, "caption") != 12 || slices.Contains(long, "") ||
		len(slices.Compact(append(long, short...))) != 1 {
		t.Errorf("the long caption has %s, the short one %s", long, short)
	}
	b.Marked[0].Row = 6
	if _, err := b.Picture(); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a mark outside the board: %v", err)
	}
}

// TestShownAttacks: a line that is dashed and a ring, from a queen to a square that may be empty.
func TestShownAttacks(t *testing.T) {
	queen, square := queens.Square{Row: 1, Col: 1}, queens.Square{Row: 4, Col: 4}
	b := draw.Board{Order: 6, Queens: []queens.Square{queen}}
	plain := svg(t, b)
	b.Attacks = []queens.Attack{{A: queen, B: square, Line: queens.Falling}}
	shown := svg(t, b)
	if got := strings.Count(shown, "<path") - strings.Count(plain, "<path"); got != 2 ||
		!strings.Contains(shown, "stroke-dasharray") {
		t.Errorf("%d more paths, want 2, one of them dashed:\n%s", got, shown)
	}
	b.Attacks[0].B.Col = 6
	if _, err := b.Picture(); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("an attack on a square outside the board: %v", err)
	}
}

// TestRegionsAreNamed: each piece of a region has its letter, in its first square at least, as a
// search finds the pieces; small squares have none.
func TestRegionsAreNamed(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	letter := regexp.MustCompile(`>([A-Z])</text>`)
	for n := 1; n <= 26; n++ {
		regions := make([]string, n)
		for r := range n {
			for range n {
				regions[r] += string(rune('A' + rng.IntN(min(n, 4+rng.IntN(n)))))
			}
		}
		want := map[string]int{}         // pieces by letter
		piece := map[queens.Square]int{} // the number of the least square that is known to be in the same piece
		for i := range n * n {
			piece[queens.Square{Row: i / n, Col: i % n}] = i
		}
		for changed := true; changed; {
			changed = false
			for a, number := range piece {
				for _, b := range []queens.Square{{Row: a.Row, Col: a.Col + 1}, {Row: a.Row + 1, Col: a.Col}} {
					if b.On(n) && regions[a.Row][a.Col] == regions[b.Row][b.Col] && number != piece[b] {
						piece[a], piece[b] = min(piece[a], piece[b]), min(piece[a], piece[b])
						changed = true
					}
				}
			}
		}
		for i := range n * n {
			if sq := (queens.Square{Row: i / n, Col: i % n}); piece[sq] == i {
				want[regions[sq.Row][sq.Col:sq.Col+1]]++
			}
		}
		got := map[string]int{}
		b := draw.Board{Order: n, Regions: regions, Size: 1000}
		for _, m := range letter.FindAllStringSubmatch(svg(t, b), -1) {
			got[m[1]]++
		}
		for name, pieces := range want {
			if got[name] < pieces || len(got) != len(want) {
				t.Errorf("regions %v: letter %s %d times, want at least %d", regions, name, got[name], pieces)
			}
		}
		b.Size = 64
		if small := letter.FindString(svg(t, b)); n > 4 && small != "" {
			t.Errorf("order %d in 64 pixels: a letter", n)
		}
	}
}
