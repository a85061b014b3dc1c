package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"regexp"
	"strings"

	"golang.org/x/image/vector"
)

var iconParts = regexp.MustCompile(
	`viewBox="0 0 10 10"><rect [^>]*fill="#([0-9a-f]{6})"/><path d="M([0-9. ]+)Z" fill="#fff"/>`)

// icon draws the picture of the program for phones: a white polygon on a square, whose corners they
// round themselves.
func icon(svg string, side int) ([]byte, error) {
	parts := iconParts.FindStringSubmatch(svg)
	if parts == nil {
		return nil, fmt.Errorf("the icon is not a white polygon on a rectangle: %.80s", svg)
	}
	back := color.NRGBA{A: 255}
	if _, err := fmt.Sscanf(parts[1], "%02x%02x%02x", &back.R, &back.G, &back.B); err != nil {
		return nil, err
	}
	polygon := vector.NewRasterizer(side, side)
	for in, first := strings.NewReader(parts[2]), true; in.Len() > 0; first = false {
		var x, y float32
		if _, err := fmt.Fscan(in, &x, &y); err != nil {
			return nil, err
		}
		x, y = x*float32(side)/10, y*float32(side)/10
		if first {
			polygon.MoveTo(x, y)
		} else {
			polygon.LineTo(x, y)
		}
	}
	polygon.ClosePath()
	drawn := image.NewNRGBA(image.Rect(0, 0, side, side))
	draw.Draw(drawn, drawn.Rect, image.NewUniform(back), image.Point{}, draw.Src)
	polygon.Draw(drawn, drawn.Rect, image.White, image.Point{})
	var out bytes.Buffer
	err := png.Encode(&out, drawn)
	return out.Bytes(), err
}
