package draw

import (
	"fmt"
	"math"

	"queens"
)

const sheetGap = 12

// Sheet lays pictures of one theme out in rows, in about as many columns.
//
// Errors: queens.ErrFormat for none and for more than [MaxSheet].
func Sheet(pictures []*Picture) (*Picture, error) {
	if len(pictures) == 0 || len(pictures) > MaxSheet {
		return nil, fmt.Errorf("draw: a sheet of %d pictures: want 1 to %d: %w", len(pictures), MaxSheet,
			queens.ErrFormat)
	}
	width, height := 0, 0
	for _, p := range pictures {
		width, height = max(width, p.Width), max(height, p.Height)
	}
	columns := int(math.Ceil(math.Sqrt(float64(len(pictures)))))
	rows := (len(pictures) + columns - 1) / columns
	return &Picture{
		Title: fmt.Sprintf("%d pictures, the first: %s", len(pictures), pictures[0].Title),
		Width: columns*(width+sheetGap) + sheetGap, Height: rows*(height+sheetGap) + sheetGap, theme: pictures[0].theme,
		draw: func(p *pen) {
			for i, picture := range pictures {
				shifted := *p
				shifted.origin = point{
					float64(sheetGap + i%columns*(width+sheetGap)),
					float64(sheetGap + i/columns*(height+sheetGap)),
				}
				picture.draw(&shifted)
			}
		},
	}, nil
}
