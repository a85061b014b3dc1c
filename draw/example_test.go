package draw_test

import (
	"fmt"
	"os"
	"strings"

	"queens"
	"queens/draw"
)

func ExampleBoard() {
	p, err := queens.ParsePerm("2413")
	if err != nil {
		panic(err)
	}
	board := draw.Board{Order: 4, Queens: p.Squares(), Layers: []string{"chess"}}
	picture, err := board.Picture()
	if err != nil {
		panic(err)
	}
	fmt.Println(picture.Title)
	fmt.Println(picture.Width, "by", picture.Height, "pixels")

	svg, err := draw.FindFormat("svg")
	if err != nil {
		panic(err)
	}
	var file strings.Builder
	if err := svg.Encode(&file, picture); err != nil {
		panic(err)
	}
	fmt.Println(file.String()[:4], svg.MediaType)
	// Output:
	// 4 by 4 board with queens at a3 b1 c4 d2
	// 480 by 480 pixels
	// <svg image/svg+xml
}

func ExampleBoard_Text() {
	board := draw.Board{
		Order:  5,
		Queens: []queens.Square{{Row: 0, Col: 0}, {Row: 2, Col: 1}},
		Layers: []string{"free", "coordinates"},
	}
	text, err := board.Text()
	if err != nil {
		panic(err)
	}
	_, _ = os.Stdout.WriteString(text)
	// Output:
	//   1 2 3 4 5
	// 1 Q . . . .
	// 2 . . . + +
	// 3 . Q . . .
	// 4 . . . . +
	// 5 . . + . .
}
