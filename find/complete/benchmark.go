package complete

import (
	"fmt"
	"slices"

	"queens"
)

// Instance is a board of the frozen set: an instance of a family, its verdict and
// how hard it is. A test computes all that again.
type Instance struct {
	Name     string `json:"name"` // "blocked-40-2": family, order and seed
	Family   string `json:"family"`
	Order    int    `json:"order"`
	Amount   int    `json:"amount"`
	Seed     uint64 `json:"seed,string"`
	Possible bool   `json:"possible"`
	Nodes    uint64 `json:"nodes,string"` // queens that the search with seed 1 places to find out; 0 if matchings do;
	// the linear program follows a short search
}

// instances is the frozen set, by family and order. Its boards do not change.
var instances = []Instance{
	{"blocked-10-1", "blocked", 10, 30, 1, true, 204},
	{"blocked-20-1", "blocked", 20, 260, 1, true, 632},
	{"blocked-30-2", "blocked", 30, 690, 2, false, 1},
	{"blocked-40-1", "blocked", 40, 1320, 1, false, 75648},
	{"blocked-40-2", "blocked", 40, 1320, 2, false, 26580},
	{"blocked-48-3", "blocked", 48, 1968, 3, true, 424759},
	{"blocked-48-4", "blocked", 48, 1968, 4, false, 716939},
	{"blocked-56-2", "blocked", 56, 2744, 2, false, 1137445},
	{"blocked-56-3", "blocked", 56, 2744, 3, false, 1282685},
	{"blocked-60-1", "blocked", 60, 3180, 1, false, 5204650},
	{"blocked-64-1", "blocked", 64, 3648, 1, false, 1394373},
	{"completion-8-1", "completion", 8, 4, 1, false, 0},
	{"completion-32-1", "completion", 32, 20, 1, false, 0},
	{"completion-64-1", "completion", 64, 48, 1, false, 27},
	{"completion-100-1", "completion", 100, 80, 1, true, 70},
	{"completion-200-1", "completion", 200, 170, 1, false, 0},
	{"completion-200-2", "completion", 200, 170, 2, true, 110},
	{"diagonal-sum-20-1", "diagonal-sum", 20, 22, 1, false, 634},
	{"diagonal-sum-30-2", "diagonal-sum", 30, 40, 2, true, 146669},
	{"diagonal-sum-32-1", "diagonal-sum", 32, 34, 1, false, 3536},
	{"diagonal-sum-50-1", "diagonal-sum", 50, 52, 1, false, 9472},
	{"diagonal-sum-60-1", "diagonal-sum", 60, 62, 1, false, 21592},
	{"diagonals-12-1", "diagonals", 12, 12, 1, false, 38},
	{"diagonals-16-1", "diagonals", 16, 16, 1, false, 14180},
	{"diagonals-20-1", "diagonals", 20, 20, 1, false, 363998},
	{"diagonals-20-2", "diagonals", 20, 20, 2, false, 622209},
	{"diagonals-24-2", "diagonals", 24, 24, 2, true, 36002},
	{"hall-20-1", "hall", 20, 8, 1, false, 0},
	{"hall-40-1", "hall", 40, 16, 1, false, 0},
	{"hall-100-1", "hall", 100, 40, 1, false, 0},
	{"hall-200-1", "hall", 200, 80, 1, false, 0},
	{"planted-24-1", "planted", 24, 384, 1, true, 488},
	{"planted-40-1", "planted", 40, 1280, 1, true, 5932},
	{"planted-48-1", "planted", 48, 1920, 1, true, 6209},
	{"planted-56-1", "planted", 56, 2688, 1, true, 93348},
	{"planted-100-1", "planted", 100, 8600, 1, true, 13306},
}

// Instances returns the frozen set, new.
func Instances() []Instance { return slices.Clone(instances) }

// FindInstance returns the instance of a name.
//
// Errors: queens.ErrFormat for any other word.
func FindInstance(name string) (Instance, error) {
	for _, i := range instances {
		if i.Name == name {
			return i, nil
		}
	}
	return Instance{}, fmt.Errorf("complete: instance %q: want a name from queens complete instances: %w", name,
		queens.ErrFormat)
}

// Problem returns the board.
func (i Instance) Problem() (queens.Problem, error) {
	return Generate(i.Family, i.Order, i.Amount, queens.Regular, i.Seed)
}

// Level says how hard an instance is, by the queens placed.
func (i Instance) Level() string {
	switch {
	case i.Nodes < 1_000:
		return "easy"
	case i.Nodes < 100_000:
		return "middling"
	case i.Nodes < 2_000_000:
		return "hard"
	}
	return "very hard"
}
