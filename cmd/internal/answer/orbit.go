package answer

import (
	"fmt"
	"slices"

	"queens/internal/errs"

	"queens"
	"queens/format"
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
	Lists     *orbit.Signature  `json:"lists,omitempty"`
}

// Signature is the canonical signature of an orbit, see orbit.Signature.
type Signature struct {
	Lesser  orbit.Triples `json:"lesser"`
	Greater orbit.Triples `json:"greater"`
}

// Orbit is what is known of the images of a placement, queens.orbit/1.
type Orbit struct {
	Order     int         `json:"order"`
	Rows      queens.Perm `json:"rows"`
	Solution  bool        `json:"solution"`
	Symmetry  Symmetry    `json:"symmetry"`
	Images    []Image     `json:"images"` // in the order of the symmetries
	Signature Signature   `json:"signature"`
}

// Placements returns the different images.
func (o *Orbit) Placements() (images []queens.Perm) {
	for _, image := range o.Images {
		if !slices.ContainsFunc(images, image.Rows.Equal) {
			images = append(images, image.Rows)
		}
	}
	return images
}

// NewOrbit describes the orbit of p, which has one queen in each row, with the signature of each
// image if lists is set.
func NewOrbit(p queens.Perm, lists bool) *Orbit {
	signature := orbit.SignatureOf(p).Canonical()
	o := &Orbit{
		Order: p.Order(), Rows: p, Solution: queens.Check(p, queens.Regular) == nil,
		Signature: Signature{signature.X, signature.Y}, Symmetry: newSymmetry(p),
	}
	least := o.Symmetry.Representative
	for _, s := range symmetry.All() {
		q := symmetry.Apply(s, p)
		image := Image{s, s.OperationName(), s.Summary(), q, q.Equal(least), q.Equal(p), nil}
		if lists {
			signature := orbit.SignatureOf(q)
			image.Lists = &signature
		}
		o.Images = append(o.Images, image)
	}
	return o
}

// Products multiplies the eight operations, queens.products/1: first that of the row, then that of
// the column.
func Products() map[string][][]string {
	products := make([][]string, symmetry.Count)
	for i := range products {
		for j := range symmetry.Count {
			a, _ := symmetry.Operation(i + 1) // 1 to Count are operations
			b, _ := symmetry.Operation(j + 1)
			products[i] = append(products[i], a.Then(b).OperationName())
		}
	}
	return map[string][][]string{"products": products}
}

// Lattice says where a queen may go, queens.lattice/1.
type Lattice struct {
	Rows      queens.Perm `json:"rows"`
	Column    int         `json:"column,omitempty"` // of the queen that moves; missing: a queen is inserted
	Positions []Position  `json:"positions"`
}

// Position is a place between lines whose result is a solution.
type Position struct {
	Row       string      `json:"row"` // a half number
	Column    string      `json:"column"`
	Operation string      `json:"operation"`
	Result    queens.Perm `json:"result"`
	Orbit     queens.Perm `json:"orbit"` // canonical representative of the result
}

// NewLattice returns the positions where a queen can be inserted into p (column 0), or to which the
// queen of a column, from 1, can move, so that the result is another solution. Time O(n^3).
func NewLattice(p queens.Perm, column int) (*Lattice, error) {
	l := &Lattice{Rows: p, Column: column, Positions: []Position{}}
	for row := range p.Order() + 1 {
		for col := range p.Order() + 1 {
			r, c := orbit.Gap(row), orbit.Gap(col)
			text := fmt.Sprintf("inc %v %v", r, c)
			var q queens.Perm
			var err error
			if column == 0 {
				q, err = orbit.Inc(p, r, c)
			} else {
				m := orbit.Move{From: queens.Square{Row: p[column-1], Col: column - 1}, Row: r, Col: c}
				text = m.String()
				q, err = orbit.Mov(p, m)
			}
			if err != nil {
				return nil, err
			}
			if queens.Check(q, queens.Regular) == nil && !q.Equal(p) {
				l.Positions = append(l.Positions, Position{r.String(), c.String(), text, q, symmetry.Canonical(q)})
			}
		}
	}
	return l, nil
}

