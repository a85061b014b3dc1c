// Package draw makes pictures: boards with layers, the eight images of a solution,
// signatures as triangles, the graph of orbits, and plots of known numbers.
//
// What is to be seen is a plain value that can come from JSON, its method Picture
// checks and lays it out, and a [Format] writes the picture. The same value gives
// the same bytes, whoever asks for it:
//
//	picture, err := draw.Board{Order: 8, Queens: p.Squares(), Layers: []string{"attacks"}}.Picture()
//	...
//	format, err := draw.FindFormat("svg")
//	...
//	err = format.Encode(w, picture)
//
// Everything is drawn once, on the vector canvases of gonum.org/v1/plot, and no
// format knows what a board is. Lengths are pixels, from the top left corner, and
// 1 pixel is 1 unit of an SVG and 1 point of a PDF.
//
// Nothing is told by colour alone: what differs in colour differs in shape, dash or
// place, too. Package format writes boards as text and data.
package draw
