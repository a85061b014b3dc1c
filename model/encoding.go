package model

import (
	_ "embed" // encodings.csv
	"slices"
	"sync"

	"queens/internal/named"
)

// Encoding is a way to say "at most one" in clauses.
type Encoding struct {
	Name    string `json:"name"` // stable identifier, as in --amo
	Title   string `json:"title"`
	Summary string `json:"summary"` // one sentence, no final period
	Grows   string `json:"grows"`   // clauses and new variables for a group of k squares, in words
	// Determined says that the queens leave one value to each new variable even without
	// Options.ExactCount, so that the clauses have as many models as the board has solutions.
	Determined bool `json:"determined"`
}

// defaultEncoding is the one that solvers do best with: docs/laboratory.md.
const defaultEncoding = "product"

// smallGroup is the largest group for which all encodings name the pairs: six
// clauses for four squares are fewer than any new variable costs.
const smallGroup = 4

//go:embed encodings.csv
var encodingTable string

var encodings = sync.OnceValue(func() []Encoding { return named.Decode[Encoding](encodingTable) })

var encoders = map[string]func(c *clauses, group []int){
	"binary": encodeBinary, "commander": encodeCommander, "ladder": encodeLadder, "pairwise": encodePairwise,
	"product": encodeProduct,
}

// EncodingTable returns the ways to say "at most one" in clauses, sorted by name.
func EncodingTable() []Encoding { return encodings() }

// Encodings returns the names of the encodings.
func Encodings() []string { return named.Names(encodings(), encodingName) }

func encodingName(e Encoding) string { return e.Name }

func findEncoding(name string) (Encoding, error) {
	return named.Find("encoding", name, encodings(), encodingName)
}

// clauses takes and counts clauses, and makes new variables. Without an out it only counts.
type clauses struct {
	Variables  int
	Count      int
	Determined bool // the queens leave one value to each other variable
	out        *printer
	encode     func(c *clauses, group []int)
	exact      bool   // new variables depend on the old ones
	weight     string // before each clause
}

func (c *clauses) atMostOne(group []int) {
	if len(group) <= smallGroup {
		encodePairwise(c, group)
		return
	}
	c.encode(c, group)
}

// only says, if new variables are to be determined, that one is true only if a member is.
func (c *clauses) only(literal int, members ...int) {
	if c.exact {
		c.add(append([]int{-literal}, members...)...)
	}
}

func (c *clauses) fresh() int {
	c.Variables++
	return c.Variables
}

func (c *clauses) add(literals ...int) {
	c.Count++
	if c.out == nil {
		return
	}
	c.out.text(c.weight)
	for _, l := range literals {
		c.out.number(l)
		c.out.WriteByte(' ')
	}
	c.out.text("0\n")
}

func encodePairwise(c *clauses, group []int) {
	if c.out == nil {
		c.Count += len(group) * (len(group) - 1) / 2
		return
	}
	for i, a := range group {
		for _, b := range group[i+1:] {
			c.add(-a, -b)
		}
	}
}

// encodeLadder is the sequential counter for one: rung i is true from the first true member on.
func encodeLadder(c *clauses, group []int) {
	rung := c.fresh()
	c.add(-group[0], rung)
	c.only(rung, group[0])
	for i, member := range group[1:] {
		c.add(-rung, -member)
		if i == len(group)-2 {
			return
		}
		next := c.fresh()
		c.add(-member, next)
		c.add(-rung, next)
		c.only(next, rung, member)
		rung = next
	}
}

func encodeProduct(c *clauses, group []int) {
	k, width := len(group), 1
	for width*width < k {
		width++
	}
	rows, cols := make([]int, (k+width-1)/width), make([]int, width)
	for i := range rows {
		rows[i] = c.fresh()
	}
	for i := range cols {
		cols[i] = c.fresh()
	}
	for i, member := range group {
		c.add(-member, rows[i/width])
		c.add(-member, cols[i%width])
	}
	for i, row := range rows {
		c.only(row, group[i*width:min((i+1)*width, k)]...)
	}
	for i, col := range cols {
		var members []int
		for j := i; j < k; j += width {
			members = append(members, group[j])
		}
		c.only(col, members...)
	}
	c.atMostOne(rows)
	c.atMostOne(cols)
}

// troop is the number of squares that share a commander.
const troop = 3

func encodeCommander(c *clauses, group []int) {
	var commanders []int
	for i := 0; i < len(group); i += troop {
		members := group[i:min(i+troop, len(group))]
		commander := c.fresh()
		encodePairwise(c, members)
		for _, member := range members {
			c.add(-member, commander)
		}
		c.add(append([]int{-commander}, members...)...)
		commanders = append(commanders, commander)
	}
	c.atMostOne(commanders)
}

func encodeBinary(c *clauses, group []int) {
	var bits []int
	for 1<<len(bits) < len(group) {
		bits = append(bits, c.fresh())
	}
	ones := make([][]int, len(bits)) // the members with a bit
	for i, member := range group {
		for j, bit := range bits {
			if i>>j&1 == 0 {
				bit = -bit
			} else {
				ones[j] = append(ones[j], member)
			}
			c.add(-member, bit)
		}
	}
	for j, bit := range bits {
		c.only(bit, ones[j]...)
	}
}

// Clauses counts variables and clauses.
func (s statement) Clauses() *clauses { return s.clauses(nil, "") }

// WriteClauses writes the clauses, each after a weight.
func (s statement) WriteClauses(weight string) string {
	s.clauses(&s.printer, weight)
	return ""
}

func (s statement) clauses(out *printer, weight string) *clauses {
	encoding, _ := findEncoding(s.AtMostOne) // New has looked
	c := &clauses{
		out: out, weight: weight, Variables: s.Size(), exact: s.ExactCount, encode: encoders[encoding.Name],
	}
	for sq, value := range s.Fixed() {
		if value {
			c.add(s.Variable(sq))
		} else {
			c.add(-s.Variable(sq))
		}
	}
	var group []int
	for g := range s.Groups() {
		if c.out != nil && c.out.failed() {
			break
		}
		group = slices.Grow(group[:0], len(g.Squares))
		for _, sq := range g.Squares {
			group = append(group, s.Variable(sq))
		}
		if g.Exactly {
			c.add(group...)
		}
		c.atMostOne(group)
	}
	c.Determined = c.exact || encoding.Determined || c.Variables == s.Size()
	return c
}