// Apply is what operations make of a placement one after the other, queens.apply/1.
type Apply struct {
	Start Placement `json:"start"`
	Steps []Step    `json:"steps"`
}

// Step is the placement after an operation.
type Step struct {
	Operation string `json:"operation"`
	Placement
	Half  *orbit.Half `json:"half,omitempty"`  // of inc and del
	Parts []Step      `json:"parts,omitempty"` // after the parts of the operation
}

// Inner returns the parts without the last, which is the step itself.
func (s Step) Inner() []Step { return s.Parts[:max(0, len(s.Parts)-1)] }

func newStep(op orbit.Operation, p queens.Perm) (Step, queens.Perm, error) {
	q, err := op.Apply(p)
	if err != nil {
		return Step{}, nil, err
	}
	step := Step{Operation: op.Text, Placement: newPlacement(boardOf(q), queens.Regular)}
	if op.Half != nil {
		step.Half = op.Half(p)
	}
	return step, q, nil
}

func boardOf(p queens.Perm) format.Board { return format.Board{Order: len(p), Perm: p} }

// NewApply does the operations on p.
func NewApply(p queens.Perm, operations []orbit.Operation) (*Apply, error) {
	a := &Apply{Start: newPlacement(boardOf(p), queens.Regular), Steps: []Step{}}
	for i, op := range operations {
		step, q, err := newStep(op, p)
		for _, part := range op.Parts {
			var done Step
			if err == nil {
				done, p, err = newStep(part, p)
				step.Parts = append(step.Parts, done)
			}
		}
		if err != nil {
			return nil, errs.Errorf("step %d: %w", i+1, err)
		}
		a.Steps = append(a.Steps, step)
		p = q
	}
	return a, nil
}

// Last returns the placement after all steps.
func (a *Apply) Last() Placement {
	if len(a.Steps) == 0 {
		return a.Start
	}
	return a.Steps[len(a.Steps)-1].Placement
}

// Solved reports whether the last placement is a solution.
func (a *Apply) Solved() bool { return a.Last().Solution }

// MatchedPair is a triple of one signature and the one of the other that lies on it. A
// triple has the number of its first column, or row, in its own placement.
type MatchedPair struct {
	No    int          `json:"no"` // of the first of three columns, or rows, from 1
	A     orbit.Triple `json:"a"`
	OnNo  int          `json:"onNo"`
	B     orbit.Triple `json:"b"` // turned, if its list is read backwards
	Equal bool         `json:"equal"`
}

// MatchedList is one list of a signature with the one that lies on it.
type MatchedList struct {
	Of        string        `json:"of" enum:"columns,rows"` // of the one placement
	On        string        `json:"on" enum:"columns,rows"` // of the other
	Backwards bool          `json:"backwards"`
	Pairs     []MatchedPair `json:"pairs"`
	Equal     int           `json:"equal"` // pairs that are equal
}

// Match is how two signatures lie on each other, queens.match/1.
type Match struct {
	A          queens.Perm   `json:"a"`
	B          queens.Perm   `json:"b"`
	Match      bool          `json:"match"`
	Operations []string      `json:"operations"` // po1 to po8: those that lead from a to b
	Lists      []MatchedList `json:"lists"`      // where they do not match, the readings with the most equal pairs
}

