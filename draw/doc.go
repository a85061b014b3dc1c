// Package draw makes pictures of boards: SVG, PNG, PDF, text, and moving GIF. Besides single
// boards it draws the eight images of a placement, its signature as triangles, lists of
// solutions, graphs of orbits, and charts of numbers.
//
// A picture begins as a plain value, which can come from JSON. Its method Picture checks it and
// lays it out, and a [Format] writes it. The same value gives the same bytes:
//
//	picture, err := draw.Board{Order: 8, Queens: p.Squares(), Layers: []string{"attacks"}}.Picture()
//	...
//	format, err := draw.FindFormat("svg")
//	...
//	err = format.Encode(w, picture)
//
// Lengths are pixels from the top left corner. A pixel is one unit of an SVG and one point of a
// PDF. Colour is never the only difference: shape, dash or place differs as well. Package format
// writes boards as data.
package draw
