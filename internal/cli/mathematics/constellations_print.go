package mathematics

import (
	"fmt"
	"strconv"
	"strings"

	"queens/count/kind/boards"
	"queens/count/survey"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
	"queens/symmetry"
)

type constellationsAnswer struct {
	Order          int                  `json:"order"`
	Constellations string               `json:"constellations"`
	Classes        int                  `json:"classes,string"`
	Symmetries     []borderClass        `json:"symmetries"`
	Completions    *survey.BorderReport `json:"completions,omitempty"`
}

type borderClass struct {
	Symmetry       symmetry.Class `json:"symmetry"`
	Classes        int            `json:"classes,string"`
	Corner         int            `json:"corner,string"` // of the classes, with a queen in a corner
	Images         uint64         `json:"images"`        // of each class
	Constellations string         `json:"constellations"`
}

func sumConstellations(n int, all []boards.Constellation) *constellationsAnswer {
	r := &constellationsAnswer{Order: n, Classes: len(all)}
	total := uint64(0)
	for _, class := range symmetry.Classes() {
		c := borderClass{Symmetry: class, Images: class.OrbitSize()}
		for _, constellation := range all {
			if constellation.Class == class {
				c.Classes++
				c.Corner += 4 - len(constellation.Queens)
			}
		}
		members := uint64(c.Classes) * c.Images
		c.Constellations = printer.Decimal(members)
		total += members
		r.Symmetries = append(r.Symmetries, c)
	}
	r.Constellations = printer.Decimal(total)
	return r
}

func (r *constellationsAnswer) text(printer.Style) string {
	lines := [][]string{{"symmetry", "images", "classes", "corner queen", "constellations"}}
	if r.Completions != nil {
		lines[0] = append(lines[0], "completions L", "largest", "without")
	}
	for i, c := range r.Symmetries {
		line := []string{c.Symmetry.String(), printer.Decimal(c.Images), strconv.Itoa(c.Classes), strconv.Itoa(c.Corner), c.Constellations}
		if r.Completions != nil {
			l := r.Completions.Classes[i]
			line = append(line, l.Completions.String(), l.Largest.String(), strconv.Itoa(l.Empty))
		}
		lines = append(lines, line)
	}
	text := fmt.Sprintf("order %d: %s border constellations in %d classes\n\n", r.Order, r.Constellations, r.Classes) + printer.Lines(lines)
	if b := r.Completions; b != nil {
		text += fmt.Sprintf("\nQ(%d) = 8 x %v + 4 x %v + 2 x %v = %v\norbits of solutions: A %v, P %v, R %v\n",
			r.Order, b.Classes[symmetry.Asymmetric].Completions, b.Classes[symmetry.Central].Completions, b.Classes[symmetry.Rotational].Completions,
			b.Solutions, b.Asymmetric, b.Central, b.Rotational)
	}
	return text
}

type samAnswer struct {
	File      string         `json:"file"`
	Order     int            `json:"order"`
	Records   int            `json:"records"`
	ByteOrder string         `json:"byteOrder"`
	Length    string         `json:"length"`
	First     string         `json:"first"`
	Classes   map[string]int `json:"classes"`  // different classes among the records, by symmetry
	Missing   map[string]int `json:"missing"`  // classes of the order without a record
	Repeated  int            `json:"repeated"` // records of a class that an earlier one has
}

func (r *samAnswer) text(printer.Style) string {
	var text strings.Builder
	fmt.Fprintf(&text, "%s: %s of order %d; %s-endian, %s, %s first\n", r.File, humanize.Plural(r.Records, "record"), r.Order, r.ByteOrder, r.Length, r.First)
	for _, class := range symmetry.Classes() {
		name := class.String()
		fmt.Fprintf(&text, "%-12s%d of %d classes\n", name, r.Classes[name], r.Classes[name]+r.Missing[name])
	}
	if r.Repeated > 0 {
		fmt.Fprintf(&text, "%s of a class that another one stands for\n", humanize.Plural(r.Repeated, "record"))
	}
	return text.String()
}
