package known

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"queens"
	"queens/internal/must"
)

func TestTable(t *testing.T) {
	name := regexp.MustCompile(`^[a-z][a-z0-9-]*$`)
	oeis := regexp.MustCompile(`^(A\d{6})?$`)
	paths, err := fs.Glob(tables, "*.csv")
	if err != nil || len(paths) != len(All()) {
		t.Errorf("%d files for %d series, %v", len(paths), len(All()), err)
	}
	for i, s := range All() {
		if i > 0 && All()[i-1].Name >= s.Name {
			t.Errorf("%s stands after %s", s.Name, All()[i-1].Name)
		}
		if !name.MatchString(s.Name) || !oeis.MatchString(s.OEIS) {
			t.Errorf("%s: name or OEIS number %q is malformed", s.Name, s.OEIS)
		}
		if s.Summary == "" || strings.HasSuffix(s.Summary, ".") || s.Counts == "" {
			t.Errorf("%s: summary %q or unit %q is malformed", s.Name, s.Summary, s.Counts)
		}
		for _, name := range append([]string{s.Name, s.Symbol, s.OEIS}, s.Also...) {
			if name == "" {
				continue
			}
			for _, typed := range []string{name, strings.ToLower(name), strings.ToUpper(name)} {
				if found, ok := Find(typed); !ok || found.Name != s.Name {
					t.Errorf("%s: Find(%q) finds %q", s.Name, typed, found.Name)
				}
			}
		}
	}
	for _, name := range []string{"", "A000000", "B"} {
		if s, ok := Find(name); ok {
			t.Errorf("Find(%q) finds %s", name, s.Name)
		}
	}
}

func TestValues(t *testing.T) {
	source := regexp.MustCompile(`^(A\d{6}( A\d{6})*|search|program|formula|identity|convention|nqueens\.de)$`)
	for _, s := range All() {
		values := s.Values()
		if len(values) == 0 || values[0].Order != s.First {
			t.Errorf("%s: %d values, first %d", s.Name, len(values), s.First)
		}
		for i, v := range values {
			if i > 0 && compareArguments(values[i-1], v) >= 0 {
				t.Errorf("%s: order %d, index %v is out of order or twice", s.Name, v.Order, v.Index)
			}
			if !source.MatchString(v.Source) || len(v.Index) != len(s.Index) {
				t.Errorf("%s: order %d: source %q, index %v", s.Name, v.Order, v.Source, v.Index)
			}
			if (v.Source == "convention") != (v.Status == Convention) ||
				(v.Source == "identity") != (v.Status == Derived) ||
				(v.Source == "program") != (v.Status == Once || v.Status == New) {
				t.Errorf("%s: order %d: source %q cannot be combined with status %q", s.Name,
					v.Order, v.Source, v.Status)
			}
		}
	}
}

func compareArguments(a, b Value) int {
	return slices.Compare(append([]int{a.Order}, a.Index...), append([]int{b.Order}, b.Index...))
}

// Each line has one error.
func TestParseValueRefuses(t *testing.T) {
	for _, line := range []string{
		"x,92,A000170,published", "-1,92,A000170,published", "8,,A000170,published", "8,9z,A000170,published",
		"8,92,,published", "8,92,A000170,proved",
	} {
		if v, err := parseValue(strings.Split(line, ",")); !errors.Is(err, queens.ErrFormat) {
			t.Errorf("%q: read as %v, error %v", line, v, err)
		}
	}
}

func get(t *testing.T, series string, n int, index ...int) queens.Total {
	t.Helper()
	v, ok := Lookup(series, n, index...)
	if !ok {
		t.Fatalf("%s: no value at %d %v", series, n, index)
	}
	return v.Value
}

