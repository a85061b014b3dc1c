package mathematics

import (
	"context"
	"fmt"
	"strconv"

	"queens"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/math/orderly"
)

// orderlyAnswer counts combinatorial objects up to symmetry, or says whether the conditions of orderly
// generation hold, or is one of the objects: queens.orderly/1.
type orderlyAnswer struct {
	Kind           string        `json:"kind"`
	N              int           `json:"n"`
	Size           string        `json:"size,omitempty"` // what a size is
	Series         string        `json:"series,omitempty"`
	Total          *queens.Total `json:"total,omitempty"`
	Sizes          []orderlySize `json:"sizes,omitempty"`
	Holds          *bool         `json:"holds,omitempty"`
	Counterexample string        `json:"counterexample,omitempty"`
	Object         string        `json:"object,omitempty"`
}

func (r orderlyAnswer) json() printer.JSON { return printer.JSON{Schema: "queens.orderly/1", Value: r} }

type orderlySize struct {
	Size         int           `json:"size"`
	Objects      queens.Total  `json:"objects"`
	Candidates   int           `json:"candidates,string"`
	NotCanonical int           `json:"notCanonical,string"`
	OutOfOrder   int           `json:"outOfOrder,string"`
	Known        *queens.Total `json:"known,omitempty"`
}

// countOrderly counts the objects of a kind for n; visit, which may be nil, is called with
// each.
//
// Errors: those of Kind.Counts; ledger.ErrMismatch.
func countOrderly(ctx context.Context, k orderly.Kind, n int, visit func(object string)) (*orderlyAnswer, error) {
	r := &orderlyAnswer{Kind: k.Name, N: n, Size: k.Size, Series: k.Series, Total: new(queens.Total)}
	for c, err := range k.Counts(ctx, n, visit) {
		if err != nil {
			return nil, err
		}
		s := orderlySize{c.Size, queens.NewTotal(uint64(c.Objects)), c.Candidates, c.NotCanonical, c.OutOfOrder, nil}
		isKnown, err := answer.Compare(s.Objects, fmt.Sprintf("orderly: %s for %d, %d %s", k.Name, n, c.Size, k.Size), k.Series, n, c.Size)
		if err != nil {
			return nil, err
		}
		if isKnown {
			s.Known = &s.Objects
		}
		*r.Total = r.Total.Plus(s.Objects)
		r.Sizes = append(r.Sizes, s)
	}
	return r, nil
}

func (r *orderlyAnswer) text(printer.Style) string {
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
	return printer.Numbers(lines) + "\n" + verdict + "\n"
}
