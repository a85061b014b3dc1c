package draw_test

import (
	"encoding/json"
	"image/color"
	"math"
	"math/rand/v2"
	"os"
	"strconv"
	"testing"

	"queens/draw"
	"queens/internal/must"
)

// rgb is a colour whose parts are shares of light, not of the screen's scale.
type rgb [3]float64

func linear(c color.Color) (light rgb) {
	r, g, b, _ := c.RGBA()
	for i, x := range []uint32{r, g, b} {
		if light[i] = float64(x) / 0xffff / 12.92; x > 0xffff*4045/100_000 {
			light[i] = math.Pow((float64(x)/0xffff+.055)/1.055, 2.4)
		}
	}
	return light
}

type matrix [3]rgb

func (m matrix) of(c rgb) (out rgb) {
	for i, row := range m {
		out[i] = row[0]*c[0] + row[1]*c[1] + row[2]*c[2]
	}
	return out
}

// visions are what eyes make of light: all of it, and the three deficiencies in full, by Machado,
// Oliveira and Fernandes, A physiologically-based model for simulation of color vision deficiency
// (2009), table 1.
var visions = map[string]matrix{
	"all colours":  {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"protanopia":   {{.152286, 1.052583, -.204868}, {.114503, .786281, .099216}, {-.003882, -.048116, 1.051998}},
	"deuteranopia": {{.367322, .860646, -.227968}, {.280085, .672501, .047413}, {-.01182, .04294, .968881}},
	"tritanopia":   {{1.255528, -.076749, -.178779}, {-.078411, .930809, .147602}, {.004733, .691367, .3039}},
}

// okLab returns lightness and two axes of colour: Björn Ottosson, A perceptual color space for
// image processing (2020).
func okLab(c rgb) rgb {
	lms := matrix{
		{.4122214708, .5363325363, .0514459929},
		{.2119034982, .6806995451, .1073969566},
		{.0883024619, .2817188376, .6299787005},
	}.of(c)
	for i := range lms {
		lms[i] = math.Cbrt(lms[i])
	}
	return matrix{
		{.2104542553, .793617785, -.0040720468},
		{1.9779984951, -2.428592205, .4505937099},
		{.0259040371, .7827717662, -.808675766},
	}.of(lms)
}

// difference returns how far two colours are apart for one of the visions.
func difference(a, b color.Color, vision matrix) float64 {
	var points [2]rgb
	for i, c := range []color.Color{a, b} {
		seen := vision.of(linear(c))
		for k := range seen {
			seen[k] = max(0, min(1, seen[k]))
		}
		points[i] = okLab(seen)
	}
	return math.Hypot(math.Hypot(points[0][0]-points[1][0], points[0][1]-points[1][1]), points[0][2]-points[1][2])
}

// leastDifference is what two colours must differ by to be told apart without the border.
const leastDifference = .06

// TestRegionsDiffer compares the grounds of regions, all pairs, in both themes and for every
// vision, and the letters on them with the grounds: WCAG requires 4.5.
func TestRegionsDiffer(t *testing.T) {
	var themes []struct {
		Name, Ink string
		Regions   []string
	}
	must.Do(t, json.Unmarshal(must.Get(os.ReadFile("themes.json"))(t), &themes))
	luminance := func(text string) float64 {
		c := linear(colorOf(t, text))
		return .2126*c[0] + .7152*c[1] + .0722*c[2]
	}
	if d := difference(color.White, color.Black, visions["deuteranopia"]); math.Abs(d-1) > .001 {
		t.Fatalf("white and black differ by %.4f, want 1", d)
	}
	for _, theme := range themes {
		if len(theme.Regions) != 14 { // those of the largest puzzle
			t.Errorf("%s: %d colours", theme.Name, len(theme.Regions))
		}
		for i, a := range theme.Regions {
			x, y := luminance(a)+.05, luminance(theme.Ink)+.05
			if contrast := max(x, y) / min(x, y); contrast < 4.5 {
				t.Errorf("%s: letters on %s have the contrast %.2f", theme.Name, a, contrast)
			}
			for _, b := range theme.Regions[:i] {
				for name, vision := range visions {
					if d := difference(colorOf(t, a), colorOf(t, b), vision); d < leastDifference {
						t.Errorf("%s, %s: %s and %s differ by %.3f", theme.Name, name, a, b, d)
					}
				}
			}
		}
	}
}

func colorOf(t *testing.T, text string) color.Color {
	t.Helper()
	code := must.Get(strconv.ParseUint(text[1:], 16, 32))(t)
	return color.NRGBA{R: uint8(code >> 16), G: uint8(code >> 8), B: uint8(code), A: 255}
}

// TestRegionsThatTouch draws more regions than there are colours: those that touch differ.
func TestRegionsThatTouch(t *testing.T) {
	const n, side = 26, 20
	rng := rand.New(rand.NewPCG(3, 4))
	for range 20 {
		grid := make([][]byte, n) // regions grow around the squares of a diagonal
		for r := range grid {
			grid[r] = make([]byte, n)
			grid[r][r] = 'A' + byte(r)
		}
		for left := n*n - n; left > 0; {
			r, c := rng.IntN(n), rng.IntN(n)
			from := [2]int{r + rng.IntN(3) - 1, c}
			if rng.IntN(2) == 0 {
				from = [2]int{r, c + rng.IntN(3) - 1}
			}
			on := min(from[0], from[1]) >= 0 && max(from[0], from[1]) < n
			if on && grid[r][c] == 0 && grid[from[0]][from[1]] != 0 {
				grid[r][c] = grid[from[0]][from[1]]
				left--
			}
		}
		var rows []string
		for _, row := range grid {
			rows = append(rows, string(row))
		}
		picture := decodePNG(t, encode(t, "png", lay(t, draw.Board{Order: n, Regions: rows, Size: n*side + 4})))
		at := func(r, c int) color.Color { // below the letter
			return picture.At(2+c*side+side*2/3, 2+r*side+side*2/3)
		}
		for r := range n - 1 {
			for c := range n - 1 {
				for _, pair := range [][4]int{
					{r, c, r, c + 1}, {r, c, r + 1, c}, {r, c, r + 1, c + 1}, {r + 1, c, r, c + 1},
				} {
					if rows[pair[0]][pair[1]] == rows[pair[2]][pair[3]] {
						continue
					}
					a, b := at(pair[0], pair[1]), at(pair[2], pair[3])
					if d := difference(a, b, visions["all colours"]); d < leastDifference {
						t.Fatalf("squares %v of %v have %v and %v", pair, rows, a, b)
					}
				}
			}
		}
	}
}
