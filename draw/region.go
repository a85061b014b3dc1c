package draw

import (
	"fmt"
	"image/color"
	"strings"

	"queens"
)

// regionLetters are the names of regions.
const regionLetters = "ABCDEFGHIJKLMN"

// regionColors are the grounds of regions in the light theme; others mix them with
// their squares. Borders show the regions without colours.
var regionColors = [len(regionLetters)]color.RGBA{
	rgb(0xa8d1f0), rgb(0xf7cf9b), rgb(0xa9dcc0), rgb(0xe6bfe0), rgb(0xf5eb9c), rgb(0xb9e6ee), rgb(0xf3b4a6),
	rgb(0xc3c1ec), rgb(0xcfe39a), rgb(0xd9d9d9), rgb(0xf9d9d2), rgb(0x8fc7b9), rgb(0xd8bd97), rgb(0xaab8cf),
}

func (b Board) validateRegions() error {
	if len(b.Regions) == 0 {
		return nil
	}
	fits := len(b.Regions) == b.Order
	for _, row := range b.Regions {
		fits = fits && len(row) == b.Order && strings.Trim(row, regionLetters) == ""
	}
	if !fits {
		return fmt.Errorf("draw: regions: want %d rows of %d letters from A to N: %w", b.Order, b.Order,
			queens.ErrFormat)
	}
	return nil
}

func (l *boardLayout) drawRegions(p *pen) {
	if len(l.Regions) == 0 {
		return
	}
	at := l.corner()
	var grounds [len(regionLetters)]shape
	var lines, borders shape
	for r, row := range l.Regions {
		for c := range row {
			x, y := at.x+float64(c)*l.side, at.y+float64(r)*l.side
			grounds[row[c]-'A'].rectangle(x, y, l.side, l.side)
			if c > 0 {
				edge := &lines
				if row[c-1] != row[c] {
					edge = &borders
				}
				edge.move(x, y)
				edge.line(x, y+l.side)
			}
			if r > 0 {
				edge := &lines
				if l.Regions[r-1][c] != row[c] {
					edge = &borders
				}
				edge.move(x, y)
				edge.line(x+l.side, y)
			}
		}
	}
	for i, ground := range grounds {
		if len(ground) > 0 {
			c := regionColors[i]
			if l.theme.name != themes[0].name {
				c = mix(c, l.theme.dark, .6)
			}
			p.fill(c, ground)
		}
	}
	p.stroke(mix(l.theme.flat, l.theme.rim, .6), 1, lines)
	p.stroke(l.theme.ink, max(2, l.side*.06), borders)
}
