package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/symmetry"
)

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
		return errs.Errorf("%s of order %d: want 1 to %d: %w", what, n, MaxOrbitOrder, queens.ErrOrder)
	}
	seen := make([]bool, n)
	for c, r := range p {
		if r < 0 || r >= n || seen[r] {
			return errs.Errorf("column %d has its queen in row %d: want every row from 1 to %d once: %w", c+1, r+1,
				n, queens.ErrFormat)
		}
		seen[r] = true
	}
	return nil
}

func (p *pen) drawSmall(placement queens.Perm, t queens.Topology, at point, side float64) *boardLayout {
	l := &boardLayout{
		Board: Board{Order: len(placement), Queens: placement.Squares(), Topology: t}, tiles: 1,
		side: side / float64(len(placement)), left: at.x, top: at.y,
	}
	l.draw(p)
	return l
}

// Orbit draws the eight images of a placement, as eight boards. They are arranged as in the Cayley
// graph of the symmetries: quarter turns lead along the rows, in the lower one from right to left,
// and exchanging top and bottom leads from one row to the other. Images equal to the placement
// itself, those of its stabilizer, have a thick frame.
//
// Errors: queens.ErrOrder for an order that is not 1 to MaxOrbitOrder, queens.ErrFormat for what is
// no permutation and for an unknown theme.
func Orbit(placement queens.Perm, theme string) (*Picture, error) {
	if err := validatePerm(placement, "orbit"); err != nil {
		return nil, err
	}
	return lay(theme, describeOrbit(placement), orbitSize, 2*(orbitSide+captionRoom+orbitGap/2)+footRoom,
		func(p *pen) { p.drawOrbit(placement) })
}

func describeOrbit(placement queens.Perm) string {
	images := "8 images, all different"
	if size := len(symmetry.Orbit(placement)); size < symmetry.Count {
		images = fmt.Sprintf("8 images, %d different", size)
	}
	var stabilizer []string
	for _, s := range symmetry.Stabilizer(placement) {
		stabilizer = append(stabilizer, s.OperationName())
	}
	slices.Sort(stabilizer)
	return fmt.Sprintf("Orbit of %v: %s; stabilizer %s", placement, images, strings.Join(stabilizer, ", "))
}

func (p *pen) drawOrbit(placement queens.Perm) {
	images := symmetry.Images(placement)
	first := map[string]string{} // by placement: the name of the board that shows it first
	const down, middle = orbitSide + captionRoom + orbitGap/2, orbitSide / 2
	for row, symmetries := range cayley() {
		for i, s := range symmetries {
			at := point{orbitMargin + float64(i)*(orbitSide+orbitGap), orbitMargin + float64(row)*down}
			p.drawImage(at, images[s], s, images[s].Equal(placement), first)
			from, to := at.plus(orbitSide+7, middle), at.plus(orbitSide+orbitGap-7, middle)
			switch last := i == len(symmetries)-1; {
			case last:
			case row == 0:
				p.arrow(from, to)
			default: // a flip turns the sense of rotation round
				p.arrow(to, from)
			}
			if row == 0 {
				p.arrow(at.plus(middle, orbitSide+captionRoom), at.plus(middle, down-3))
			}
		}
	}
	for i, text := range []string{describeOrbit(placement), arrowText} {
		look := lettering{size: 14}
		if over := look.width(text) / (orbitSize - 2*orbitMargin); over > 1 {
			look.size /= over
		}
		p.text(point{orbitMargin, 2*down + 14 + 22*float64(i)}, text, look)
	}
}

const arrowText = "Arrows: along a row a quarter turn counterclockwise; down, top and bottom change places."

func (p *pen) drawImage(at point, image queens.Perm, s symmetry.Symmetry, fixed bool, first map[string]string) {
	p.drawSmall(image, queens.Regular, at, orbitSide)
	if fixed {
		const frame = 5.0
		const side = orbitSide + frame
		p.stroke(p.theme.accent, frame, new(shape).rectangle(at.plus(-frame/2, -frame/2), side, side))
	}
	name, key := s.OperationName(), image.String()
	caption := name + "  " + s.String()
	if other, ok := first[key]; ok {
		caption += "  = " + other
	} else {
		first[key] = name
	}
	p.text(at.plus(orbitSide/2, orbitSide+13), caption, lettering{size: 14, bold: fixed, align: center})
	small := lettering{size: 12, align: center, color: p.theme.faint}
	if small.width(key) <= orbitSide {
		p.text(at.plus(orbitSide/2, orbitSide+30), key, small)
	}
}

func (p *pen) arrow(from, to point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
	const head, half = 7, 3.5 // its length, and half of its width
	neck := to.plus(-head*ux, -head*uy)
	p.stroke(p.theme.faint, 1.6, new(shape).polyline(from, neck))
	p.fill(p.theme.faint, new(shape).polygon(to, neck.plus(-half*uy, half*ux), neck.plus(half*uy, -half*ux)))
}

// The measures of a picture of all solutions, in pixels.
const (
	galleryMargin = 16
	galleryHead   = 36
	gallerySize   = 640 // of a line with one orbit
)

func galleryLine(orbits int) int {
	for _, k := range []int{1, 2, 4} {
		if orbits <= 16*k*k {
			return k
		}
	}
	return 8
}

// Gallery draws all solutions of the order of a placement, the images of each orbit side by side.
// The orbit of the placement itself is framed.
//
// Errors: queens.ErrOrder if there is no solution, queens.ErrFormat for one of another order, and
// those of [Orbit].
func Gallery(placement queens.Perm, all [][]queens.Perm, theme string) (*Picture, error) {
	if err := validatePerm(placement, "solutions"); err != nil {
		return nil, err
	}
	n, boards := len(placement), 0
	for _, images := range all {
		boards += len(images)
		for _, p := range images {
			if len(p) != n {
				return nil, errs.Errorf("a solution of order %d among those of order %d: %w", len(p), n,
					queens.ErrFormat)
			}
		}
	}
	if boards == 0 {
		return nil, errs.Errorf("all solutions of order %d: none exist: %w", n, queens.ErrOrder)
	}
	line := galleryLine(len(all))
	width := float64(gallerySize + (line-1)*gallerySize/2)
	cell := (width - 2*galleryMargin) / float64(line*symmetry.Count)
	lines := (len(all) + line - 1) / line
	solutions, orbits := humanize.Plural(boards, "solution"), humanize.Plural(len(all), "orbit")
	title := fmt.Sprintf("The %s of order %d, an orbit beside the other: %s", solutions, n, orbits)
	return lay(theme, title, width, galleryHead+float64(lines)*cell+galleryMargin, func(p *pen) {
		head := fmt.Sprintf("Order %d: %s, %s", n, solutions, orbits)
		p.text(point{galleryMargin, galleryHead / 2}, head, lettering{size: 15, bold: true})
		for i, images := range all {
			at := point{galleryMargin + float64(i%line*symmetry.Count)*cell, galleryHead + float64(i/line)*cell}
			if slices.ContainsFunc(images, placement.Equal) {
				p.stroke(p.theme.accent, max(1.5, cell*.06), new(shape).rectangle(at.plus(.01*cell, .01*cell),
					float64(len(images))*cell-.02*cell, .98*cell))
			}
			for i, image := range images {
				p.drawSmall(image, queens.Regular, at.plus((float64(i)+.08)*cell, .08*cell), .84*cell)
			}
		}
	})
}
