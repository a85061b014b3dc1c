package plan

import (
	"fmt"
	"strconv"
	"strings"

	"queens"
	"queens/internal/errs"
)

// Share is a run of consecutive subproblems for one of several machines: neighbours share lists.
// The shares of a plan take about the same time.
type Share struct {
	Number int `json:"number"` // from 1
	Of     int `json:"of"`     // 1 to MaxShares
	First  int `json:"first"`  // its first subproblem, from 0; in answers only
}

// MaxShares bounds the shares of a plan.
const MaxShares = 1 << 20

// ParseShare reads "3/8". Errors: queens.ErrFormat.
func ParseShare(text string) (Share, error) {
	number, of, _ := strings.Cut(text, "/")
	i, errNumber := strconv.Atoi(number)
	n, errOf := strconv.Atoi(of)
	if errNumber != nil || errOf != nil || n < 1 || n > MaxShares || i < 1 || i > n {
		return Share{}, errs.Errorf("share %q: want NUMBER/OF, like 3/8: 1/8 to 8/8, of at most %d: %w", text,
			MaxShares, queens.ErrFormat)
	}
	return Share{Number: i, Of: n}, nil
}

// String returns "3/8".
func (s Share) String() string { return fmt.Sprintf("%d/%d", s.Number, s.Of) }

// Weights returns the estimated time of each subproblem, in arbitrary units, for shares, progress
// and scheduling.
func (p *Plan) Weights() (list []Work) {
	for i := range p.Subproblems {
		list = append(list, p.Count.Weigh(&p.Subproblems[i]))
	}
	return list
}

// Shares returns the bounds of shares: share i has the subproblems in [bounds[i-1], bounds[i]),
// perhaps none.
func (p *Plan) Shares(of int) (bounds []int) {
	bounds = make([]int, of+1)
	share := 1
	var before, whole Work
	weights := p.Weights()
	for _, w := range weights {
		whole = whole.Plus(w)
	}
	for i := range p.Subproblems {
		// A subproblem belongs to the share in whose work it begins.
		for share < of && before.Times(uint64(of)).Compare(whole.Times(uint64(share))) >= 0 {
			bounds[share] = i
			share++
		}
		before = before.Plus(weights[i])
	}
	for ; share <= of; share++ {
		bounds[share] = len(p.Subproblems)
	}
	return bounds
}
