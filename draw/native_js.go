package draw

import "codeberg.org/go-fonts/liberation/liberationsansregular"

func pages() []Format { return nil }

// boldFont spares visitors a second font: captions have the weight in SVG alone.
func boldFont() []byte { return liberationsansregular.TTF }
