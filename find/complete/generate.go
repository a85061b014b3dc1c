package complete

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"queens"
	"queens/internal/named"
)

// Family is a kind of random instances.
type Family struct {
	Name    string // "completion"
	Summary string // one sentence, no final period
	Amount  string // what the amount counts: "queens"
	Largest int    // largest order it makes
	most    func(n int, t queens.Topology) int
	make    func(p *queens.Problem, amount int, random *rand.Rand) bool // false if it got stuck
}

// families is the table: the three of [gent2017], two with a planted answer, and one for linear
// programs.
var families = []Family{
	{
		Name: "blocked", Summary: "random squares are blocked", Amount: "blocked squares",
		Largest: 4096,
		most:    func(n int, _ queens.Topology) int { return n * n },
		make:    blockSquares,
	},
	{
		Name: "completion", Summary: "queens that do not attack each other are given on random squares",
		Amount: "queens", Largest: 1 << 20,
		most: func(n int, _ queens.Topology) int { return n },
		make: giveQueens,
	},
	{
		Name: "diagonal-sum", Summary: "only some random rising diagonals remain", Amount: "rising diagonals",
		Largest: 1 << 20,
		most:    oneWay,
		make:    leaveDiagonals,
	},
	{
		Name: "diagonals", Summary: "random diagonals are excluded", Amount: "excluded diagonals",
		Largest: 1 << 20,
		most:    func(n int, t queens.Topology) int { return 2 * oneWay(n, t) },
		make:    excludeDiagonals,
	},
	{
		Name: "hall", Summary: "the free squares of some rows lie in one column too few: no completion", Amount: "rows",
		Largest: 4096,
		most:    func(n int, _ queens.Topology) int { return n },
		make:    plantHall,
	},
	{
		Name: "planted", Summary: "random squares are blocked, but none of a random solution",
		Amount: "blocked squares", Largest: 1024,
		most: func(n int, _ queens.Topology) int { return n * (n - 1) },
		make: plantSolution,
	},
}

// Families returns the families of instances, sorted by name, new.
func Families() []Family { return slices.Clone(families) }

// FindFamily returns the family of a name, or queens.ErrFormat.
func FindFamily(name string) (Family, error) {
	return named.Find("complete: family", name, families, func(f Family) string { return f.Name })
}

// Default returns an amount near which some instances of order n have a solution and
// some have none: where hard ones are found.
func (f Family) Default(n int, t queens.Topology) int {
	switch f.Name {
	case "blocked": // Q(n) (1-p)^n = 1 for the share p of blocked squares: 1-p = e^1.94/n, [gent2017] and [simkin2021]
		return max(0, n*n-7*n)
	case "completion":
		return n * 4 / 5
	case "diagonal-sum":
		return min(n+2, f.most(n, t))
	case "hall":
		return n * 2 / 5
	case "planted":
		return max(0, n*n-8*n)
	default:
		return n
	}
}

// Generate returns a random instance of the family of that name; the seed decides
// which. Whether it has a solution is not known.
//
// Errors: queens.ErrFormat for an unknown family, an amount there is no room for, or
// queens that found no free square in 1000 attempts; queens.ErrOrder.
func Generate(family string, n, amount int, t queens.Topology, seed uint64) (queens.Problem, error) {
	f, err := FindFamily(family)
	if err != nil {
		return queens.Problem{}, err
	}
	if n < 0 || n > f.Largest {
		return queens.Problem{}, fmt.Errorf("complete: instance of order %d: want 0 to %d: %w", n, f.Largest,
			queens.ErrOrder)
	}
	if most := f.most(n, t); amount < 0 || amount > most {
		return queens.Problem{}, fmt.Errorf("complete: %d %s on a board of order %d: want 0 to %d: %w", amount,
			f.Amount, n, most, queens.ErrFormat)
	}
	random := rand.New(rand.NewPCG(seed, uint64(n)))
	for range 1000 {
		p := queens.Problem{Order: n, Topology: t}
		if f.make(&p, amount, random) {
			return p, nil
		}
	}
	return queens.Problem{}, fmt.Errorf("complete: %d %s on a board of order %d: there is no solution to plant, or "+
		"no room was found in 1000 attempts; take fewer: %w", amount, f.Amount, n, queens.ErrFormat)
}

func blockSquares(p *queens.Problem, amount int, random *rand.Rand) bool {
	n := p.Order
	squares := random.Perm(n * n)[:amount]
	slices.Sort(squares)
	for _, sq := range squares {
		p.Blocked = append(p.Blocked, queens.Square{Row: sq / n, Col: sq % n})
	}
	return true
}

func giveQueens(p *queens.Problem, amount int, random *rand.Rand) bool {
	n := p.Order
	rows := random.Perm(n) // the first are taken
	taken := newDiagonals(n, p.Topology)
	cols := random.Perm(n)[:amount]
	slices.Sort(cols)
	order := random.Perm(amount)
	for k, at := range order {
		placed := false
		for i, offset := k, random.IntN(n-k); i < n && !placed; i++ {
			j := k + (i-k+offset)%(n-k)
			if sq := (queens.Square{Row: rows[j], Col: cols[at]}); !taken.has(sq) {
				taken.take(sq)
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

// oneWay returns the number of rising diagonals, and so that of falling ones.
func oneWay(n int, t queens.Topology) int {
	if t == queens.Modular {
		return n
	}
	return max(0, 2*n-1)
}

func excludeDiagonals(p *queens.Problem, amount int, random *rand.Rand) bool {
	each := oneWay(p.Order, p.Topology)
	chosen := random.Perm(2 * each)[:amount]
	slices.Sort(chosen)
	for _, d := range chosen {
		if d < each {
			p.Excluded = append(p.Excluded, queens.Diagonal{Line: queens.Rising, Index: d})
		} else {
			p.Excluded = append(p.Excluded, queens.Diagonal{Line: queens.Falling, Index: d - each})
		}
	}
	return true
}

func leaveDiagonals(p *queens.Problem, amount int, random *rand.Rand) bool {
	excluded := random.Perm(oneWay(p.Order, p.Topology))[amount:]
	slices.Sort(excluded)
	for _, d := range excluded {
		p.Excluded = append(p.Excluded, queens.Diagonal{Line: queens.Rising, Index: d})
	}
	return true
}

// plantHall blocks squares so that some random rows see one column less than they are.
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

// plantSolution blocks squares that a random solution does not need; there is none on
// some boards.
func plantSolution(p *queens.Problem, amount int, random *rand.Rand) bool {
	a, err := find(context.Background(), *p, nil, Options{Seed: random.Uint64()})
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
