package draw

import (
	"image"
	"image/color"
	"iter"
)

// Dots returns a picture of a placement of order n, too large for squares, in size times size
// pixels: white where no queen stands, the darker the more queens share a pixel. rows yields the
// rows of the queens, from 0, from column 0 on in blocks of any size.
//
// Time O(n + size²).
func Dots(n, size int, rows iter.Seq[[]uint32]) image.Image {
	counts, most, column := make([]int, size*size), 1, 0
	cell := func(i int) (first, end int) { return i * size / n, max((i+1)*size/n, i*size/n+1) }
	for block := range rows {
		for _, row := range block {
			x0, x1 := cell(column)
			y0, y1 := cell(int(row))
			for y := y0; y < y1; y++ {
				for x := x0; x < x1; x++ {
					counts[y*size+x]++
					most = max(most, counts[y*size+x])
				}
			}
			column++
		}
	}
	dots := image.NewGray(image.Rect(0, 0, size, size))
	for i, k := range counts {
		dots.SetGray(i%size, i/size, color.Gray{uint8(255 - 255*k/most)})
	}
	return dots
}
