package draw

import (
	"image/color"
	"iter"
	"slices"
	"testing"
)

// A pixel is as dark as queens stand in it: with one pixel a square, more, and fewer.
func TestDots(t *testing.T) {
	rows := []uint32{1, 3, 0, 2} // 2413, a solution of order 4
	for _, c := range []struct {
		size int
		want string
	}{
		{4, "..#.\n#...\n...#\n.#..\n"},
		{8, "....##..\n....##..\n##......\n##......\n......##\n......##\n..##....\n..##....\n"},
		{2, "##\n##\n"},
	} {
		blocks := iter.Seq[[]uint32](slices.Chunk(rows, 3))
		picture, text := Dots(len(rows), c.size, blocks), ""
		for y := range c.size {
			for x := range c.size {
				text += string(".#"[(255-picture.At(x, y).(color.Gray).Y)/255])
			}
			text += "\n"
		}
		if text != c.want {
			t.Errorf("%d pixels:\n%swant\n%s", c.size, text, c.want)
		}
	}
	half := Dots(6, 3, slices.Values([][]uint32{{0, 0, 2, 4, 4, 2}})) // no solution: two queens in a pixel, or one
	for i, want := range []uint8{0, 128, 128} {
		if got := half.At(i, []int{0, 1, 2}[i]).(color.Gray).Y; got != want {
			t.Errorf("pixel %d: %d, want %d", i, got, want)
		}
	}
}
