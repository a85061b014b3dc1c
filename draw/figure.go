package draw

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"queens"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/named"
	"queens/list"
	"queens/math/orbit"
	"queens/symmetry"
)

// Figure is a picture of a placement other than its board. The zero value is not valid.
type Figure struct {
	Name     string // stable identifier: "orbit"
	Summary  string // one sentence, no final period
	MaxOrder int    // largest order that is drawn

	lay func(p queens.Perm, theme string) (*Picture, error)
}

// figures holds every figure, sorted by name. To add one, add a line. All solutions of order 10 are
// 724 boards.
var figures = []Figure{
	{"orbit", "The eight images, and the rotations and reflections between them", 200, layOrbit},
	{"signature", "The triangles of the orbit signature", 200, laySignature},
	{
		"solutions", "All solutions of the same order, orbit by orbit, with the placement framed",
		MaxGalleryOrder, laySolutions,
	},
}

// MaxGalleryOrder is the largest order whose solutions are drawn in one picture.
const MaxGalleryOrder = 10

// Figures returns every figure, sorted by name.
func Figures() []Figure { return slices.Clone(figures) }

// FindFigure returns the figure with this name.
func FindFigure(name string) (Figure, error) {
	return named.Find("figure", name, figures, func(f Figure) string { return f.Name })
}

// Picture draws the figure of a placement.
//
// Errors: queens.ErrOrder for an order that is not 1 to MaxOrder, or has no solution to draw;
// queens.ErrFormat for what is no permutation and for an unknown theme.
func (f Figure) Picture(p queens.Perm, theme string) (*Picture, error) {
	n := len(p)
	if n < 1 || n > f.MaxOrder {
		return nil, errs.Errorf("%s of order %d: want 1 to %d: %w", f.Name, n, f.MaxOrder, queens.ErrOrder)
	}
	seen := make([]bool, n)
	for c, r := range p {
		if r < 0 || r >= n || seen[r] {
			return nil, errs.Errorf("column %d has its queen in row %d: want every row from 1 to %d once: %w", c+1, r+1,
				n, queens.ErrFormat)
		}
		seen[r] = true
	}
	return f.lay(p, theme)
}

func (p *pen) drawSmall(placement queens.Perm, t queens.Topology, at point, side float64) *boardLayout {
	l := &boardLayout{
		Board: Board{Order: len(placement), Queens: placement.Squares(), Topology: t}, tiles: 1,
		side: side / float64(len(placement)), left: at.x, top: at.y,
	}
	l.draw(p)
	return l
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

// layOrbit lays the eight images of a placement out, as eight boards. They are arranged as in the
// Cayley graph of the symmetries: quarter turns lead along the rows, in the lower one from right to
// left, and exchanging top and bottom leads from one row to the other. Images equal to the
// placement itself, those of its stabilizer, have a thick frame.
func layOrbit(placement queens.Perm, theme string) (*Picture, error) {
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
	for row, s := range []symmetry.Symmetry{symmetry.Identity, symmetry.FlipRows} {
		for i := range 4 {
			at := point{orbitMargin + float64(i)*(orbitSide+orbitGap), orbitMargin + float64(row)*down}
			p.drawImage(at, images[s], s, images[s].Equal(placement), first)
			from, to := at.plus(orbitSide+7, middle), at.plus(orbitSide+orbitGap-7, middle)
			if row > 0 { // a flip turns the sense of rotation round
				from, to = to, from
			}
			if i < 3 {
				p.arrow(from, to)
			}
			if row == 0 {
				p.arrow(at.plus(middle, orbitSide+captionRoom), at.plus(middle, down-3))
			}
			s = symmetry.Rot90.Then(s)
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
		p.stroke(p.theme.Accent, frame, new(shape).rectangle(at.plus(-frame/2, -frame/2), side, side))
	}
	name, key := s.OperationName(), image.String()
	caption := name + "  " + s.String()
	if other, ok := first[key]; ok {
		caption += "  = " + other
	} else {
		first[key] = name
	}
	p.text(at.plus(orbitSide/2, orbitSide+13), caption, lettering{size: 14, bold: fixed, align: center})
	small := lettering{size: 12, align: center, color: p.theme.Faint}
	if small.width(key) <= orbitSide {
		p.text(at.plus(orbitSide/2, orbitSide+30), key, small)
	}
}

func (p *pen) arrow(from, to point) {
	length := math.Hypot(to.x-from.x, to.y-from.y)
	ux, uy := (to.x-from.x)/length, (to.y-from.y)/length
	const head, half = 7, 3.5 // its length, and half of its width
	neck := to.plus(-head*ux, -head*uy)
	p.stroke(p.theme.Faint, 1.6, new(shape).polyline(from, neck))
	p.fill(p.theme.Faint, new(shape).polygon(to, neck.plus(-half*uy, half*ux), neck.plus(half*uy, -half*ux)))
}

// The measures of a picture of all solutions, in pixels.
const (
	galleryMargin = 16
	galleryHead   = 36
	gallerySize   = 640 // of a line with one orbit
)

// laySolutions lays all solutions of the order of a placement out, the images of each orbit side by
// side. The orbit of the placement itself is framed.
func laySolutions(placement queens.Perm, theme string) (*Picture, error) {
	fundamental, err := list.Solutions(len(placement), list.Options{Fundamental: true})
	if err != nil {
		return nil, err
	}
	var all [][]queens.Perm
	n, boards := len(placement), 0
	for p := range fundamental {
		all = append(all, symmetry.Orbit(slices.Clone(p)))
		boards += len(all[len(all)-1])
	}
	if boards == 0 {
		return nil, errs.Errorf("all solutions of order %d: none exist: %w", n, queens.ErrOrder)
	}
	line := 1 // orbits
	for len(all) > 16*line*line {
		line *= 2
	}
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
				p.stroke(p.theme.Accent, max(1.5, cell*.06), new(shape).rectangle(at.plus(.01*cell, .01*cell),
					float64(len(images))*cell-.02*cell, .98*cell))
			}
			for i, image := range images {
				p.drawSmall(image, queens.Regular, at.plus((float64(i)+.08)*cell, .08*cell), .84*cell)
			}
		}
	})
}