// NewMatch lays the signatures of two permutations of one order on each other.
func NewMatch(p, q queens.Perm) (*Match, error) {
	if p.Order() != q.Order() {
		return nil, errs.Errorf("orders %d and %d: two signatures are compared for one order: %w", p.Order(), q.Order(),
			queens.ErrFormat)
	}
	m := &Match{A: p, B: q, Operations: []string{}}
	for _, s := range symmetry.All() {
		if symmetry.Apply(s, p).Equal(q) {
			m.Operations = append(m.Operations, s.OperationName())
		}
	}
	slices.Sort(m.Operations)
	a, b := orbit.SignatureOf(p), orbit.SignatureOf(q)
	best := -1
	for reading := range 8 {
		lists := laidOn(a, b, reading&4 != 0, reading&2 != 0, reading&1 != 0)
		if equal := lists[0].Equal + lists[1].Equal; equal > best {
			best, m.Lists = equal, lists
		}
	}
	m.Match = best == len(a.X)+len(a.Y)
	return m, nil
}

func laidOn(a, b orbit.Signature, exchanged, backX, backY bool) []MatchedList {
	const columns, rows = "columns", "rows"
	x, y := columns, rows
	if exchanged {
		x, y, b.X, b.Y = rows, columns, b.Y, b.X
	}
	return []MatchedList{laidOnList(columns, x, backX, a.X, b.X), laidOnList(rows, y, backY, a.Y, b.Y)}
}

func laidOnList(of, on string, backwards bool, a, b orbit.Triples) MatchedList {
	l := MatchedList{Of: of, On: on, Backwards: backwards, Pairs: []MatchedPair{}}
	for i, t := range a {
		k, u := i, b[i]
		if backwards {
			k = len(b) - 1 - i
			u = b[k].Flipped()
		}
		l.Pairs = append(l.Pairs, MatchedPair{i + 1, t, k + 1, u, t == u})
		if t == u {
			l.Equal++
		}
	}
	return l
}

// Components says how many components of a graph have one size.
type Components struct {
	Orbits int `json:"orbits,string"`
	Count  int `json:"count,string"`
}

// Atlas describes the graph of the orbits of an order, queens.atlas/1.
type Atlas struct {
	Order  int `json:"order"`
	Moves  int `json:"moves"`
	Orbits int `json:"orbits,string"`
	Edges  int `json:"edges,string"`
	// different boards that taking queens away leaves, up to symmetry
	Patterns   uint64       `json:"patterns,string"`
	Components []Components `json:"components"` // the largest first
	Search     *orbit.Reach `json:"search"`     // from all solutions of order n-1
	// from what it has found itself, order 4 given; null below order 5
	Chain      *orbit.Reach     `json:"chain"`
	Seeds      int              `json:"seeds,string"` // inserted orbits from which all that are found can be reached
	NotFound   []queens.Perm    `json:"notFound"`     // at most ten
	HalfColumn orbit.HalfColumn `json:"halfColumn"`
	Graph      *orbit.Graph     `json:"graph,omitempty"` // its nodes count from 0
}

// NewAtlas returns the report of an atlas.
func NewAtlas(atlas *orbit.Searched) *Atlas {
	r := &Atlas{
		Order: atlas.Order, Moves: atlas.Moves, Orbits: atlas.Len(), Edges: atlas.Edges(),
		Patterns: atlas.Patterns, Components: []Components{}, Search: atlas.Reach, Seeds: atlas.Reach.Seeds(),
		NotFound: []queens.Perm{},
		HalfColumn: orbit.HalfColumns(func(yield func(queens.Perm) bool) {
			for i := 0; i < atlas.Len() && yield(atlas.Orbit(i)); i++ {
			}
		}),
	}
	for _, size := range atlas.Components() {
		if k := len(r.Components); k > 0 && r.Components[k-1].Orbits == size {
			r.Components[k-1].Count++
		} else {
			r.Components = append(r.Components, Components{size, 1})
		}
	}
	for i := range atlas.Reach.Unreached() {
		if len(r.NotFound) < 10 {
			r.NotFound = append(r.NotFound, atlas.Orbit(i))
		}
	}
	if atlas.Chain != nil {
		r.Chain = atlas.ReachAfter(atlas.Chain)
	}
	return r
}
