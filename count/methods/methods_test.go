package methods

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"queens"
	"queens/count/ledger"
	"queens/count/methods/join"
	"queens/count/methods/search"
	"queens/count/methods/symmetric"
	"queens/count/plan"
	"queens/internal/golden"
	"queens/internal/must"
)

func lookup(t testing.TB, name string) plan.Variant {
	t.Helper()
	return must.Get(Find(name))(t)
}

// finely is a method that cuts plans at a work of its own, also for small orders, which are not
// cut.
type finely struct {
	plan.Method
	target uint64
}

type finelyCut struct {
	plan.Count
	target uint64
}

func (f finely) NewCount(s plan.Variant, n int) plan.Count {
	return finelyCut{f.Method.NewCount(s, n), f.target}
}

func (c finelyCut) Target(plan.Work) plan.Work { return queens.NewTotal(c.target) }

func cutAt(t testing.TB, n int, s plan.Variant, target uint64) *plan.Plan {
	t.Helper()
	s.Method = finely{s.Method, target}
	return must.Get(plan.New(t.Context(), n, s))(t)
}

// TestHashes compares the plans with earlier versions. After a change, Variant.Version must grow,
// because results of different plans must not be added.
func TestHashes(t *testing.T) {
	var out bytes.Buffer
	fmt.Fprintln(&out, "# variant version order: families subproblems parts-or-sets hash")
	seen := map[string]string{}
	for _, s := range Variants() {
		for _, n := range []int{0, 1, 2, 3, 4, 5, 7, 8, 11, 12, 13, 16, 17, 18, 19, 20} {
			if s.Accepts(n) != nil {
				continue
			}
			p := must.Get(plan.New(t.Context(), n, s))(t)
			parts := 0
			for _, sub := range p.Subproblems {
				switch pieces := sub.Pieces.(type) {
				case search.Parts:
					parts += len(pieces)
				case join.Sets:
					parts += pieces.Count
				case symmetric.Lines:
					parts += pieces.Count
				}
			}
			name := fmt.Sprintf("%s %d %d", s.Name, s.Version, n)
			families, _ := p.Count.Identity()
			fmt.Fprintf(&out, "%s: %d %d %d %s\n", name, families, len(p.Subproblems), parts, p.HashText())
			if other, twice := seen[p.HashText()]; twice {
				t.Errorf("%s and %s have the same hash", name, other)
			}
			seen[p.HashText()] = name
		}
	}
	golden.Compare(t, "testdata/hashes.txt", out.Bytes())
}

// A plan is made again only by the version of the variant that made it.
func TestFindVersion(t *testing.T) {
	for _, test := range []struct {
		name    string
		version int
		made    bool
	}{{"parity", 2, true}, {"parity", 1, false}, {"parity-trie", 1, false}} {
		s, err := FindVersion(ledger.Header{Method: test.name, MethodVersion: test.version})
		refused := fmt.Sprintf("this program does not continue plans by version %d of method %s",
			test.version, test.name)
		if test.made && (err != nil || s.Name != test.name) ||
			!test.made && (!errors.Is(err, queens.ErrFormat) || err.Error() != refused) {
			t.Errorf("version %d of %s: %q, %v", test.version, test.name, s.Name, err)
		}
	}
}

func TestHashKnowsVersion(t *testing.T) {
	s := lookup(t, "search")
	old := cutAt(t, 8, s, 100)
	s.Version++
	if next := cutAt(t, 8, s, 100); next.Hash == old.Hash {
		t.Error("a new version has the hash of the old one")
	}
	if other := cutAt(t, 8, lookup(t, "search"), 101); other.Hash == old.Hash &&
		len(other.Subproblems) != len(old.Subproblems) {
		t.Error("a plan that is cut otherwise has the same hash")
	}
}

// TestSamePlanForAnyNumberOfWorkers cuts in parallel and alone.
func TestSamePlanForAnyNumberOfWorkers(t *testing.T) {
	before := runtime.GOMAXPROCS(0)
	defer runtime.GOMAXPROCS(before)
	for _, s := range Variants() {
		hashes := map[string]bool{}
		for _, workers := range []int{1, 2, 4, 7} {
			runtime.GOMAXPROCS(workers)
			p := must.Get(plan.New(t.Context(), 17, s))(t)
			hashes[p.HashText()] = true
		}
		if len(hashes) != 1 {
			t.Errorf("%s: %d different plans", s.Name, len(hashes))
		}
	}
}

