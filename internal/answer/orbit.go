package answer

import (
	"fmt"
	"strings"

	"queens/internal/answer/printer"

	"queens"
	"queens/math/orbit"
	"queens/symmetry"
)

// Image is one of the eight images of a placement.
type Image struct {
	Symmetry  symmetry.Symmetry `json:"symmetry"`
	Operation string            `json:"operation"` // po1 to po8
	Summary   string            `json:"summary"`
	Rows      queens.Perm       `json:"rows"`
	Canonical bool              `json:"canonical"` // equal to the representative
	Stays     bool              `json:"stays"`     // equal to the placement itself
	Lists     *Lists            `json:"lists,omitempty"`
}

// Lists are both lists of a signature as they are, from the first column and the first row on.
type Lists struct {
	Columns [][3]int `json:"columns"`
	Rows    [][3]int `json:"rows"`
}

// Signature is the canonical signature of an orbit: of each three queens of
// neighbouring columns, or rows, the squared length of a side, twice the area, and
// the squared length of the other side. One of the two lists tells orbits apart.
type Signature struct {
	Lesser  [][3]int `json:"lesser"`
	Greater [][3]int `json:"greater"`
}

// Orbit is what is known of the images of a placement, queens.orbit/1.
type Orbit struct {
	Schema    string      `json:"schema" enum:"queens.orbit/1"`
	Order     int         `json:"order"`
	Rows      queens.Perm `json:"rows"`
	Solution  bool        `json:"solution"`
	Symmetry  Symmetry    `json:"symmetry"`
	Images    []Image     `json:"images"` // in the order of the symmetries
	Signature Signature   `json:"signature"`

	signature string // the lesser list
}

// NewOrbit describes the orbit of p, which has one queen in each row.
func NewOrbit(p queens.Perm) *Orbit {
	signature := orbit.SignatureOf(p).Canonical()
	o := &Orbit{
		Schema: "queens.orbit/1", Order: p.Order(), Rows: p, Solution: queens.Check(p, queens.Regular) == nil,
		Signature: Signature{triples(signature.X), triples(signature.Y)}, signature: signature.X.String(),
	}
	o.Symmetry = newSymmetry(p)
	least := symmetry.Canonical(p)
	for _, s := range symmetry.All() {
		image := symmetry.Apply(s, p)
		o.Images = append(o.Images, Image{
			s, s.OperationName(), s.Summary(), image, image.Equal(least), image.Equal(p),
			nil,
		})
	}
	return o
}

// WithLists adds the signature of each image.
func (o *Orbit) WithLists() *Orbit {
	for i := range o.Images {
		s := orbit.SignatureOf(o.Images[i].Rows)
		o.Images[i].Lists = &Lists{triples(s.X), triples(s.Y)}
	}
	return o
}

func triples(list orbit.Triples) [][3]int {
	numbers := make([][3]int, len(list))
	for i, t := range list {
		numbers[i] = [3]int{t.First, t.Area, t.Second}
	}
	return numbers
}

const signatureShown = 16

// Text returns an image a line, then what they mean.
func (o *Orbit) Text(s Style) string {
	var b strings.Builder
	for _, image := range o.Images {
		text, note := s.Perm(image.Rows), image.Summary
		if image.Canonical {
			text = s.Paint(Bold, text)
			note += ", canonical"
		}
		fmt.Fprintf(&b, "%-14v  %s  %s\n", image.Symmetry, text, s.Paint(Faint, note))
		if image.Lists != nil {
			lists := orbit.SignatureOf(image.Rows)
			fmt.Fprintf(&b, "  columns       %v\n  rows          %v\n", lists.X, lists.Y)
		}
	}
	b.WriteString("\n")
	if !o.Solution {
		b.WriteString("not a solution; the images are those of the placement\n")
	}
	b.WriteString(symmetryText(s, o.Symmetry))
	if o.Order <= signatureShown {
		b.WriteString("signature  " + o.signature + "\n")
	}
	return b.String()
}

// Products is the table of the eight operations, queens.products/1.
type Products struct {
	Schema   string     `json:"schema" enum:"queens.products/1"`
	Products [][]string `json:"products"` // first the operation of the row, then that of the column
}

// NewProducts multiplies the operations.
func NewProducts() *Products {
	p := &Products{Schema: "queens.products/1"}
	for i := range symmetry.Count {
		p.Products = append(p.Products, nil)
		for j := range symmetry.Count {
			a, _ := symmetry.Operation(i + 1) // 1 to Count are operations
			b, _ := symmetry.Operation(j + 1)
			p.Products[i] = append(p.Products[i], a.Then(b).OperationName())
		}
	}
	return p
}

// Text returns the table with its operations.
func (p *Products) Text(Style) string {
	lines := [][]string{append([]string{"first, then"}, p.Products[0]...)}
	for _, row := range p.Products {
		lines = append(lines, append([]string{row[0]}, row...))
	}
	return printer.Lines(lines)
}
