package complete

import (
	"context"
	_ "embed" // instances.csv
	"math/rand/v2"
	"slices"

	"queens"
	"queens/internal/errs"
	"queens/internal/named"
)

// Family is a kind of random instance.
type Family struct {
	Name    string // "completion"
	Summary string // one sentence, no final period
	Amount  string // what the amount counts: "queens"
	Largest int    // largest order

	// scale returns, for order n with the given number of diagonals of a kind, the largest amount
	// and a usual one, for which some instances have a solution.
	scale func(n, diagonals int) (most, usual int)
	make  func(p *queens.Problem, amount int, random *rand.Rand) bool // false if it got stuck
}

// families has the three of [gent2017], two with a planted answer, and one for linear programs. The
// usual share p of blocked squares satisfies Q(n) (1-p)^n = 1, so 1-p = e^1.94/n, by [gent2017] and
// [simkin2021].
var families = []Family{
	{
		"blocked", "random squares are blocked", "blocked squares", 4096,
		func(n, _ int) (int, int) { return n * n, max(0, n*n-7*n) }, blockSquares,
	},
	{
		"completion", "queens that do not attack each other are given on random squares", "queens", 1 << 20,
		func(n, _ int) (int, int) { return n, n * 4 / 5 }, giveQueens,
	},
	{
		"diagonal-sum", "only some random rising diagonals remain", "rising diagonals", 1 << 20,
		func(n, diagonals int) (int, int) { return diagonals, min(n+2, diagonals) },
		func(p *queens.Problem, amount int, random *rand.Rand) bool {
			return exclude(p, random.Perm(oneWay(p.Order, p.Topology))[amount:])
		},
	},
	{
		"diagonals", "random diagonals are excluded", "excluded diagonals", 1 << 20,
		func(n, diagonals int) (int, int) { return 2 * diagonals, n },
		func(p *queens.Problem, amount int, random *rand.Rand) bool {
			return exclude(p, random.Perm(2 * oneWay(p.Order, p.Topology))[:amount])
		},
	},
	{
		"hall", "the free squares of some rows lie in one column too few: no completion", "rows", 4096,
		func(n, _ int) (int, int) { return n, n * 2 / 5 }, plantHall,
	},
	{
		"planted", "random squares are blocked, but none of a random solution", "blocked squares", 1024,
		func(n, _ int) (int, int) { return n * (n - 1), max(0, n*n-8*n) }, plantSolution,
	},
}

// Families returns the families, sorted by name.
func Families() []Family { return slices.Clone(families) }

// FindFamily returns the family with this name. Errors: queens.ErrFormat.
func FindFamily(name string) (Family, error) {
	return named.Find("family", name, families, func(f Family) string { return f.Name })
}

// Default returns an amount for which some instances of order n have a solution and some have none.
// Hard instances are near it.
func (f Family) Default(n int, t queens.Topology) int {
	_, usual := f.scale(n, oneWay(n, t))
	return usual
}

