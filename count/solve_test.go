package count_test

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/count"
	"queens/count/methods"
	"queens/internal/must"
	"queens/internal/sys"
	"queens/known"
)

// pairs is a board of order n, 2 to 32, with pairs of queens: one and her image under the half
// turn. It is the slow twin of the variant symmetric-half-turn, and independent of it: no family,
// no blocked square, no kernel, and another choice of the next row. Bit c of columns is column c;
// bit r+c of rising and bit c-r+n-1 of falling are the diagonals of the square at row r, column c.
type pairs struct {
	n                        int
	open                     uint32 // rows of the upper half without a queen
	columns, rising, falling uint64
}

// newPairs returns the empty board. The middle row of an odd order is its own image, so its queen
// is in the centre.
func newPairs(n int) pairs {
	b := pairs{n: n, open: 1<<(n/2) - 1}
	if n%2 == 1 {
		b.columns, b.rising, b.falling = 1<<(n/2), 1<<(n-1), 1<<(n-1)
	}
	return b
}

// free returns the columns of a row of the upper half that no queen attacks. On the two long
// diagonals a queen would attack her image.
func (b *pairs) free(row int) uint64 {
	all := uint64(1)<<b.n - 1
	return all &^ (b.columns | b.rising>>row | b.falling>>(b.n-1-row) | 1<<row | 1<<(b.n-1-row))
}

func (b *pairs) with(row, col int) pairs {
	next, last := *b, 2*b.n-2
	next.open &^= 1 << row
	next.columns |= 1<<col | 1<<(b.n-1-col)
	next.rising |= 1<<(row+col) | 1<<(last-row-col)
	falling := col - row + b.n - 1
	next.falling |= 1<<falling | 1<<(last-falling)
	return next
}

func (b *pairs) narrowest() (row int, free uint64) {
	least := b.n + 1
	for open := b.open; open != 0 && least > 1; open &= open - 1 {
		r := bits.TrailingZeros32(open)
		f := b.free(r)
		if k := bits.OnesCount64(f); k < least {
			row, free, least = r, f, k
		}
	}
	return row, free
}

// completions counts the ways to fill the open rows, at least one.
func (b *pairs) completions() (found uint64) {
	row, free := b.narrowest()
	if b.open&(b.open-1) == 0 {
		return uint64(bits.OnesCount64(free))
	}
	for ; free != 0; free &= free - 1 {
		next := b.with(row, bits.TrailingZeros64(free))
		found += next.completions()
	}
	return found
}

// halfTurnSolutions counts the solutions of order n >= 4 that the half turn leaves unchanged: twice
// those with one row's queen in the left half, because of the reflection.
func halfTurnSolutions(n int) (found uint64) {
	b := newPairs(n)
	row := n/2 - 1
	for left := b.free(row) & (1<<(n/2) - 1); left != 0; left &= left - 1 {
		next := b.with(row, bits.TrailingZeros64(left))
		found += 2 * next.completions()
	}
	return found
}

// The twin counts what the variant symmetric-half-turn counts. Long: 20 minutes of one core.
func TestHalfTurnByPairs(t *testing.T) {
	for n := 4; n <= 29; n++ {
		t.Run(fmt.Sprintf("n=%d", n), func(t *testing.T) {
			if n > 19 {
				long(t)
			}
			want, ok := known.S180(n)
			if !ok {
				t.Fatal("no known value")
			}
			if got := queens.NewTotal(halfTurnSolutions(n)); got != want {
				t.Errorf("S180(%d) = %v, want %v", n, got, want)
			}
		})
	}
}

// A zero total differs from a missing one, also in JSON.
func TestReportJSON(t *testing.T) {
	for _, test := range []struct {
		q             count.Question
		want, without string
	}{
		{count.Question{Order: 2}, `"solutions":"0"`, `"missing"`},
		{count.Question{Order: 8, Of: count.Symmetric}, `"halfTurn":"4"`, `"solutions"`},
	} {
		r := must.Get(count.Solve(t.Context(), test.q, count.Options{}))(t)
		text, err := json.Marshal(r)
		if err != nil || !strings.HasPrefix(string(text), `{"schema":"queens.count/1"`) ||
			!strings.Contains(string(text), test.want) || strings.Contains(string(text), test.without) {
			t.Errorf("%s, %v: want %s", text, err, test.want)
		}
		var read count.Report
		if err := json.Unmarshal(text, &read); err != nil || !reflect.DeepEqual(&read, r) {
			t.Errorf("read %+v, %v; want %+v", read, err, r)
		}
	}
}

// long skips a test of the long suite, scripts/long.
func long(t *testing.T) {
	if os.Getenv("QUEENS_LONG") == "" {
		t.Skip("minutes: only with QUEENS_LONG=1")
	}
}

func cpuTime(b *testing.B) time.Duration {
	b.Helper()
	return must.Get(sys.CPUTime())(b)
}

// BenchmarkPlan counts whole plans of the method search on one goroutine and reports processor
// time and nodes per solution of the board.
func BenchmarkPlan(b *testing.B) {
	for _, kernel := range methods.Processors() {
		if !kernel.Usable || kernel.Kernel == "generic" || kernel.Kernel == "masks" {
			continue
		}
		for n := 14; n <= 18; n++ {
			b.Run(fmt.Sprintf("kernel=%s/n=%d", kernel.Kernel, n), func(b *testing.B) {
				p := planOf(b, n, "search")
				want, _ := known.Solutions(n)
				var nodes float64
				began := cpuTime(b)
				for b.Loop() {
					tally := must.Get(count.Run(b.Context(), p, count.Options{Kernel: kernel.Kernel, Workers: 1}))(b)
					if tally.Total != want {
						b.Fatalf("Q(%d) = %v, want %v", n, tally.Total, want)
					}
					nodes = tally.Nodes.Float64()
				}
				spent := cpuTime(b) - began
				b.ReportMetric(float64(spent.Nanoseconds())/float64(b.N)/want.Float64(), "cpu-ns/solution")
				b.ReportMetric(nodes/want.Float64(), "nodes/solution")
			})
		}
	}
}
