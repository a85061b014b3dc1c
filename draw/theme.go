package draw

import (
	"image/color"

	"queens/internal/named"
)

// theme is a set of colours. Those with a meaning differ in lightness for every kind of colour
// vision: the palette of Okabe and Ito, with a contrast of at least 3 to the paper.
type theme struct {
	name     string
	paper    color.RGBA // behind everything
	light    color.RGBA // squares
	dark     color.RGBA // squares
	flat     color.RGBA // squares of boards too large to tell them apart
	rim      color.RGBA // around the board, and lines across large ones
	queen    color.RGBA
	halo     color.RGBA // around queens on heat
	ink      color.RGBA // texts
	faint    color.RGBA // texts and lines of second rank
	attack   color.RGBA // lines of attack
	conflict color.RGBA // attacking pairs
	free     color.RGBA // squares that are not attacked
	accent   color.RGBA // what is picked out
	cold     color.RGBA // heat: nothing
	warm     color.RGBA // heat: half of the most
	hot      color.RGBA // heat: the most
	series   [4]color.RGBA
}

// themes holds all themes, the default first.
var themes = []theme{
	{
		name: "light", paper: rgb(0xffffff), light: rgb(0xf3efe6), dark: rgb(0xcfc4ae), flat: rgb(0xece5d8),
		rim:   rgb(0x8a8069),
		queen: rgb(0x1c1c1c), halo: rgb(0xffffff), ink: rgb(0x1c1c1c), faint: rgb(0x6b6b6b),
		attack: rgb(0x0072b2), conflict: rgb(0xc44e00), free: rgb(0x007a5a), accent: rgb(0x0072b2),
		cold: rgb(0xfdf6e3), warm: rgb(0xf0a63c), hot: rgb(0x7a1f4c),
		series: [4]color.RGBA{rgb(0x0072b2), rgb(0xc44e00), rgb(0x007a5a), rgb(0x8a4a7d)},
	},
	{
		name: "dark", paper: rgb(0x15171a), light: rgb(0x4a4f57), dark: rgb(0x30343a), flat: rgb(0x2b2f35),
		rim:   rgb(0x7d848e),
		queen: rgb(0xf5f5f0), halo: rgb(0x15171a), ink: rgb(0xf0f0ee), faint: rgb(0xa3a8b0),
		attack: rgb(0x56b4e9), conflict: rgb(0xff8c42), free: rgb(0x3ddc97), accent: rgb(0x56b4e9),
		cold: rgb(0x24202e), warm: rgb(0xb5468b), hot: rgb(0xffd166),
		series: [4]color.RGBA{rgb(0x56b4e9), rgb(0xff8c42), rgb(0x3ddc97), rgb(0xd6a2d0)},
	},
}

// Themes returns the names of all themes, the default first.
func Themes() []string { return named.Names(themes, themeName) }

func themeName(t theme) string { return t.name }

func findTheme(name string) (theme, error) {
	if name == "" {
		return themes[0], nil
	}
	return named.Find("theme", name, themes, themeName)
}

func rgb(hex uint32) color.RGBA {
	return color.RGBA{R: uint8(hex >> 16), G: uint8(hex >> 8), B: uint8(hex), A: 0xff}
}

// mix returns the colour that lies the share 0..1 of the way from a to b.
func mix(a, b color.RGBA, share float64) color.RGBA {
	between := func(x, y uint8) uint8 { return uint8(float64(x) + share*(float64(y)-float64(x)) + 0.5) }
	return color.RGBA{R: between(a.R, b.R), G: between(a.G, b.G), B: between(a.B, b.B), A: 0xff}
}
