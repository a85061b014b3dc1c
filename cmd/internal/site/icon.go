package main

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"

	"git.sr.ht/~sbinet/gg"
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
	drawn := gg.NewContext(side, side)
	drawn.SetHexColor(parts[1])
	drawn.Clear()
	drawn.Scale(float64(side)/10, float64(side)/10)
	for in := strings.NewReader(parts[2]); in.Len() > 0; {
		var x, y float64
		if _, err := fmt.Fscan(in, &x, &y); err != nil {
			return nil, err
		}
		drawn.LineTo(x, y)
	}
	drawn.SetHexColor("fff")
	drawn.Fill()
	var out bytes.Buffer
	err := drawn.EncodePNG(&out)
	return out.Bytes(), err
}