// TestClassIdentities checks Q = 8A + 4P + 2R, F = A + P + R, 8F = Q + S180 + 2 S90, and P and R
// against S180 and S90, for every order above 1. Orders 0 and 1 satisfy only F = A + P + R and Q =
// F.
func TestClassIdentities(t *testing.T) {
	for n := 0; n <= 27; n++ {
		q, f := get(t, "solutions", n), get(t, "fundamental", n)
		a, p, r := get(t, "class-asymmetric", n), get(t, "class-central", n), get(t, "class-rotational", n)
		half, quarter := get(t, "s180", n), get(t, "s90", n)
		if a.Plus(p).Plus(r) != f {
			t.Errorf("order %d: F = %v, A + P + R = %v", n, f, a.Plus(p).Plus(r))
		}
		if n < 2 {
			if q != f || q != half || q != quarter {
				t.Errorf("order %d: Q = %v, F = %v, S180 = %v, S90 = %v", n, q, f, half, quarter)
			}
			continue
		}
		if sum := a.Times(8).Plus(p.Times(4)).Plus(r.Times(2)); sum != q {
			t.Errorf("order %d: Q = %v, 8A + 4P + 2R = %v", n, q, sum)
		}
		if sum := q.Plus(half).Plus(quarter.Times(2)); sum != f.Times(8) {
			t.Errorf("order %d: 8F = %v, Q + S180 + 2 S90 = %v", n, f.Times(8), sum)
		}
		if r.Times(2) != quarter || p.Times(4).Plus(quarter) != half {
			t.Errorf("order %d: P = %v, R = %v do not go with S180 = %v, S90 = %v", n, p, r, half, quarter)
		}
	}
}

func TestSymmetricBeyondQ(t *testing.T) {
	for n := 28; n <= 69; n++ {
		quarter := get(t, "s90", n)
		if got := get(t, "class-rotational", n).Times(2); got != quarter {
			t.Errorf("order %d: 2R = %v, S90 = %v", n, got, quarter)
		}
		if n == 40 || n > 41 {
			continue
		}
		if got := get(t, "class-central", n).Times(4).Plus(quarter); got != get(t, "s180", n) {
			t.Errorf("order %d: 4P + S90 = %v, S180 = %v", n, got, get(t, "s180", n))
		}
	}
	for n := 2; n <= 69; n++ {
		quarter, ok := Lookup("superqueens-quarter-turn", n)
		if !ok {
			break
		}
		if got := get(t, "superqueens-rotational", n).Times(2); got != quarter.Value {
			t.Errorf("order %d: 2R = %v, S90 = %v of superqueens", n, got, quarter.Value)
		}
		half, ok := Lookup("superqueens-half-turn", n)
		if ok && get(t, "superqueens-central", n).Times(4).Plus(quarter.Value) != half.Value {
			t.Errorf("order %d: 4P + S90 is not S180 = %v of superqueens", n, half.Value)
		}
	}
	// A033148 proves it: orders 4k+2 and 4k+3 have no such solutions, others a multiple of 2^k.
	for n := 2; n <= 69; n++ {
		s90, ok := get(t, "s90", n).Uint64()
		if !ok || n%4 > 1 && s90 != 0 || n%4 <= 1 && s90%(1<<(n/4)) != 0 {
			t.Errorf("S90(%d) = %d", n, s90)
		}
	}
}

// TestToroidal uses that shifts make all squares equivalent.
func TestToroidal(t *testing.T) {
	for n := 1; n <= 34; n++ {
		all, one := get(t, "toroidal", n), get(t, "toroidal-at-origin", n)
		if all != one.Times(uint64(n)) {
			t.Errorf("order %d: %v modular solutions, %v at the origin", n, all, one)
		}
		if possible := n%2 != 0 && n%3 != 0; possible == all.IsZero() {
			t.Errorf("order %d: %v modular solutions", n, all)
		}
	}
	for _, n := range []int{5, 7, 11, 13, 17, 19, 23, 25, 29} {
		var orbits, solutions queens.Total
		s, _ := Find("toroidal-classes-by-size")
		for _, v := range s.Row(n) {
			orbits = orbits.Plus(v.Value)
			solutions = solutions.Plus(v.Value.Times(uint64(v.Index[0])))
		}
		if orbits != get(t, "toroidal-classes", n) || solutions != get(t, "toroidal", n) {
			t.Errorf("order %d: orbits of given sizes sum to %v orbits, %v solutions", n, orbits, solutions)
		}
	}
}

func TestRowSums(t *testing.T) {
	for _, c := range []struct{ parts, whole string }{
		{"first-queen", "solutions"},
		{"conflicts", "solutions"},
		{"conflicting-queens", "solutions"},
		{"conflict-components", "solutions"},
		{"largest-conflict-component", "solutions"},
		{"nonattacking-sets-by-size", "nonattacking-sets"},
		{"maximal-sets-by-size", "maximal-sets"},
		{"square-counts", "solutions"},
		{"white-queens", "solutions"},
	} {
		s, _ := Find(c.parts)
		sums := make(map[int]queens.Total)
		for _, v := range s.Values() {
			sums[v.Order] = sums[v.Order].Plus(v.Value)
		}
		for n, sum := range sums {
			want := get(t, c.whole, n)
			if c.parts == "square-counts" { // each solution has n queens
				want = want.Times(uint64(n))
			}
			if sum != want {
				t.Errorf("order %d: %s sums to %v, want %v", n, c.parts, sum, want)
			}
		}
	}
}