// TestSubproblems bounds the number and the size of the subproblems of a one-minute count.
func TestSubproblems(t *testing.T) {
	p := must.Get(plan.New(t.Context(), 18, lookup(t, "search")))(t)
	if k := len(p.Subproblems); k < 256 || k > 512 {
		t.Errorf("order 18 has %d subproblems, want 256 to 512", k)
	}
}

func TestNewTells(t *testing.T) {
	for _, s := range Variants() {
		orders := []int{-1, s.MinOrder - 1, s.MaxOrder + 1, 70}
		if s.Odd {
			orders = append(orders, s.MaxOrder-1)
		}
		for _, n := range orders {
			want := fmt.Sprintf("%s of order %d: want %s", s.Name, n, s.Orders())
			_, errNew := plan.New(t.Context(), n, s)
			_, errDraft := plan.NewDraft(t.Context(), n, s)
			for _, err := range []error{errNew, errDraft} {
				if !errors.Is(err, queens.ErrOrder) || err.Error() != want {
					t.Errorf("error %q, want %q", err, want)
				}
			}
		}
	}
}

// TestNewStops ends the context before and during planning.
func TestNewStops(t *testing.T) {
	for _, s := range Variants() {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for _, n := range []int{9, s.MaxOrder} {
			p, err := plan.New(ctx, n, s)
			if want := fmt.Sprintf("%s of order %d: interrupted", s.Name, n); p != nil ||
				!errors.Is(err, context.Canceled) || err.Error() != want {
				t.Errorf("%s of order %d: plan %v, error %v, want %q", s.Name, n, p != nil, err, want)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	d := must.Get(plan.NewDraft(ctx, plan.MaxOrder, lookup(t, "search")))(t)
	cancel() // the families are found, cutting starts
	if err := d.Cut(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("stopped at the cutting: error %v", err)
	}
}

func TestLookup(t *testing.T) {
	for _, s := range Variants() {
		if got, err := Find(s.Name); err != nil || got.Name != s.Name {
			t.Errorf("Find(%q) = %q, %v", s.Name, got.Name, err)
		}
		if s.Summary == "" || strings.HasSuffix(s.Summary, ".") || s.Source == "" || s.Version < 1 || s.Counts == "" {
			t.Errorf("%s: a field is missing or malformed", s.Name)
		}
	}
	_, err := Find("familys")
	const want = `method "familys": want one of join, parity, parity-board, parity-half-turn, parity-reflecting, search, search-board, search-border, symmetric-half-turn, symmetric-quarter-turn, symmetric-super-half-turn, symmetric-super-quarter-turn, symmetric-torus, torus`
	if !errors.Is(err, queens.ErrFormat) || err.Error() != want {
		t.Errorf("error %q, want %q", err, want)
	}
}

func BenchmarkNew(b *testing.B) {
	for _, name := range []string{"search-border", "search"} {
		s := lookup(b, name)
		for _, n := range []int{16, 20, 24} {
			b.Run(fmt.Sprintf("variant=%s/n=%d", name, n), func(b *testing.B) {
				b.ReportAllocs()
				subproblems := 0
				for b.Loop() {
					p := must.Get(plan.New(b.Context(), n, s))(b)
					subproblems = len(p.Subproblems)
				}
				b.ReportMetric(float64(subproblems), "subproblems")
			})
		}
	}
}

// TestParityPlans compares the plans of large orders with earlier versions, which ledgers have.
func TestParityPlans(t *testing.T) {
	for n, want := range map[int]string{
		22: "729b3bb4a431", 23: "0e5168313847", 24: "5a19eb36e186", 25: "ca1c5cf05d83",
		26: "bd0c55696fc7", 27: "a324351d8095", 28: "e53b1cf92f40",
	} {
		if testing.Short() && n > 22 {
			continue // takes seconds
		}
		p := must.Get(plan.New(t.Context(), n, lookup(t, "parity")))(t)
		if got := p.HashText()[:len(want)]; got != want {
			t.Errorf("order %d: plan %s with %d subproblems, want %s", n, got, len(p.Subproblems), want)
		}
	}
}

func TestParseShare(t *testing.T) {
	for _, text := range []string{"1/1", "3/8", "1048576/1048576"} {
		if s, err := plan.ParseShare(text); err != nil || s.String() != text {
			t.Errorf("%s: %v, %v", text, s, err)
		}
	}
	for _, text := range []string{
		"", "3", "/", "3/", "/8", "0/8", "9/8", "-1/8", "1/0", "1/1048577", "1/8/2",
		"a/b", "99999999999999999999/8",
	} {
		if s, err := plan.ParseShare(text); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: %v, %v, want ErrFormat", text, s, err)
		}
	}
}

// The shares of every variant have each subproblem once, in order, and none exceeds its part of the
// work by more than one subproblem.
func TestShares(t *testing.T) {
	for _, s := range Variants() {
		for n := max(s.MinOrder, 10); n <= min(s.MaxOrder, 14); n++ {
			if s.Accepts(n) != nil {
				continue
			}
			p := must.Get(plan.New(t.Context(), n, s))(t)
			var largest plan.Work
			for i := range p.Subproblems {
				if w := p.Subproblems[i].Work; w.Compare(largest) > 0 {
					largest = w
				}
			}
			for _, of := range []int{1, 2, 3, 8, len(p.Subproblems) + 1, 5000} {
				bounds := p.Shares(of)
				if len(bounds) != of+1 || bounds[0] != 0 || bounds[of] != len(p.Subproblems) {
					t.Fatalf("%s of order %d in %d shares: bounds from %d to %d", s.Name, n, of, bounds[0],
						bounds[len(bounds)-1])
				}
				most := p.Work.Plus(largest.Times(uint64(of)))
				for share := range of {
					var work plan.Work
					if bounds[share] > bounds[share+1] {
						t.Fatalf("%s of order %d: share %d/%d is from %d to %d", s.Name, n, share+1, of,
							bounds[share], bounds[share+1])
					}
					for _, sub := range p.Subproblems[bounds[share]:bounds[share+1]] {
						work = work.Plus(sub.Work)
					}
					if work.Times(uint64(of)).Compare(most) > 0 {
						t.Errorf("%s of order %d: share %d/%d has work %v of %v", s.Name, n, share+1, of, work, p.Work)
					}
				}
			}
		}
	}
}

// The classes of orders 20 and 22 have their measured parts of the time, to a fifth. No share ends
// in a row of the table that is not measured.
func TestWeights(t *testing.T) {
	for n, parts := range map[int]map[int]float64{
		20: {3: 0.223, 4: 0.478, 5: 0.247},
		22: {3: 0.154, 4: 0.414, 5: 0.422},
	} {
		p := must.Get(plan.New(t.Context(), n, lookup(t, "parity")))(t)
		weights, sum, largest := map[int]float64{}, 0.0, 0.0
		for i := range p.Subproblems {
			w := p.Count.Weigh(&p.Subproblems[i]).Float64()
			class, _ := binary.Uvarint(p.Subproblems[i].Pieces.AppendTo(nil)) // its first number
			weights[int(class)] += w
			sum, largest = sum+w, max(largest, w)
		}
		for class, part := range parts {
			if got := weights[class] / sum; got < 0.8*part || got > 1.2*part {
				t.Errorf("order %d: class %d has the part %.3f of the weight, and took %.3f of the time", n, class, got,
					part)
			}
		}
		bounds := p.Shares(12)
		for share := range 12 {
			w := 0.0
			for i := bounds[share]; i < bounds[share+1]; i++ {
				w += p.Count.Weigh(&p.Subproblems[i]).Float64()
			}
			if w < sum/12-largest || w > sum/12+largest || largest > 0.03*sum { // shares end between subproblems
				t.Errorf("order %d: share %d/12 has the weight %.3f of its part", n, share+1, w/sum*12)
			}
		}
	}
}
