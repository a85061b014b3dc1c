package miscount

import (
	"bytes"
	"encoding/csv"
	"math/big"
	"math/bits"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/golden"
	"queens/internal/must"
	"queens/internal/named"
	"queens/known"
	"queens/list"
)

// enough ends the values of a rule that needs a search: no order after the first of this value.
const enough = 200_000

// TestTable computes the values in rules.csv. -update writes them.
func TestTable(t *testing.T) {
	var file bytes.Buffer
	w := csv.NewWriter(&file)
	must.Do(t, w.Write([]string{"name", "text", "values"}))
	for _, r := range named.Decode[row](rulesFile) {
		var values []string
		c := &calculator{ok: true}
		for c.n = 1; c.ok && c.n <= MaxOrder; c.n++ {
			if value := formulas[r.Name](c); c.ok {
				values = append(values, strconv.FormatUint(value, 10))
			}
		}
		must.Do(t, w.Write([]string{r.Name, r.Text, strings.Join(values, " ")}))
	}
	w.Flush()
	golden.Compare(t, "rules.csv", file.Bytes())
}

// calculator computes a rule for order n. ok becomes false if the value is not known or too large.
type calculator struct {
	n    int
	ok   bool
	last uint64 // value of a search at the order before
}

// formulas has every rule.
var formulas = map[string]func(c *calculator) uint64{
	"fundamental":             func(c *calculator) uint64 { return c.known("fundamental", c.n) },
	"up-to-reflection":        func(c *calculator) uint64 { return (c.known("solutions", c.n) + 1) / 2 },
	"asymmetric":              func(c *calculator) uint64 { return c.known("class-asymmetric", c.n) },
	"divided-by-8":            func(c *calculator) uint64 { return c.known("solutions", c.n) / 8 },
	"divided-by-4":            func(c *calculator) uint64 { return c.known("solutions", c.n) / 4 },
	"times-8":                 func(c *calculator) uint64 { return 8 * c.known("fundamental", c.n) },
	"half-turn":               func(c *calculator) uint64 { return c.known("s180", c.n) },
	"one-less":                func(c *calculator) uint64 { return max(1, c.known("solutions", c.n)) - 1 },
	"one-more":                func(c *calculator) uint64 { return c.known("solutions", c.n) + 1 },
	"twice":                   func(c *calculator) uint64 { return 2 * c.known("solutions", c.n) },
	"order-before":            func(c *calculator) uint64 { return c.known("solutions", c.n-1) },
	"order-after":             func(c *calculator) uint64 { return c.known("solutions", c.n+1) },
	"given-corner":            func(c *calculator) uint64 { return c.first(1) },
	"first-row-2":             func(c *calculator) uint64 { return c.first(2) },
	"first-row-3":             func(c *calculator) uint64 { return c.first(3) },
	"first-row-4":             func(c *calculator) uint64 { return c.first(4) },
	"no-touching":             searches("row", "rising-next", "falling-next"),
	"one-diagonal":            searches("row", "rising"),
	"no-rows":                 searches("rising", "falling"),
	"no-rows-one-diagonal":    searches("rising"),
	"previous-queen":          searches("row-next", "rising-next", "falling-next"),
	"one-diagonal-neighbours": searches("row", "rising-next"),
	"long-diagonals":          searches("row", "long"),
	"torus":                   func(c *calculator) uint64 { return c.known("toroidal", c.n) },
	"torus-one-diagonal":      searches("row", "wrapped"),
	"reflecting":              func(c *calculator) uint64 { return c.known("reflecting", c.n) },
	"any-number":              func(c *calculator) uint64 { return c.known("nonattacking-sets", c.n) },
	"maximal":                 func(c *calculator) uint64 { return c.known("maximal-sets", c.n) },
	"up-to-rotation":          func(c *calculator) uint64 { return (c.q() + c.at("s180") + 2*c.at("s90")) / 4 },
	"up-to-half-turn":         func(c *calculator) uint64 { return (c.q() + c.at("s180")) / 2 },
	"first-only":              func(c *calculator) uint64 { return min(1, c.q()) },
	"sum-of-orders": func(c *calculator) uint64 {
		return sum(1, c.n, func(k int) uint64 { return c.known("solutions", k) })
	},
	"order-before-times-n": func(c *calculator) uint64 { return uint64(c.n) * c.known("solutions", c.n-1) },
	"queen-by-queen":       func(c *calculator) uint64 { return uint64(c.n) * c.q() },
	"numbered-queens": func(c *calculator) uint64 {
		q := new(big.Int).SetUint64(c.q())
		return c.fits(q.Mul(q, new(big.Int).MulRange(1, int64(c.n))))
	},
	"superqueens":             (*calculator).superqueens,
	"any-corner":              (*calculator).corner,
	"no-corner":               func(c *calculator) uint64 { return c.q() - c.corner() },
	"half":                    func(c *calculator) uint64 { return sum(1, c.n/2, c.first) },
	"half-and-middle":         func(c *calculator) uint64 { return sum(1, (c.n+1)/2, c.first) },
	"half-doubled":            func(c *calculator) uint64 { return 2 * sum(1, c.n/2, c.first) },
	"half-and-middle-doubled": func(c *calculator) uint64 { return 2 * sum(1, (c.n+1)/2, c.first) },
	"rows-and-columns":        func(c *calculator) uint64 { return c.fits(new(big.Int).MulRange(1, int64(c.n))) },
	"columns": func(c *calculator) uint64 {
		n := big.NewInt(int64(c.n))
		return c.fits(n.Exp(n, n, nil))
	},
	"anywhere":        func(c *calculator) uint64 { return c.fits(new(big.Int).Binomial(int64(c.n*c.n), int64(c.n))) },
	"one-queen-short": func(c *calculator) uint64 { return c.known("backtrack-profile", c.n, c.n-1) },
	"calls": func(c *calculator) uint64 {
		return sum(0, c.n, func(k int) uint64 { return c.known("backtrack-profile", c.n, k) })
	},
}

