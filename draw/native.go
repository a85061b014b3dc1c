//go:build !js

package draw

import (
	"io"
	"sync"
	"time"

	"codeberg.org/go-fonts/liberation/liberationsansbold"
	"codeberg.org/go-pdf/fpdf"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgpdf"
)

func boldFont() []byte { return liberationsansbold.TTF }

// pages returns the formats of paper; a browser prints by itself.
func pages() []Format {
	return []Format{{
		Name: "pdf", Summary: "A page of exactly the size of the picture", Ext: ".pdf", MediaType: "application/pdf",
		Binary: true, encode: encodePDF,
	}}
}

// steadyPDF takes the clock and the order of maps out of PDF files. The settings of
// the library are global.
var steadyPDF = sync.OnceFunc(func() {
	date := time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC)
	fpdf.SetDefaultCreationDate(date)
	fpdf.SetDefaultModificationDate(date)
	fpdf.SetDefaultCatalogSort(true)
})

func encodePDF(w io.Writer, p *Picture) error {
	steadyPDF()
	c := vgpdf.New(vg.Length(p.Width), vg.Length(p.Height))
	p.paint(c)
	_, err := c.WriteTo(w)
	return err
}
