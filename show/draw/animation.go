package draw

import (
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"io"
	"iter"
	"time"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"

	"queens"
)

// EncodeGIF writes pictures of one size as a moving picture that begins again at its end, each shown for
// delay. Only what changes is written of each. A GIF has 256 colours: those that come first
// are exact, later ones are the nearest of them.
//
// Errors: queens.ErrFormat for no picture, or one of another size; those of the sequence, of w, and of
// ctx, which is looked at before each picture.
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
			return fmt.Errorf("draw: write gif: pictures of %v and %v: want one size: %w", before.Rect.Size(), now.Rect.Size(), queens.ErrFormat)
		}
		frame := now
		if before != nil {
			frame = now.SubImage(changed(before, now)).(*image.Paletted)
		}
		out.Image, out.Delay, out.Disposal = append(out.Image, frame), append(out.Delay, int(delay/(10*time.Millisecond))), append(out.Disposal, gif.DisposalNone)
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

// pixels paints a picture.
func pixels(p *Picture) image.Image {
	c := vgimg.NewWith(
		vgimg.UseWH(vg.Length(p.Width), vg.Length(p.Height)), vgimg.UseDPI(pixelsPerInch),
		vgimg.UseBackgroundColor(color.White),
	)
	p.paint(c)
	return c.Image()
}

// paletteOf collects the colours of pictures.
type paletteOf struct {
	list  color.Palette
	index map[color.RGBA]uint8
}

// convert returns the picture in the colours of the palette, to which it adds its own while there is room.
func (c *paletteOf) convert(picture image.Image) *image.Paletted {
	if c.index == nil {
		c.index = map[color.RGBA]uint8{}
	}
	b := picture.Bounds()
	out := image.NewPaletted(b, nil)
	for y := b.Min.Y; y < b.Max.Y; y++ {
		for x := b.Min.X; x < b.Max.X; x++ {
			clr := color.RGBAModel.Convert(picture.At(x, y)).(color.RGBA)
			i, ok := c.index[clr]
			if !ok {
				if len(c.list) < 256 {
					c.list = append(c.list, clr)
				}
				i = uint8(c.list.Index(clr))
				c.index[clr] = i
			}
			out.Pix[out.PixOffset(x, y)] = i
		}
	}
	return out
}

// changed returns the least rectangle with all pixels that differ; one pixel if none does.
func changed(a, b *image.Paletted) image.Rectangle {
	r := image.Rectangle{}
	for y := b.Rect.Min.Y; y < b.Rect.Max.Y; y++ {
		for x := b.Rect.Min.X; x < b.Rect.Max.X; x++ {
			if at := b.PixOffset(x, y); a.Pix[at] != b.Pix[at] {
				r = r.Union(image.Rect(x, y, x+1, y+1))
			}
		}
	}
	if r.Empty() {
		return image.Rectangle{b.Rect.Min, b.Rect.Min.Add(image.Pt(1, 1))}
	}
	return r
}
