//go:build ignore

// gen_scalar writes zscalar.go from scalar.tmpl: the functions of the scalar kernel that fill a
// row. They differ only in the layout of boards and the number of open rows. Their loops call
// nothing, so all values stay in registers.
package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"go/format"
	"log"
	"os"
	"text/template"
)

//go:embed scalar.tmpl
var text string

// level is the boards with some open rows. Row Open-1, which is field Open, is filled next; then
// the boards have one field less.
type level struct {
	Name string
	per  int // fields in a word
	bits int // of a field; the highest one is spare
	Open int
}

func main() {
	var levels []level
	for _, l := range []level{{"narrow", 3, 21, 8}, {"wide", 2, 32, 7}} { // the first level
		for ; l.Open >= 3; l.Open-- {
			levels = append(levels, l)
		}
	}
	var out bytes.Buffer
	err := template.Must(template.New("").Parse(text)).Execute(&out, levels)
	if err != nil {
		log.Fatal(err)
	}
	source, err := format.Source(out.Bytes())
	if err == nil {
		err = os.WriteFile("zscalar.go", source, 0o644)
	}
	if err != nil {
		log.Fatal(err)
	}
}

func (l level) Below() int { return l.Open - 1 }

// Words returns the numbers of the words of a child.
func (l level) Words() []int { return []int{0, 1, 2, 3}[:(l.Open+l.per-1)/l.per] }

// Field moves a field to bit 0 of its word, which has the number in the format.
func (l level) Field(format string, field int) string {
	word := fmt.Sprintf(format, field/l.per)
	if field%l.per == 0 {
		return word
	}
	return fmt.Sprintf("%s>>%d", word, field%l.per*l.bits)
}

func (l level) Next() string { return l.Field("parents[%d][(from+1)&(batch-1)]", l.Open) }

// Mask returns the bits of a field.
func (l level) Mask() string { return fmt.Sprintf("%#x", uint64(1)<<(l.bits-1)-1) }

// Spare returns the spare bits of a word.
func (l level) Spare() string {
	var bits uint64
	for i := range l.per {
		bits |= 1 << (i*l.bits + l.bits - 1)
	}
	return fmt.Sprintf("%#x", bits)
}

// Full reports whether a spare bit is bit 63: the test for 0 takes numbers up to 2^63.
func (l level) Full() bool { return l.per*l.bits == 64 }

// Carry returns what carries into the spare bit of a field of a word unless it is empty, and sets
// that of a field that a child lacks.
func (l level) Carry(word int) string {
	var add uint64
	for i := range l.per {
		one := uint64(1) << (i * l.bits)
		add |= one << (l.bits - 1)
		if word*l.per+i < l.Open {
			add -= one
		}
	}
	return fmt.Sprintf("%#x", add)
}

// Folds returns the shifts that move all rows of a child, whose words are together, to field 0.
// Word 0 is shifted already: its field 0 has the columns.
func (l level) Folds() (shifts []int) {
	for i := 1; i < l.per && (l.Open > l.per+i || i < l.per-1); i++ {
		shifts = append(shifts, i*l.bits)
	}
	return shifts
}
