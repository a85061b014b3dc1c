package runs

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"queens"
	"queens/count/ledger"
)

// Survey is what the ledger of a run says about its subproblems.
type Survey struct {
	Subproblems int       `json:"subproblems"` // -1: the header is lost
	Done        int       `json:"done"`
	CellSize    int       `json:"cellSize"` // subproblems of a cell; the last one may have fewer
	Cells       []Cell    `json:"cells"`    // of all subproblems, by their numbers
	Rate        []Stretch `json:"rate"`     // results in the order in which they were written
	Crew        []Hand    `json:"crew"`     // those who counted, the one with most results first
}

// Cell is a few neighbouring subproblems.
type Cell struct {
	Done int `json:"done"`
	Hand int `json:"hand"` // who counted most of them: number in the crew, from 0; 0 if none is done
}

// Stretch is a few results that were written one after the other.
type Stretch struct {
	Results int           `json:"results"`
	Elapsed time.Duration `json:"elapsedNanos"` // of one worker each, in sum
	Found   queens.Total  `json:"found"`        // sum of the totals
}

// Hand is who counted, as results name them: a worker, or another machine.
type Hand struct {
	Name    string        `json:"name"` // empty: the process that wrote the ledger
	Results int           `json:"results"`
	Elapsed time.Duration `json:"elapsedNanos"`
}

// The most cells and stretches of a Survey.
const (
	maxCells     = 1600
	maxStretches = 40
)

// Survey reads the results of a run.
//
// Time O(results), some microseconds each. A count that is too short to be kept has no cells, no
// rate and no crew. Errors: *UnknownError; those of ledger.Read.
func (m *Manager) Survey(ctx context.Context, name string) (*Survey, error) {
	status, err := m.Get(ctx, name)
	if err != nil {
		return nil, err
	}
	run, err := ledger.Read(ctx, ledger.Dir(m.root, name))
	if errors.Is(err, fs.ErrNotExist) {
		return &Survey{
			Subproblems: status.Subproblems, Done: status.Done, CellSize: 1, Cells: []Cell{},
			Rate: []Stretch{}, Crew: []Hand{},
		}, nil
	}
	if err != nil {
		return nil, err
	}
	return survey(ctx, run)
}

func survey(ctx context.Context, run *ledger.Run) (*Survey, error) {
	of, done := run.Tally.Subproblems, run.Tally.Results
	s := &Survey{
		Subproblems: of, Done: done, CellSize: max(1, (of+maxCells-1)/maxCells), Cells: []Cell{},
		Rate: []Stretch{}, Crew: []Hand{},
	}
	stretch := max(1, (done+maxStretches-1)/maxStretches)
	crew := map[string]*Hand{}
	cells := make([]map[string]int, max(0, (of+s.CellSize-1)/s.CellSize)) // results by hand
	for i := range cells {
		cells[i] = map[string]int{}
	}
	read := 0
	for r, err := range run.Chronicle() {
		if err := cmp.Or(err, ctx.Err()); err != nil {
			return nil, err
		}
		if read%stretch == 0 {
			s.Rate = append(s.Rate, Stretch{})
		}
		read++
		last := &s.Rate[len(s.Rate)-1]
		last.Results++
		last.Elapsed += r.Elapsed
		last.Found = last.Found.Plus(r.Total)
		hand := crew[r.Worker]
		if hand == nil {
			hand = &Hand{Name: r.Worker}
			crew[r.Worker] = hand
		}
		hand.Results++
		hand.Elapsed += r.Elapsed
		if cell := r.Subproblem / s.CellSize; cell < len(cells) {
			cells[cell][r.Worker]++
		}
	}
	for _, hand := range crew {
		s.Crew = append(s.Crew, *hand)
	}
	slices.SortFunc(s.Crew, func(a, b Hand) int {
		return cmp.Or(cmp.Compare(b.Results, a.Results), cmp.Compare(a.Name, b.Name))
	})
	for _, by := range cells {
		var c Cell
		most := 0
		for i, hand := range s.Crew {
			k := by[hand.Name]
			c.Done += k
			if k > most {
				most, c.Hand = k, i
			}
		}
		s.Cells = append(s.Cells, c)
	}
	return s, nil
}