// Generate returns a random instance of a family, determined by the seed. It may have no solution.
// Errors: queens.ErrFormat for an unknown family, an amount out of range, or queens that found no
// free square in 1000 attempts; queens.ErrOrder.
func Generate(family string, n, amount int, t queens.Topology, seed uint64) (queens.Problem, error) {
	f, err := FindFamily(family)
	if err != nil {
		return queens.Problem{}, err
	}
	if n < 0 || n > f.Largest {
		return queens.Problem{}, errs.Errorf("instance of order %d: want 0 to %d: %w", n, f.Largest, queens.ErrOrder)
	}
	if most, _ := f.scale(n, oneWay(n, t)); amount < 0 || amount > most {
		return queens.Problem{}, errs.Errorf("%d %s on a board of order %d: want 0 to %d: %w", amount,
			f.Amount, n, most, queens.ErrFormat)
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for range 1000 {
		p := queens.Problem{Order: n, Topology: t}
		if f.make(&p, amount, random) {
			return p, nil
		}
	}
	return queens.Problem{}, errs.Errorf("%d %s on a board of order %d: there is no solution to plant, or "+
		"no room was found in 1000 attempts; take fewer: %w", amount, f.Amount, n, queens.ErrFormat)
}

func blockSquares(p *queens.Problem, amount int, random *rand.Rand) bool {
	n := p.Order
	squares := random.Perm(n * n)[:amount]
	slices.Sort(squares)
	p.Blocked = named.Each(squares, func(sq int) queens.Square { return queens.Square{Row: sq / n, Col: sq % n} })
	return true
}

func giveQueens(p *queens.Problem, amount int, random *rand.Rand) bool {
	n := p.Order
	rows := random.Perm(n) // the first ones are used
	taken := newDiagonals(*p)
	cols := random.Perm(n)[:amount]
	slices.Sort(cols)
	order := random.Perm(amount)
	for k, at := range order {
		placed := false
		for i, offset := k, random.IntN(n-k); i < n && !placed; i++ {
			j := k + (i-k+offset)%(n-k)
			if sq := (queens.Square{Row: rows[j], Col: cols[at]}); taken.hits(sq) == 0 {
				taken.add(sq, 1)
				p.Given = append(p.Given, sq)
				rows[k], rows[j] = rows[j], rows[k]
				placed = true
			}
		}
		if !placed {
			return false
		}
	}
	slices.SortFunc(p.Given, func(a, b queens.Square) int { return a.Col - b.Col })
	return true
}

// oneWay returns the number of rising diagonals, which is that of falling ones.
func oneWay(n int, t queens.Topology) int {
	if t == queens.Modular {
		return n
	}
	return max(0, 2*n-1)
}

// exclude excludes diagonals by number; falling ones follow rising ones.
func exclude(p *queens.Problem, numbers []int) bool {
	each := oneWay(p.Order, p.Topology)
	slices.Sort(numbers)
	p.Excluded = named.Each(numbers, func(d int) queens.Diagonal {
		return queens.Diagonal{Line: queens.Rising + queens.Line(d/each), Index: d % each}
	})
	return true
}

// plantHall blocks squares so that some random rows see one column fewer than there are rows.
func plantHall(p *queens.Problem, amount int, random *rand.Rand) bool {
	n := p.Order
	rows, cols := random.Perm(n)[:amount], random.Perm(n)[:max(0, amount-1)]
	slices.Sort(rows)
	for _, row := range rows {
		for col := range n {
			if !slices.Contains(cols, col) {
				p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: col})
			}
		}
	}
	return true
}

// plantSolution blocks squares outside a random solution. It fails if the order has none.
func plantSolution(p *queens.Problem, amount int, random *rand.Rand) bool {
	a, err := One(context.Background(), *p, Options{Seed: random.Uint64()})
	if err != nil || a.Solution == nil {
		return false
	}
	n := p.Order
	for _, sq := range random.Perm(n * n) {
		if row, col := sq/n, sq%n; len(p.Blocked) < amount && a.Solution[col] != row {
			p.Blocked = append(p.Blocked, queens.Square{Row: row, Col: col})
		}
	}
	slices.SortFunc(p.Blocked, func(a, b queens.Square) int { return (a.Row-b.Row)*n + a.Col - b.Col })
	return true
}

// Instance is an instance of the frozen set, with its verdict and its difficulty. A test recomputes
// both.
type Instance struct {
	Name     string `json:"name"` // "blocked-40-2": family, order and seed
	Family   string `json:"family"`
	Order    int    `json:"order"`
	Amount   int    `json:"amount"`
	Seed     uint64 `json:"seed,string"`
	Possible bool   `json:"possible"`
	Nodes    uint64 `json:"nodes,string"` // queens that the search with seed 1 places; 0 if matchings decide;
	// the linear program follows a short search
}

// instances is the frozen set. Only the nodes change, with the search.
//
//go:embed instances.csv
var instances string

// Instances returns the frozen set, sorted by family and order.
func Instances() []Instance { return named.Decode[Instance](instances) }

// FindInstance returns the instance with this name. Errors: queens.ErrFormat.
func FindInstance(name string) (Instance, error) {
	all := Instances()
	if at := slices.IndexFunc(all, func(i Instance) bool { return i.Name == name }); at >= 0 {
		return all[at], nil
	}
	return Instance{}, errs.Errorf("instance %q: want a name from queens complete instances: %w", name,
		queens.ErrFormat)
}

// Problem returns the board.
func (i Instance) Problem() (queens.Problem, error) {
	return Generate(i.Family, i.Order, i.Amount, queens.Regular, i.Seed)
}

// Level describes how hard an instance is, by the queens placed.
func (i Instance) Level() string {
	switch {
	case i.Nodes < 1_000:
		return "easy"
	case i.Nodes < 100_000:
		return "medium"
	case i.Nodes < 2_000_000:
		return "hard"
	}
	return "very hard"
}
