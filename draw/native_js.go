package draw

import (
	"fmt"

	"codeberg.org/go-fonts/liberation/liberationsansregular"

	"queens"
)

func pages() []Format { return nil }

// boldFont spares visitors a second font: captions have the weight in SVG alone.
func boldFont() []byte { return liberationsansregular.TTF }

// Picture fails: the library that draws axes has many fonts, more than all else that a browser
// would load. Text works.
func (Chart) Picture(string) (*Picture, error) {
	return nil, fmt.Errorf("draw: charts are not drawn in the browser; the program draws them: %w", queens.ErrFormat)
}
