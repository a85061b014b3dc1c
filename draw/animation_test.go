package draw_test

import (
	"bytes"
	"context"
	"errors"
	"image"
	"image/draw"
	"image/gif"
	"testing"
	"time"

	"queens"
	board "queens/draw"
	"queens/internal/must"
)

// TestGIF plays a moving picture: each of its frames is the picture itself.
func TestGIF(t *testing.T) {
	var pictures []*board.Picture
	for k := range 5 {
		pictures = append(pictures, lay(t, board.Board{
			Order: 4, Queens: perm(t, "2413").Squares()[:k], Layers: []string{"coordinates"},
			Size: 128, Caption: "step " + string(rune('0'+k)),
		}))
	}
	var out bytes.Buffer
	must.Do(t, board.EncodeGIF(t.Context(), &out, pictures, 250*time.Millisecond))
	got, err := gif.DecodeAll(&out)
	if err != nil || len(got.Image) != 5 || got.Delay[0] != 25 || got.LoopCount != 0 {
		t.Fatalf("%+v, %v", got.Config, err)
	}
	canvas := image.NewRGBA(image.Rect(0, 0, got.Config.Width, got.Config.Height))
	for k, frame := range got.Image {
		draw.Draw(canvas, frame.Rect, frame, frame.Rect.Min, draw.Src)
		want := decodePNG(t, encode(t, "png", pictures[k]))
		if far := differing(want, canvas); far > 0 || want.Bounds() != canvas.Rect {
			t.Errorf("frame %d: %d pixels are of another colour than the picture; %v, want %v", k, far, canvas.Rect,
				want.Bounds())
		}
	}
	if err := board.EncodeGIF(t.Context(), &out, nil, time.Second); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("no picture: %v", err)
	}
	out.Reset()
	other := lay(t, board.Board{Order: 4, Size: 200})
	must.Do(t, board.EncodeGIF(t.Context(), &out, []*board.Picture{pictures[0], other}, time.Second))
	want := image.Rect(0, 0, other.Width, other.Height)
	if got, err = gif.DecodeAll(&out); err != nil || got.Image[0].Rect != want || got.Image[1].Rect != want {
		t.Errorf("pictures of two sizes: %+v, %v, want %v", got.Config, err, want)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := board.EncodeGIF(ended, &out, pictures, time.Second); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that has ended: %v", err)
	}
}
