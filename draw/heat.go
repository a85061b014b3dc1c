package draw

import (
	"image/color"
	"math"
	"slices"
	"strconv"

	"queens"
	"queens/internal/errs"
	"queens/known"
)

// Heat gives every square of a board a number, which is shown as a colour between
// those of 0 and of the largest number, with a scale beside the board.
type Heat struct {
	Title  string      `json:"title,omitempty"` // what the numbers are, in a few words: "queens that attack the square"
	Values [][]float64 `json:"values"`          // by row, then column; finite and not negative
}

func (h *Heat) validate(n int) error {
	switch {
	case h == nil:
		return nil
	case len(h.Values) != n:
		return errs.Errorf("heat for %d rows on a board of order %d: %w", len(h.Values), n, queens.ErrFormat)
	}
	for r, row := range h.Values {
		wrong := slices.ContainsFunc(row, func(x float64) bool { return !(x >= 0 && x <= math.MaxFloat64) })
		if len(row) != n || wrong {
			return errs.Errorf("heat of row %d: want %d numbers, each at least 0: %w", r+1, n, queens.ErrFormat)
		}
	}
	return nil
}

func newHeat(title string, n int, value func(sq queens.Square) float64) *Heat {
	h := &Heat{title, make([][]float64, n)}
	for r := range h.Values {
		for c := range n {
			h.Values[r] = append(h.Values[r], value(queens.Square{Row: r, Col: c}))
		}
	}
	return h
}

// AttackHeat returns for each square of a board how many of the queens attack it; a queen does not
// attack her own square. Errors: queens.ErrOrder above MaxHeatOrder.
func AttackHeat(n int, squares []queens.Square, t queens.Topology) (*Heat, error) {
	if n > MaxHeatOrder {
		return nil, errs.Errorf("heat on a board of order %d: want at most %d: %w", n, MaxHeatOrder, queens.ErrOrder)
	}
	lined := queensOnLines(n, squares, t)
	h := newHeat("queens that attack the square", n, func(sq queens.Square) float64 { return float64(lined(sq)) })
	for _, sq := range squares {
		h.Values[sq.Row][sq.Col] -= float64(len(directions)) // she stands on all of her lines
		if t == queens.Modular && n%2 == 0 {
			h.Values[(sq.Row+n/2)%n][(sq.Col+n/2)%n]-- // on both of her diagonals
		}
	}
	return h, nil
}

// SolutionHeat returns, for each square, the known number of solutions with a queen there.
func SolutionHeat(n int) (*Heat, error) {
	if _, ok := known.Lookup("square-counts", n, 1, 1); !ok {
		return nil, errs.Errorf("solutions by square of order %d are not tabulated: want 1 to 12: %w", n,
			queens.ErrOrder)
	}
	return newHeat("solutions with a queen on the square", n, func(sq queens.Square) float64 {
		v, _ := known.Lookup("square-counts", n, sq.Row+1, sq.Col+1)
		return v.Value.Float64()
	}), nil
}

// queensOnLines returns a function that counts the queens on the four lines through a square; one
// on the square counts four times.
func queensOnLines(n int, squares []queens.Square, t queens.Topology) func(queens.Square) int {
	var counts [4][]int // by kind of line
	for kind := range counts {
		counts[kind] = make([]int, 2*n)
	}
	for _, sq := range squares {
		for kind, line := range queens.Lines(sq, n, t) {
			counts[kind][line]++
		}
	}
	return func(sq queens.Square) (sum int) {
		for kind, line := range queens.Lines(sq, n, t) {
			sum += counts[kind][line]
		}
		return sum
	}
}

// most returns the largest number, at least a tiny one.
func (h *Heat) most() float64 {
	most := math.SmallestNonzeroFloat64
	for _, row := range h.Values {
		most = max(most, slices.Max(row))
	}
	return most
}

const heatLevels = 24

func (t theme) palette() color.Palette {
	colors := make(color.Palette, heatLevels)
	for i := range colors {
		if share := float64(i) / (heatLevels - 1); share > .5 {
			colors[i] = mix(t.Warm, t.Hot, share*2-1)
		} else {
			colors[i] = mix(t.Cold, t.Warm, share*2)
		}
	}
	return colors
}

func level(x, most float64) uint8 { return uint8(math.Round(x / most * (heatLevels - 1))) }

func (h *Heat) drawGround(l *boardLayout, p *pen, at point) {
	most, colors := h.most(), p.theme.palette()
	grounds := make([]shape, len(colors))
	for r, row := range h.Values {
		for c, x := range row {
			grounds[level(x, most)].rectangle(at.plus(float64(c)*l.side, float64(r)*l.side), l.side, l.side)
		}
	}
	for i, ground := range grounds {
		p.fill(colors[i], ground)
	}
}

func (h *Heat) drawNumbers(l *boardLayout, p *pen) {
	if h == nil || l.Order > numberedHeat {
		return
	}
	most := h.most()
	colors := p.theme.palette()
	for r, row := range h.Values {
		for c, x := range row {
			sq, text := queens.Square{Row: r, Col: c}, heatText(x)
			look := lettering{size: min(13, l.side*.34), align: center, color: readable(colors[level(x, most)])}
			if !slices.Contains(l.Queens, sq) && look.size >= 6 && look.width(text) <= l.side*.94 {
				p.text(l.middle(sq), text, look)
			}
		}
	}
}

// readable returns black or white, whichever contrasts more with a ground.
func readable(ground color.Color) color.Color {
	r, g, b, _ := ground.RGBA()
	if 299*r+587*g+114*b > 1000*0x7800 {
		return color.Black
	}
	return color.White
}

func heatText(x float64) string {
	if x == math.Trunc(x) && x < 1e15 {
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 3, 64)
}

func (h *Heat) drawLegend(l *boardLayout, p *pen) {
	height := min(l.all(), 240)
	at := point{l.left + l.all() + boardRim + l.right + 14, l.top + (l.all()-height)/2}
	step := height / heatLevels
	for i, c := range p.theme.palette() {
		p.fill(c, new(shape).rectangle(at.plus(0, height-float64(i+1)*step), 14, step+.5))
	}
	p.stroke(p.theme.Rim, 1, new(shape).rectangle(at, 14, height))
	look := lettering{size: 11}
	most := h.most()
	if most < 1e-300 {
		most = 0
	}
	p.text(at.plus(20, 4), heatText(most), look)
	p.text(at.plus(20, height-4), "0", look)
	if h.Title == "" {
		return
	}
	look.align, look.size = center, min(11, 11*height/max(1, look.width(h.Title)))
	at = at.plus(62, height/2)
	p.along(at, at.plus(0, -1), 0, h.Title, look)
}