func (c *calculator) q() uint64 { return c.at("solutions") }

func (c *calculator) at(series string) uint64 { return c.known(series, c.n) }

func (c *calculator) first(row int) uint64 {
	if row > c.n {
		return 0
	}
	return c.known("first-queen", c.n, row)
}

// corner counts the solutions with a queen in a corner: one, as any two attack each other.
func (c *calculator) corner() uint64 { return c.first(1) * uint64(min(4, c.n*c.n)) }

func (c *calculator) known(series string, n int, index ...int) uint64 {
	v, ok := known.Lookup(series, n, index...)
	c.ok = c.ok && ok
	return c.fits(v.Value.Big())
}

func (c *calculator) fits(x *big.Int) uint64 {
	c.ok = c.ok && x.IsUint64()
	return x.Uint64()
}

func sum(from, to int, number func(k int) uint64) (total uint64) {
	for k := from; k <= to; k++ {
		total += number(k)
	}
	return total
}

// attacks says which queens attack each other, b in a column after a. Two in a column always do.
var attacks = map[string]func(a, b queens.Square, n int) bool{
	"row":          func(a, b queens.Square, _ int) bool { return a.Row == b.Row },
	"rising":       func(a, b queens.Square, _ int) bool { return a.Row+a.Col == b.Row+b.Col },
	"falling":      func(a, b queens.Square, _ int) bool { return a.Row-a.Col == b.Row-b.Col },
	"row-next":     func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row == a.Row },
	"rising-next":  func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row-a.Row == -1 },
	"falling-next": func(a, b queens.Square, _ int) bool { return b.Col-a.Col == 1 && b.Row-a.Row == 1 },
	"wrapped":      func(a, b queens.Square, n int) bool { return (a.Row+a.Col-b.Row-b.Col)%n == 0 },
	"long": func(a, b queens.Square, n int) bool {
		return a.Row == a.Col && b.Row == b.Col || a.Row+a.Col == n-1 && b.Row+b.Col == n-1
	},
}

// superqueens counts the solutions where no queen is a knight's move from another.
func (c *calculator) superqueens() (count uint64) {
	if c.ok = c.n <= 12; !c.ok {
		return 0
	}
	solutions, _ := list.Solutions(c.n, list.Options{}) // the order is valid
	for p := range solutions {
		peaceful := true
		for col, row := range p {
			for second := col + 1; second < min(col+3, c.n); second++ {
				peaceful = peaceful && (second-col)*max(row-p[second], p[second]-row) != 2
			}
		}
		if peaceful {
			count++
		}
	}
	return count
}

const maxSearch = 11

// searches counts the placements of one queen in each column that do not attack each other.
func searches(names ...string) func(c *calculator) uint64 {
	return func(c *calculator) uint64 {
		if c.ok = c.last < enough && c.n <= maxSearch; c.ok {
			c.last = search(c.n, names)
		}
		return c.last
	}
}

func search(n int, names []string) (count uint64) {
	type columns [maxSearch]uint16 // sets of rows
	var closes [maxSearch][maxSearch]columns
	for square := range n * n * n * n {
		a := queens.Square{Row: square % n, Col: square / n % n}
		b := queens.Square{Row: square / (n * n) % n, Col: square / (n * n * n)}
		for _, name := range names {
			if a.Col < b.Col && attacks[name](a, b, n) {
				closes[a.Col][a.Row][b.Col] |= 1 << b.Row
			}
		}
	}
	var place func(col int, closed columns)
	place = func(col int, closed columns) {
		free := ^closed[col] & (1<<n - 1)
		if col == n-1 {
			count += uint64(bits.OnesCount16(free))
			return
		}
		for ; free != 0; free &= free - 1 {
			next := closed
			for k, rows := range closes[col][bits.TrailingZeros16(free)] {
				next[k] |= rows
			}
			place(col+1, next)
		}
	}
	place(0, columns{})
	return count
}
