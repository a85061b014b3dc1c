package draw

import (
	"fmt"
	"image/color"
	"slices"

	"queens"
	"queens/math/orbit"
)

// The measures of a picture of a signature, in pixels.
const (
	signatureSize   = 900
	signatureMargin = 16
	signatureGap    = 32 // between the boards
	signatureHead   = 30
	signatureLine   = 19                                                     // height of a line of the lists
	signatureSide   = (signatureSize - 2*signatureMargin - signatureGap) / 2 // of a board
)

const listedTriangles = 40

// Signature draws the orbit signature of a placement as triangles: on the left those of three
// queens in neighbouring columns, on the right those in neighbouring rows, with their lists.
// Errors: those of [Orbit].
func Signature(placement queens.Perm, theme string) (*Picture, error) {
	if err := validatePerm(placement, "signature"); err != nil {
		return nil, err
	}
	triangles := orbit.SignatureOf(placement)
	listed := min(len(triangles.X), listedTriangles)
	lines := (listed + listColumns - 1) / listColumns
	height := signatureMargin + signatureHead + signatureSide + 16 + lines*signatureLine + signatureMargin
	title := fmt.Sprintf("Signature of %v as triangles: columns %s, rows %s", placement, listText(triangles.X),
		listText(triangles.Y))
	return lay(theme, title, signatureSize, float64(height), func(p *pen) {
		p.drawSignature(placement, triangles, listed)
	})
}

const listColumns = 3

func listText(triangles orbit.Triples) string {
	if len(triangles) > listedTriangles {
		return triangles[:listedTriangles].String() + " and more"
	}
	return triangles.String()
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
		tone := p.theme.series[turn]
		var triangles shape
		for i := turn; i+2 < len(corners); i += 2 {
			triangles.polygon(corners[i : i+3]...)
		}
		p.fill(color.NRGBA{R: tone.R, G: tone.G, B: tone.B, A: 0x38}, triangles)
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
		p.fill(p.theme.paper, plate)
		p.stroke(p.theme.series[i%2], 1, plate)
		p.text(middle, number(i), look)
	}
}