// TestWhiteQueens checks that reflection exchanges the colours of even orders.
func TestWhiteQueens(t *testing.T) {
	s, _ := Find("white-queens")
	for _, v := range s.Values() {
		if n, k := v.Order, v.Index[0]; n%2 != k%2 || n%2 == 0 && get(t, s.Name, n, n-k) != v.Value {
			t.Errorf("order %d: %v solutions with %d white queens", n, v.Value, k)
		}
	}
}

// TestConflicts checks columns 0 and 1: solutions without a conflict solve the modular board, and
// none has exactly one.
func TestConflicts(t *testing.T) {
	s, _ := Find("conflicts")
	values := s.Values()
	for n := 1; n <= values[len(values)-1].Order; n++ {
		if got, want := get(t, "conflicts", n, 0), get(t, "toroidal", n); got != want {
			t.Errorf("order %d: %v solutions without a conflict, want %v", n, got, want)
		}
		if one := get(t, "conflicts", n, 1); !one.IsZero() {
			t.Errorf("order %d: %v solutions with one conflict", n, one)
		}
	}
}

func TestEndsOfProfiles(t *testing.T) {
	for _, c := range []struct {
		series string
		last   int
	}{{"backtrack-profile", 16}, {"nonattacking-sets-by-size", 12}} {
		for n := 1; n <= c.last; n++ {
			if got, want := get(t, c.series, n, n), get(t, "solutions", n); got != want {
				t.Errorf("%s: %v ways to place %d queens, want %v", c.series, got, n, want)
			}
		}
	}
}

// TestBorderClasses checks orbits against placements: an orbit has 8, 4 or 2 images.
func TestBorderClasses(t *testing.T) {
	for n := 3; n <= 30; n++ {
		a, p, r := get(t, "border-classes-asymmetric", n), get(t, "border-classes-central", n),
			get(t, "border-classes-rotational", n)
		if a.Plus(p).Plus(r) != get(t, "border-classes", n) {
			t.Errorf("order %d: classes do not sum to border-classes", n)
		}
		if a.Times(8).Plus(p.Times(4)).Plus(r.Times(2)) != get(t, "border-constellations", n) {
			t.Errorf("order %d: images of the classes do not sum to border-constellations", n)
		}
		if got := get(t, "border-classes-three-queens", n); got != queens.NewTotal(uint64((n-2)*(n-3)/2)) {
			t.Errorf("order %d: %v classes with three queens", n, got)
		}
	}
}

func TestLexicographicallyFirst(t *testing.T) {
	for n := 1; n <= 43; n++ {
		p, ok := LexicographicallyFirst(n)
		if n == 42 {
			if ok {
				t.Errorf("order 42: %v, but none is known", p)
			}
			continue
		}
		if none := n == 2 || n == 3; none == ok {
			t.Errorf("order %d: found %v", n, ok)
		}
		if err := queens.Check(p, queens.Regular); ok && (err != nil || len(p) != n) {
			t.Errorf("order %d: %v, %v", n, p, err)
		}
	}
}

// TestShortcuts checks the named functions at order 12, where all differ. The numbers are those of
// A000170, A002562, A032522, A033148 and A260320, and the toroidal 13 of A051906.
func TestShortcuts(t *testing.T) {
	class := func(n int) (queens.Total, bool) { return Class("A", n) }
	for _, c := range []struct {
		name   string
		lookup func(int) (queens.Total, bool)
		n      int
		want   uint64
		last   int
	}{
		{"Solutions", Solutions, 12, 14200, 27},
		{"Fundamental", Fundamental, 12, 1787, 27},
		{"S180", S180, 12, 80, 39},
		{"S90", S90, 12, 8, 69},
		{"Class A", class, 12, 1765, 27},
		{"toroidal", func(n int) (queens.Total, bool) { return total("toroidal", n) }, 13, 4524, 34},
	} {
		if got, ok := c.lookup(c.n); !ok || got != queens.NewTotal(c.want) {
			t.Errorf("%s of %d: %v, want %d", c.name, c.n, got, c.want)
		}
		for n := range c.last + 1 {
			if _, ok := c.lookup(n); !ok {
				t.Errorf("%s of %d: not known", c.name, n)
			}
		}
		if _, ok := c.lookup(c.last + 1); ok {
			t.Errorf("%s of %d: known", c.name, c.last+1)
		}
	}
}