// The measures of a picture of a signature, in pixels.
const (
	signatureSize   = 900
	signatureMargin = 16
	signatureGap    = 32 // between the boards
	signatureHead   = 30
	signatureLine   = 19                                                     // height of a line of the lists
	signatureSide   = (signatureSize - 2*signatureMargin - signatureGap) / 2 // of a board
)

// The lists of a signature.
const (
	listedTriangles = 40
	listColumns     = 3
)

// laySignature lays the orbit signature of a placement out as triangles: on the left those of three
// queens in neighbouring columns, on the right those in neighbouring rows, with their lists.
func laySignature(placement queens.Perm, theme string) (*Picture, error) {
	triangles := orbit.SignatureOf(placement)
	listed := min(len(triangles.X), listedTriangles)
	lines := (listed + listColumns - 1) / listColumns
	height := signatureMargin + signatureHead + signatureSide + 16 + lines*signatureLine + signatureMargin
	more := ""
	if listed < len(triangles.X) {
		more = " and more"
	}
	title := fmt.Sprintf("Signature of %v as triangles: columns %v%s, rows %v%[3]s", placement, triangles.X[:listed],
		more, triangles.Y[:listed])
	return lay(theme, title, signatureSize, float64(height), func(p *pen) {
		p.drawSignature(placement, triangles, listed)
	})
}

func (p *pen) drawSignature(placement queens.Perm, triangles orbit.Signature, listed int) {
	for i, half := range []struct {
		head string
		list orbit.Triples
		less func(a, b queens.Square) int // of the corners
	}{
		{"three neighbouring columns", triangles.X, func(a, b queens.Square) int { return a.Col - b.Col }},
		{"three neighbouring rows", triangles.Y, func(a, b queens.Square) int { return a.Row - b.Row }},
	} {
		at := point{signatureMargin + float64(i)*(signatureSide+signatureGap), signatureMargin + signatureHead}
		p.text(at.plus(0, -signatureHead/2), half.head, lettering{size: 15, bold: true})
		l := p.drawSmall(placement, queens.Regular, at, signatureSide)
		var corners []point
		for _, sq := range slices.SortedFunc(slices.Values(l.Queens), half.less) {
			corners = append(corners, l.middle(sq))
		}
		p.triangles(l.side, corners)
		for k, t := range half.list[:listed] {
			column, line := float64(k%listColumns), float64(k/listColumns)
			entry := at.plus(column*signatureSide/listColumns, signatureSide+16+(line+.5)*signatureLine)
			p.text(entry, fmt.Sprintf("%d: %v", k+1, t), lettering{size: 13})
		}
	}
}

// triangles draws the triangle of each three neighbours, in turns of two colours and kinds of
// lines.
func (p *pen) triangles(side float64, corners []point) {
	if len(corners) < 3 {
		return
	}
	width := max(1, side*.045)
	for turn := range 2 {
		tone := p.theme.Series[turn]
		var triangles shape
		for i := turn; i+2 < len(corners); i += 2 {
			triangles.polygon(corners[i : i+3]...)
		}
		p.fill(transparent(tone, 0x38), triangles)
		dashes := [2][]float64{nil, {4 * width, 2.5 * width}}
		p.stroke(tone, width, triangles, dashes[turn]...)
	}
	if side < 16 {
		return
	}
	look := lettering{size: min(13, side*.4), bold: true, align: center}
	for i := range len(corners) - 2 {
		middle := point{
			(corners[i].x + corners[i+1].x + corners[i+2].x) / 3, (corners[i].y + corners[i+1].y + corners[i+2].y) / 3,
		}
		plate := new(shape).circle(middle, look.size*.72)
		p.fill(p.theme.Paper, plate)
		p.stroke(p.theme.Series[i%2], 1, plate)
		p.text(middle, number(i), look)
	}
}
