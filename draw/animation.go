package draw

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/gif"
	"io"
	"iter"
	"time"

	"queens"
)

// EncodeGIF writes pictures of one size as an endless animation, each shown for delay. A GIF has
// 256 colours: those that come first are exact, later ones are the nearest of them.
//
// Errors: queens.ErrFormat for no picture, or one of another size; those of the sequence, of w, and
// of ctx, which is checked before each picture.
func EncodeGIF(ctx context.Context, w io.Writer, pictures iter.Seq2[*Picture, error], delay time.Duration) error {
	out := new(gif.GIF)
	var colors paletteOf
	var before *image.Paletted
	for p, err := range pictures {
		if err := errors.Join(err, ctx.Err()); err != nil {
			return err
		}
		now := colors.convert(pixels(p))
		if before != nil && before.Rect != now.Rect {
			return fmt.Errorf("draw: write gif: pictures of %v and %v: want one size: %w", before.Rect.Size(),
				now.Rect.Size(), queens.ErrFormat)
		}
		out.Image, out.Delay = append(out.Image, now), append(out.Delay, int(delay/(10*time.Millisecond)))
		before = now
	}
	if before == nil {
		return fmt.Errorf("draw: write gif: no picture: %w", queens.ErrFormat)
	}
	for _, frame := range out.Image {
		frame.Palette = colors.list
	}
	out.Config = image.Config{ColorModel: colors.list, Width: before.Rect.Dx(), Height: before.Rect.Dy()}
	if err := gif.EncodeAll(w, out); err != nil {
		return fmt.Errorf("draw: write gif: %w", err)
	}
	return nil
}

func pixels(p *Picture) image.Image {
	c := newRaster(p.Width, p.Height)
	p.paint(c)
	return c.Image()
}

type paletteOf struct {
	list  color.Palette
	index map[color.RGBA]uint8
}

func (c *paletteOf) convert(picture image.Image) *image.Paletted {
	if c.index == nil {
		c.index = map[color.RGBA]uint8{}
	}
	in, ok := picture.(*image.RGBA)
	if !ok {
		in = image.NewRGBA(picture.Bounds())
		draw.Draw(in, in.Rect, picture, in.Rect.Min, draw.Src)
	}
	out := image.NewPaletted(in.Rect, nil)
	var last color.RGBA // neighbours are mostly of one colour
	var lastIndex uint8
	for at := range out.Pix {
		p := in.Pix[4*at : 4*at+4]
		clr := color.RGBA{p[0], p[1], p[2], p[3]}
		if at == 0 || clr != last {
			last, lastIndex = clr, c.number(clr)
		}
		out.Pix[at] = lastIndex
	}
	return out
}

func (c *paletteOf) number(clr color.RGBA) uint8 {
	i, ok := c.index[clr]
	if !ok {
		if len(c.list) < 256 {
			c.list = append(c.list, clr)
		}
		i = uint8(c.list.Index(clr))
		c.index[clr] = i
	}
	return i
}
