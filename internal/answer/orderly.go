package answer

import (
	"context"
	"fmt"
	"strconv"
	"text/tabwriter"

	"queens/internal/answer/counted"

	"queens"
	"queens/math/orderly"
)

// Orderly counts combinatorial objects up to symmetry, queens.orderly/1.
type Orderly struct {
	Schema string        `json:"schema"`
	Kind   string        `json:"kind"`
	N      int           `json:"n"`
	Size   string        `json:"size"` // what a size is
	Series string        `json:"series"`
	Total  queens.Total  `json:"total"`
	Sizes  []OrderlySize `json:"sizes"`
}

// OrderlySize is the count of one size.
type OrderlySize struct {
	Size         int           `json:"size"`
	Objects      queens.Total  `json:"objects"`
	Candidates   int           `json:"candidates,string"`
	NotCanonical int           `json:"notCanonical,string"`
	OutOfOrder   int           `json:"outOfOrder,string"`
	Known        *queens.Total `json:"known,omitempty"`
}

// NewOrderly counts the objects of a kind for n; visit, which may be nil, is called with
// each.
//
// Errors: those of Kind.Counts; ledger.ErrMismatch.
func NewOrderly(ctx context.Context, k orderly.Kind, n int, visit func(object string)) (*Orderly, error) {
	r := &Orderly{Schema: "queens.orderly/1", Kind: k.Name, N: n, Size: k.Size, Series: k.Series, Sizes: []OrderlySize{}}
	for c, err := range k.Counts(ctx, n, visit) {
		if err != nil {
			return nil, err
		}
		s := OrderlySize{c.Size, queens.NewTotal(uint64(c.Objects)), c.Candidates, c.NotCanonical, c.OutOfOrder, nil}
		isKnown, err := counted.Compare(s.Objects, fmt.Sprintf("orderly: %s for %d, %d %s", k.Name, n, c.Size, k.Size), k.Series, n, c.Size)
		if err != nil {
			return nil, err
		}
		if isKnown {
			s.Known = &s.Objects
		}
		r.Total = r.Total.Plus(s.Objects)
		r.Sizes = append(r.Sizes, s)
	}
	return r, nil
}

// Text returns a line for each size.
func (r *Orderly) Text(Style) string {
	objects := r.Kind
	if objects == r.Size { // queens, by the number of queens
		objects = "placements"
	}
	lines := [][]string{{r.Size, objects, "candidates"}}
	confirmed, candidates := 0, 0
	for _, s := range r.Sizes {
		lines = append(lines, []string{strconv.Itoa(s.Size), s.Objects.String(), strconv.Itoa(s.Candidates)})
		candidates += s.Candidates
		if s.Known != nil {
			confirmed++
		}
	}
	lines = append(lines, []string{"all", r.Total.String(), strconv.Itoa(candidates)})
	verdict := fmt.Sprintf("equal to the known values (queens table %s)", r.Series)
	switch confirmed {
	case len(r.Sizes):
	case 0:
		verdict = "no value is known to compare with"
	default:
		verdict = fmt.Sprintf("%d of %d sizes %s", confirmed, len(r.Sizes), verdict)
	}
	return counted.Lines(lines, tabwriter.AlignRight) + "\n" + verdict + "\n"
}

// OrderlyCheck says whether the conditions of orderly generation hold,
// queens.orderly-check/1.
type OrderlyCheck struct {
	Schema         string `json:"schema"`
	Kind           string `json:"kind"`
	N              int    `json:"n"`
	Holds          bool   `json:"holds"`
	Counterexample string `json:"counterexample,omitempty"`
}

// Text returns that all conditions hold, or which does not.
func (r *OrderlyCheck) Text(Style) string {
	if !r.Holds {
		return r.Counterexample + "\n"
	}
	return fmt.Sprintf("%s for %d: one canonical object in each class, coverage, monotonicity, proper order: all hold\n", r.Kind, r.N)
}

// OrderlyObject is one object of a list, queens.orderly-object/1.
type OrderlyObject struct {
	Schema string `json:"schema"`
	Kind   string `json:"kind"`
	N      int    `json:"n"`
	Object string `json:"object"`
}