func TestUnknown(t *testing.T) {
	if _, ok := Lookup("no-such-series", 8); ok {
		t.Error("a series that does not exist has a value")
	}
	if _, ok := Class("B", 8); ok {
		t.Error("class B has a value")
	}
	if _, ok := Lookup("first-queen", 8); ok {
		t.Error("a series with index has a value without")
	}
}

// TestWriteBFile covers series, and triangles with indices from 0 and from 1.
func TestWriteBFile(t *testing.T) {
	for name, want := range map[string]struct{ beginning, end string }{
		"toroidal-at-origin": {"1 1\n2 0\n3 0\n4 0\n5 2\n", "\n13 348\n"},
		"conflicts": {
			"1 1\n2 0\n3 0\n4 0\n5 0\n6 0\n7 0\n8 0\n9 0\n10 0\n11 0\n12 2\n", "\n163 8216\n",
		},
		"white-queens": {
			"1 1\n2 0\n3 0\n4 0\n5 0\n6 0\n7 2\n8 0\n9 2\n10 8\n11 0\n12 0\n", "\n44 602\n45 12996\n46 602\n",
		},
		"first-queen": {"1 1\n2 0\n3 0\n4 0\n5 0\n6 0\n7 0\n8 1\n9 1\n10 0\n11 2\n", "\n22 4\n23 7\n"},
	} {
		s, _ := Find(name)
		var out strings.Builder
		must.Do(t, WriteBFile(&out, s))
		head, lines, _ := strings.Cut(out.String(), "\n")
		if head != "# "+cmp.Or(s.OEIS, s.Name)+": "+s.Summary || !strings.HasPrefix(lines, want.beginning) ||
			!strings.Contains(lines, want.end) {
			t.Errorf("b-file of %s: %s\n%s", name, head, lines)
		}
	}
}

func TestWriteBFileRefuses(t *testing.T) {
	for _, name := range []string{"square-counts", "graphs-by-edges", "toroidal-classes"} {
		s, _ := Find(name)
		var out bytes.Buffer
		if err := WriteBFile(&out, s); !errors.Is(err, queens.ErrFormat) || out.Len() > 0 {
			t.Errorf("%s: wrote %q, error %v", name, out.String(), err)
		}
	}
}

func TestWriteEntry(t *testing.T) {
	s, _ := Find("mov-isolated")
	var b bytes.Buffer
	must.Do(t, WriteEntries(&b, s))
	const want = `%S A------ 0, 1, 0, 0, 1, 6, 40, 146, 715, 3929, 26465, 166830, 1141413, 7704379
%N A------ Orbits from which moving one row and one column leads to no other.
%C A------ a(5)-a(16): computed-once.
%C A------ a(17): recomputed.
%C A------ a(18): computed-once.
%C A------ As mov-components. Orders to 16 once, 17 by three programs, 18 once, November 2026.
%H A------ b-file, n = 5..18: queens table mov-isolated --format bfile
%K A------ nonn,more
%O A------ 5,6
`
	if got := b.String(); got != want {
		t.Errorf("entry\n%swant\n%s", got, want)
	}
	s, _ = Find("Q")
	b.Reset()
	if err := WriteEntries(&b, s); err != nil || !strings.HasPrefix(b.String(),
		"%S A000170 1, 1, 0, 0, 2, 10, 4, 40, 92,") || !strings.HasSuffix(b.String(), "%O A000170 0,5\n") {
		t.Errorf("entry of Q, %v\n%s", err, &b)
	}
	s, _ = Find("square-counts")
	if err := WriteEntries(&b, s); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("a series with two indices: error %v", err)
	}
}

func TestEntries(t *testing.T) {
	var b bytes.Buffer
	must.Do(t, WriteEntries(&b))
	for _, s := range All() {
		if s.Methods != "" && !strings.Contains(b.String(), "queens table "+s.Name+" --format bfile") {
			t.Errorf("%s is missing", s.Name)
		}
		if s.Methods != "" && !strings.HasSuffix(s.Methods, ".") {
			t.Errorf("%s: methods %q are no sentence", s.Name, s.Methods)
		}
	}
}

