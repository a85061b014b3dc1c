package draw

import (
	"fmt"
	"math"
	"strings"

	"queens"
	"queens/symmetry"
)

// Orbit is the eight images of a placement, as eight boards. They are arranged as in the Cayley
// graph of the symmetries: quarter turns lead along the rows, in the lower one from right to left,
// and exchanging top and bottom leads from one row to the other. Images equal to the placement
// itself, those of its stabilizer, have a thick frame.
type Orbit struct {
	Queens queens.Perm `json:"queens"` // one queen in each row as well
	Theme  string      `json:"theme,omitempty"`
}

// cayley holds the images in the order in which they are drawn: what a quarter turn
// makes of the one before, and below each what exchanging top and bottom makes of it.
func cayley() (rows [2][4]symmetry.Symmetry) {
	turned := symmetry.Identity
	for i := range rows[0] {
		rows[0][i], rows[1][i] = turned, turned.Then(symmetry.FlipRows)
		turned = turned.Then(symmetry.Rot90)
	}
	return rows
}

// The measures of a picture of an orbit, in pixels.
const (
	orbitSize   = 1000
	orbitGap    = 44 // between boards, where the arrows are
	orbitMargin = 16
	captionRoom = 40                                             // below a board
	footRoom    = 54                                             // for what the picture says
	orbitSide   = (orbitSize - 2*orbitMargin - 3*orbitGap) / 4.0 // of a board
)

func validatePerm(p queens.Perm, what string) error {
	n := len(p)
	if n < 1 || n > MaxOrbitOrder {
		return fmt.Errorf("draw: %s of order %d: want 1 to %d: %w", what, n, MaxOrbitOrder, queens.ErrOrder)
	}
	seen := make([]bool, n)
	for c, r := range p {
		if r < 0 || r >= n || seen[r] {
			return fmt.Errorf("draw: %s: column %d has its queen in row %d: want every row from 1 to %d once: %w", what,
				c+1, r+1, n, queens.ErrFormat)
		}
		seen[r] = true
	}
	return nil
}

// drawSmall draws the board of a placement, without layers, at its top left corner.
func (p *pen) drawSmall(placement queens.Perm, at point, side float64) *boardLayout {
	l := &boardLayout{
		Board: Board{Order: len(placement), Queens: placement.Squares()}, theme: p.theme, tiles: 1,
		side: side / float64(len(placement)), left: at.x, top: at.y,
	}
	l.draw(p)
	return l
}

// Picture checks the placement and lays the boards out.
//
// Time O(order²). Errors: queens.ErrOrder for an order that is not 1 to
// MaxOrbitOrder, queens.ErrFormat for what is no permutation and for an unknown theme.
func (o Orbit) Picture() (*Picture, error) {
	if err := validatePerm(o.Queens, "orbit"); err != nil {
		return nil, err
	}
	theme, err := findTheme(o.Theme)
	if err != nil {
		return nil, err
	}
	height := 2*(orbitSide+captionRoom+orbitGap/2) + footRoom
	return &Picture{
		Title: o.describe(), Width: orbitSize, Height: int(math.Ceil(height)), theme: theme, draw: o.draw,
	}, nil
}

// stabilizerText names the symmetries that leave p unchanged: "po1, po7".
func stabilizerText(p queens.Perm) string {
	var names []string
	for no := 1; no <= symmetry.Count; no++ {
		s, err := symmetry.Operation(no)
		if err == nil && symmetry.Stabilizer(p).Has(s) {
			names = append(names, fmt.Sprintf("po%d", no))
		}
	}
	return strings.Join(names, ", ")
}

func (o Orbit) describe() string {
	size := len(symmetry.Orbit(o.Queens))
	images := "8 images, all different"
	if size < symmetry.Count {
		images = fmt.Sprintf("8 images, %d different", size)
	}
	return fmt.Sprintf("Orbit of %v: %s; stabilizer %s", o.Queens, images, stabilizerText(o.Queens))
}

func (o Orbit) draw(p *pen) {
	images := symmetry.Images(o.Queens)
	first := map[string]string{} // by placement: the name of the board that shows it first
	step := orbitSide + orbitGap
	down := orbitSide + captionRoom + orbitGap/2
	for row, symmetries := range cayley() {
		for i, s := range symmetries {
			x, y := orbitMargin+float64(i)*step, orbitMargin+float64(row)*down
			o.drawImage(p, point{x, y}, images[s], s, first)
			from, to := point{x + orbitSide + 7, y + orbitSide/2}, point{x + step - 7, y + orbitSide/2}
			switch last := i == len(symmetries)-1; {
			case last:
			case row == 0:
				p.arrow(from, to)
			default: // a flip turns the sense of rotation round
				p.arrow(to, from)
			}
			if row == 0 {
				p.arrow(point{x + orbitSide/2, y + orbitSide + captionRoom}, point{x + orbitSide/2, y + down - 3})
			}
		}
	}
	for i, text := range []string{o.describe(), arrowText} {
		look := lettering{size: 14}
		if over := look.width(text) / (orbitSize - 2*orbitMargin); over > 1 {
			look.size /= over
		}
		p.text(orbitMargin, 2*down+14+22*float64(i), text, look)
	}
}

const arrowText = "Arrows: along a row a quarter turn counterclockwise; down, top and bottom change places."

func (o Orbit) drawImage(p *pen, at point, image queens.Perm, s symmetry.Symmetry, first map[string]string) {
	p.drawSmall(image, at, orbitSide)
	fixed := image.Equal(o.Queens)
	if fixed {
		const frame = 5.0
		p.stroke(p.theme.accent, frame, rectangle(at.x-frame/2, at.y-frame/2, orbitSide+frame, orbitSide+frame))
	}
	name := fmt.Sprintf("po%d", s.OperationNo())
	caption := name + "  " + s.String()
	key := image.String()
	if other, ok := first[key]; ok {
		caption += "  = " + other
	} else {
		first[key] = name
	}
	look := lettering{size: 14, bold: fixed, align: center}
	p.text(at.x+orbitSide/2, at.y+orbitSide+13, caption, look)
	small := lettering{size: 12, align: center, color: p.theme.faint}
	if small.width(key) <= orbitSide {
		p.text(at.x+orbitSide/2, at.y+orbitSide+30, key, small)
	}
}

func (p *pen) arrow(from, to point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
	const head = 7
	neck := point{to.x - head*ux, to.y - head*uy}
	var shaft, tip shape
	shaft.move(from.x, from.y)
	shaft.line(neck.x, neck.y)
	p.stroke(p.theme.faint, 1.6, shaft)
	tip.move(to.x, to.y)
	tip.line(neck.x-head*.5*uy, neck.y+head*.5*ux)
	tip.line(neck.x+head*.5*uy, neck.y-head*.5*ux)
	tip.end()
	p.fill(p.theme.faint, tip)
}