// TestMeasurements requires of every measurement a processor with its clock, a load, a date, for an
// estimate a range that contains it, and with the hash of a plan its results.
func TestMeasurements(t *testing.T) {
	list := Measurements()
	if len(list) == 0 {
		t.Fatal("no measurements")
	}
	for _, m := range list {
		_, err := time.Parse(time.DateOnly, m.Date)
		if err != nil || m.Processor == "" || m.GHz < 1 || m.GHz > 7 || m.Load == "" || m.Workers < 1 ||
			m.Seconds <= 0 || m.Program == "" {
			t.Errorf("%+v: %v", m, err)
		}
		if m.Estimated() != (m.Samples > 0) || m.Estimated() && !(m.Low <= m.Seconds && m.Seconds <= m.High) {
			t.Errorf("%+v: an estimate has samples and a range", m)
		}
		if (m.Program == "queens") != (m.Method != "" && m.Kernel != "") {
			t.Errorf("%+v: method and kernel are those of this program", m)
		}
		if b, err := hex.DecodeString(m.Plan); m.Plan != "" && (m.Results == 0 || err != nil || len(b) != 32) {
			t.Errorf("order %d: %q is no hash of a plan with %d results", m.Order, m.Plan, m.Results)
		}
		if _, ok := Solutions(m.Order); !m.Estimated() && !ok {
			t.Errorf("order %d: no known value", m.Order)
		}
	}
}

// TestMeasuredFiles requires a header, rows of its length and integer orders. Orders in first.csv
// must have a known solution.
func TestMeasuredFiles(t *testing.T) {
	names, err := filepath.Glob(filepath.Join("measured", "*.csv"))
	if err != nil || len(names) < 3 {
		t.Fatalf("%q, %v", names, err)
	}
	for _, name := range names {
		rows, err := csv.NewReader(bytes.NewReader(must.Get(os.ReadFile(name))(t))).ReadAll()
		if err != nil || len(rows) < 2 {
			t.Fatalf("%s: %d rows, %v", name, len(rows), err)
		}
		at := slices.Index(rows[0], "order")
		for _, row := range rows[1:] {
			n, err := strconv.Atoi(row[at])
			if err != nil {
				t.Errorf("%s: %q: %v", name, row, err)
			}
			if _, ok := LexicographicallyFirst(n); filepath.Base(name) == "first.csv" && !ok {
				t.Errorf("%s: order %d has no known first solution", name, n)
			}
		}
	}
}

func ExampleMeasurements() {
	for _, m := range Measurements() {
		if m.Estimated() && m.Order == 28 && m.Method == "parity" {
			hours := m.Seconds / 3600 // which mean little without the clock
			fmt.Printf("%.0f core-hours at %g GHz, %.0f GHz-hours\n", hours, m.GHz, hours*m.GHz)
		}
	}
	// Output: 14800 core-hours at 2 GHz, 29600 GHz-hours
}

func TestRecords(t *testing.T) {
	bibliography := must.Get(os.ReadFile(filepath.Join("..", "docs", "bibliography.md")))(t)
	records := Records()
	for _, r := range records {
		for source := range strings.FieldsSeq(r.Source) {
			if !strings.Contains(string(bibliography), "`"+source+"`") &&
				!regexp.MustCompile(`\|[^|]*\b`+source+`\b`).Match(bibliography) {
				t.Errorf("%+v: no source %q", r, source)
			}
		}
		if r.Method == "" || (r.Year < 1848) != (r.Year == 0 && r.Unseen) {
			t.Errorf("%+v: no method or no year", r)
		}
		if _, ok := Lookup(r.Series, r.Order); ok == r.Unseen {
			t.Errorf("%+v: known %t", r, ok)
		}
		if r.Unseen && !strings.Contains(r.Method, "values not seen") {
			t.Errorf("%+v: the method does not say that the value was not seen", r)
		}
	}
	if !slices.IsSortedFunc(records, func(a, b Record) int {
		return cmp.Or(strings.Compare(a.Series, b.Series), a.Order-b.Order, a.Year-b.Year)
	}) {
		t.Error("the records are not sorted by series, order and year")
	}
}
