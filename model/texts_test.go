package model

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
	"queens/internal/must"
	"queens/known"
	"queens/math/torus"
	"queens/symmetry"
)

// variants returns the readings of a problem: every format that the oracle reads, and
// clauses with every encoding.
func variants(t *testing.T, p queens.Problem, symmetry bool) map[string]*system {
	t.Helper()
	read := map[string]*system{}
	for _, format := range slices.Sorted(maps.Keys(oracles)) {
		if format != "cnf" && format != "wcnf" { // wcnf asks for something else
			read[format] = systemOf(t, format, modelOf(t, p, Options{Symmetry: symmetry}))
		}
	}
	for _, encoding := range Encodings() {
		read["cnf "+encoding] = systemOf(t, "cnf", modelOf(t, p, Options{AtMostOne: encoding, Symmetry: symmetry}))
	}
	return read
}

// bruteForce returns all solutions of a problem, sorted, by trying all permutations.
func bruteForce(t *testing.T, p queens.Problem) (list []queens.Perm) {
	t.Helper()
	for q := range must.Get(torus.Permutations.Members(p.Order))(t) {
		if p.Check(q) == nil {
			list = append(list, q.Clone())
		}
	}
	return list
}

func squaresOf(t *testing.T, n int, names string) []queens.Square {
	t.Helper()
	var list []queens.Square
	for name := range strings.FieldsSeq(names) {
		list = append(list, must.Get(queens.ParseSquare(name, n))(t))
	}
	return list
}

// problems returns the whole boards of orders 1 to 7, and problems in which squares differ.
func problems(t *testing.T) (list []queens.Problem) {
	for n := 1; n <= 7; n++ {
		list = append(list, queens.Problem{Order: n}, queens.Problem{Order: n, Topology: queens.Modular})
	}
	at := func(n int, names string) []queens.Square { return squaresOf(t, n, names) }
	return append(list, []queens.Problem{
		{Order: 1, Blocked: at(1, "a1")},
		{Order: 1, Given: at(1, "a1")},
		{Order: 4, Given: at(4, "a2")},
		{Order: 4, Given: at(4, "b3")},
		{Order: 5, Given: at(5, "c3")}, // the centre: all symmetries stay
		{Order: 6, Given: at(6, "a1")},
		{Order: 6, Blocked: at(6, "a2 f2 a5")},
		{Order: 7, Given: at(7, "a1 b3")},
		{Order: 7, Given: at(7, "d4"), Blocked: at(7, "a1 g7")},
		{Order: 7, Blocked: at(7, "a1 a7 g1 g7 d4"), Topology: queens.Modular},
		{Order: 7, Given: at(7, "c2"), Topology: queens.Modular},
		{Order: 6, Blocked: at(6, "a1 b1 c1 d1 e1 f1")}, // a row with nothing left
		{Order: 7, Excluded: []queens.Diagonal{{Line: queens.Rising, Index: 6}, {Line: queens.Falling, Index: 3}}},
		{Order: 5, Topology: queens.Modular, Excluded: []queens.Diagonal{{Line: queens.Falling, Index: 2}}},
	}...)
}

// TestSolutions finds in every text the solutions that trying all permutations finds. Orders from 8
// on are left to the real solvers.
func TestSolutions(t *testing.T) {
	for _, p := range problems(t) {
		want := bruteForce(t, p)
		for variant, s := range variants(t, p, false) {
			if got := s.solutions(t, p.Order); !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, want %v", p, variant, got, want)
			}
		}
	}
}

// TestSymmetryBreaking asks that with symmetry breaking all texts have the same
// solutions, that these are solutions of the problem, and that every solution has an
// image among them under the symmetries that leave the problem as it is.
func TestSymmetryBreaking(t *testing.T) {
	for _, p := range problems(t) {
		all := bruteForce(t, p)
		var want []queens.Perm
		for variant, s := range variants(t, p, true) {
			got := s.solutions(t, p.Order)
			if want == nil {
				want = got
			}
			if !slices.EqualFunc(got, want, queens.Perm.Equal) {
				t.Errorf("%+v, %s: %v, but another format has %v", p, variant, got, want)
			}
		}
		kept := map[string]bool{}
		for _, q := range want {
			kept[q.String()] = true
			if err := p.Check(q); err != nil {
				t.Errorf("%+v: %v: %v", p, q, err)
			}
		}
		for _, q := range all {
			if !slices.ContainsFunc(imagesOf(p, q), func(image queens.Perm) bool { return kept[image.String()] }) {
				t.Errorf("%+v: no image of %v is left", p, q)
			}
		}
		// At least one solution of each orbit is left, and fewer than half of them.
		if p.Topology == queens.Regular && len(p.Given)+len(p.Forbidden()) == 0 {
			if orbits, _ := known.Fundamental(p.Order); queens.NewTotal(uint64(len(want))).Compare(orbits) < 0 ||
				p.Order > 4 && 2*len(want) >= len(all) {
				t.Errorf("order %d: %d of %d solutions left, of %v orbits", p.Order, len(want), len(all), orbits)
			}
		}
	}
}

// imagesOf returns the images of a solution under the symmetries of the board,
// and on an empty torus those under shifts.
func imagesOf(p queens.Problem, q queens.Perm) []queens.Perm {
	var images []queens.Perm
	for _, g := range symmetry.All() {
		if image := symmetry.Apply(g, q); p.Check(image) == nil {
			images = append(images, image)
		}
	}
	n := p.Order
	if p.Topology == queens.Modular && len(p.Given)+len(p.Forbidden()) == 0 {
		for rows := range n {
			for cols := range n {
				image := make(queens.Perm, n)
				for c, r := range q {
					image[(c+cols)%n] = (r + rows) % n
				}
				images = append(images, image)
			}
		}
	}
	return images
}

// TestEncodingsSayWhetherTheyCount counts the values of all variables: as many as there are
// solutions exactly if the encoding says that the new ones are determined, or if that is asked for.
func TestEncodingsSayWhetherTheyCount(t *testing.T) {
	for _, e := range EncodingTable() {
		for _, exact := range []bool{false, true} {
			equal := true
			for n := 4; n <= 7; n++ {
				s := systemOf(t, "cnf", modelOf(t, queens.Problem{Order: n},
					Options{AtMostOne: e.Name, ExactCount: exact}))
				want, _ := known.Solutions(n)
				solutions := len(s.solutions(t, n))
				if queens.NewTotal(uint64(solutions)) != want {
					t.Errorf("%s, order %d: %d solutions, want %v", e.Name, n, solutions, want)
				}
				equal = equal && s.count(s.variables) == solutions
			}
			if equal != (e.Determined || exact) {
				t.Errorf("%s, exact count %v: as many models as solutions: %v", e.Name, exact, equal)
			}
		}
	}
}

// peaceful returns all sets of queens that do not attack each other, hold the given queens and keep
// off forbidden squares, as sorted lists of variables.
func peaceful(p queens.Problem) (sets []string) {
	forbidden := p.Forbidden()
	var extend func(set []queens.Square, from int)
	extend = func(set []queens.Square, from int) {
		if !slices.ContainsFunc(p.Given, func(sq queens.Square) bool { return !slices.Contains(set, sq) }) {
			sets = append(sets, fmt.Sprint(set))
		}
		for v := from; v <= p.Order*p.Order; v++ {
			sq, _ := SquareOf(v, p.Order)
			if slices.Contains(forbidden, sq) {
				continue
			}
			if set := append(slices.Clone(set), sq); queens.AttackingPairs(set, p.Order, p.Topology) == 0 {
				extend(set, v+1)
			}
		}
	}
	extend(nil, 1)
	slices.Sort(sets)
	return sets
}

// TestMostQueens asks of every text for as many queens as possible that what it allows are all sets
// of queens without attacks, and that it costs nothing but 1 for each queen that is not there.
func TestMostQueens(t *testing.T) {
	for _, p := range problems(t) {
		if p.Order > 5 {
			continue
		}
		want := peaceful(p)
		for _, f := range Formats() {
			if _, ok := oracles[f.Name]; !ok || f.Most == MostNever {
				continue
			}
			m := modelOf(t, p, Options{Most: f.Most == MostIfAsked})
			s := systemOf(t, f.Name, m)
			var got []string
			s.each(slices.Repeat(values{-1}, s.variables+1), len(s.squares), func(v values) {
				var set []queens.Square
				for x := range p.Order * p.Order {
					if v[x+1] == 1 {
						set = append(set, s.squares[x+1])
					}
				}
				got = append(got, fmt.Sprint(set))
			})
			slices.Sort(got)
			if !slices.Equal(got, want) {
				t.Errorf("%+v, %s: %d sets, want %d", p, f.Name, len(got), len(want))
			}
			for _, sq := range m.Allowed() {
				if cost := s.costs[m.Variable(sq)]; cost != -1 {
					t.Errorf("%+v, %s: a queen on %v costs %d, want -1", p, f.Name, sq, cost)
				}
			}
			if f.Name == "mps" && s.binary != p.Order*p.Order {
				t.Errorf("%+v, mps: %d of %d variables are 0 or 1", p, s.binary, p.Order*p.Order)
			}
		}
	}
	if _, err := New(queens.Problem{Order: 5}, Options{Most: true, Symmetry: true}); !errors.Is(err, queens.ErrFormat) {
		t.Errorf("most with symmetry: %v", err)
	}
	for _, f := range Formats() {
		if err := f.Write(io.Discard, modelOf(t, queens.Problem{Order: 5}, Options{Most: true})); errors.Is(err,
			queens.ErrFormat) != (f.Most == MostNever) {
			t.Errorf("%s: most: %v", f.Name, err)
		}
		if err := f.Write(io.Discard, modelOf(t, queens.Problem{Order: 5}, Options{Symmetry: true})); errors.Is(err,
			queens.ErrFormat) != (f.Most == MostAlways || f.Instance) {
			t.Errorf("%s: symmetry: %v", f.Name, err)
		}
	}
}

// term is an expression of SMT-LIB, "(f a b)", or of XCSP3, "f(a,b)".
type term struct {
	head string
	args []term
	last int // largest index of a variable in it, -1 for none
}

// integers is a text with integer variables that was read.
type integers struct {
	names     map[string]int // of variables
	low, high []int
	asserted  []term
}

// read reads one term from words; brackets are words too.
func (s *integers) read(words []string) (term, []string) {
	e := term{head: words[0], last: -1}
	words = words[1:]
	_, variable := s.names[e.head]
	switch {
	case e.head == "(": // SMT-LIB
		e.head, words = words[0], words[1:]
	case !variable && len(words) > 0 && words[0] == "(": // XCSP3
		words = words[1:]
	default:
		if index, ok := s.names[e.head]; ok {
			e.last = index
		}
		return e, words
	}
	for words[0] != ")" {
		var arg term
		arg, words = s.read(words)
		e.args = append(e.args, arg)
		e.last = max(e.last, arg.last)
	}
	return e, words[1:]
}

// value evaluates a term; truth is 0 or 1.
func (s *integers) value(e term, x []int) int {
	if i, ok := s.names[e.head]; ok {
		return x[i]
	}
	if number, err := strconv.Atoi(e.head); err == nil {
		return number
	}
	v := make([]int, len(e.args))
	for i, arg := range e.args {
		v[i] = s.value(arg, x)
	}
	truth := func(b bool) int { return map[bool]int{true: 1}[b] }
	switch e.head {
	case "+", "add":
		return v[0] + v[1]
	case "-", "sub":
		return v[0] - v[1]
	case "mod":
		return v[0] % v[1]
	case "=", "eq":
		return truth(v[0] == v[1])
	case "ne":
		return truth(v[0] != v[1])
	case "<=", "le":
		return truth(v[0] <= v[1])
	case "not":
		return 1 - v[0]
	case "=>", "imp":
		return truth(v[0] == 0 || v[1] == 1)
	case "and":
		return truth(!slices.Contains(v, 0))
	case "or":
		return truth(slices.Contains(v, 1))
	case "distinct":
		slices.Sort(v)
		return truth(len(slices.Compact(v)) == len(v))
	}
	panic("what is " + e.head)
}

func (s *integers) solutions(n int) (list []queens.Perm) {
	x := make([]int, len(s.low))
	var extend func(i int)
	extend = func(i int) {
		if i == len(x) {
			p := make(queens.Perm, n)
			for c := range p {
				p[c] = x[c] - 1
			}
			list = append(list, p)
			return
		}
	values:
		for x[i] = s.low[i]; x[i] <= s.high[i]; x[i]++ {
			for _, e := range s.asserted {
				if e.head == "distinct" { // of those that have values
					e.args = slices.DeleteFunc(slices.Clone(e.args), func(arg term) bool { return arg.last > i })
				} else if e.last != i {
					continue
				}
				if s.value(e, x) == 0 {
					continue values
				}
			}
			extend(i + 1)
		}
	}
	extend(0)
	slices.SortFunc(list, queens.Perm.Compare)
	return list
}

func wordsOf(text string) []string {
	return strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ",", " ").Replace(text))
}

func integersOf(t *testing.T, format string, m *Model) *integers {
	t.Helper()
	s := &integers{names: map[string]int{}}
	declare := func(name string) {
		s.names[name] = len(s.low)
		s.low, s.high = append(s.low, 1), append(s.high, m.Order) // asserted as well
	}
	for line := range strings.Lines(textOf(t, format, m)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "(declare-fun "); ok {
			declare(strings.Fields(name)[0])
		}
		if inner, ok := strings.CutPrefix(line, "(assert "); ok {
			e, rest := s.read(wordsOf(strings.TrimSuffix(inner, ")")))
			if len(rest) > 0 {
				t.Fatalf("%q: what is %v", line, rest)
			}
			s.asserted = append(s.asserted, e)
		}
		if strings.HasPrefix(line, "<array") {
			if want := fmt.Sprintf(`<array id="q" size="[%d]"> 1..%d </array>`, m.Order, m.Order); line != want {
				t.Fatalf("%q, want %q", line, want)
			}
			for c := range m.Order {
				declare(fmt.Sprintf("q[%d]", c))
			}
		}
		if inner, ok := strings.CutPrefix(line, "<intension> "); ok {
			e, _ := s.read(wordsOf(strings.TrimSuffix(inner, " </intension>")))
			s.asserted = append(s.asserted, e)
		}
		if inner, ok := strings.CutPrefix(line, "<allDifferent> "); ok {
			inner = strings.TrimSuffix(inner, " </allDifferent>")
			if inner == "q[]" {
				inner = ""
				for c := range m.Order {
					inner += fmt.Sprintf(" q[%d]", c)
				}
			}
			all := term{head: "distinct"}
			for words := wordsOf(inner); len(words) > 0; {
				var arg term
				arg, words = s.read(words)
				all.args, all.last = append(all.args, arg), max(all.last, arg.last)
			}
			s.asserted = append(s.asserted, all)
		}
	}
	return s
}

// TestIntegerTexts finds in the texts with integer variables, with and without symmetry breaking,
// the solutions that other texts have.
func TestIntegerTexts(t *testing.T) {
	for _, format := range []string{"smt2", "xcsp3"} {
		for _, p := range problems(t) {
			if p.Order > 6 && testing.Short() {
				continue
			}
			for _, symmetry := range []bool{false, true} {
				m := modelOf(t, p, Options{Symmetry: symmetry})
				want := systemOf(t, "opb", m).solutions(t, p.Order)
				if got := integersOf(t, format, m).solutions(p.Order); !slices.EqualFunc(got, want, queens.Perm.Equal) {
					t.Errorf("%s, %+v, symmetry %v: %v, want %v", format, p, symmetry, got, want)
				}
			}
		}
	}
}

// form is a quadratic form that was read, terms of one or two variables.
type form struct{ terms []formTerm }

type formTerm struct{ i, j, value int }

// formOf writes a model as a quadratic form and reads it: variables, or with spins fields.
func formOf(t *testing.T, format string, m *Model) form {
	t.Helper()
	var q form
	for line := range strings.Lines(textOf(t, format, m)) {
		var i, j, value int
		if _, err := fmt.Sscanf(line, "p qubo 0 %d %d %d", &i, &j, &value); err == nil {
			n := m.Order
			if vertices := len(m.Allowed()); i != n*n || j != vertices {
				t.Errorf("%q: want %d variables, %d of them in use", line, n*n, vertices)
			}
			continue
		}
		if _, err := fmt.Sscanf(line, "%d %d %d", &i, &j, &value); err == nil {
			q.terms = append(q.terms, formTerm{i, j, value})
		}
	}
	return q
}

// value returns the value of the form: variables are 1 or 0, spins 1 or -1.
func (q form) value(x []int) (sum int) {
	for _, term := range q.terms {
		if term.i == term.j {
			sum += term.value * x[term.i]
		} else {
			sum += term.value * x[term.i] * x[term.j]
		}
	}
	return sum
}

// TestQuadraticForms tries all sets of squares of small boards: those of the least value are the
// solutions, with the value that the text says, and if there are none the least is greater. Of the
// forms for as many queens as possible the least value is that of the largest sets without attacks.
func TestQuadraticForms(t *testing.T) {
	problems := []queens.Problem{
		{Order: 4},
		{Order: 3},
		{Order: 3, Topology: queens.Modular},
		{Order: 4, Given: []queens.Square{{Row: 1}}, Blocked: []queens.Square{{Row: 3, Col: 3}}},
	}
	half := queens.Problem{Order: 5}
	for v := 1; v <= 25; v++ {
		if sq, _ := SquareOf(v, 5); v%2 == 0 && v != 4 && v != 20 && v != 6 && v != 22 || v == 1 {
			half.Blocked = append(half.Blocked, sq)
		}
	}
	for _, p := range append(problems, half) {
		solutions := bruteForce(t, p)
		largest := 0
		for _, set := range peaceful(p) {
			largest = max(largest, strings.Count(set, "row"))
		}
		if len(peaceful(p)) == 0 {
			t.Fatalf("%+v: no set", p)
		}
		for _, format := range []string{"qubo", "ising"} {
			for _, most := range []bool{false, true} {
				m := modelOf(t, p, Options{Most: most})
				q := formOf(t, format, m)
				n := p.Order
				var variables []int
				for _, sq := range m.Allowed() {
					variables = append(variables, m.Variable(sq)-1)
				}
				least, count := math.MaxInt, 0
				x := make([]int, n*n)
				for set := range 1 << len(variables) {
					for bit, v := range variables {
						if x[v] = set >> bit & 1; format == "ising" {
							x[v] = 2*x[v] - 1
						}
					}
					switch value := q.value(x); {
					case value < least:
						least, count = value, 1
					case value == least:
						count++
					}
				}
				want := -2 * n
				if most {
					want = -largest
				}
				if format == "ising" { // twice, less the constant
					weight := -2
					if most {
						weight = -1
					}
					want = 2*want - weight*len(variables) - (len(q.terms) - len(variables))
				}
				switch {
				case most && least != want:
					t.Errorf("%+v, %s: least value %d, want %d", p, format, least, want)
				case !most && len(solutions) > 0 && (least != want || count != len(solutions)):
					t.Errorf("%+v, %s: %d sets have the least value %d, want %d with %d", p, format, count, least,
						len(solutions), want)
				case !most && len(solutions) == 0 && least <= want:
					t.Errorf("%+v, %s: least value %d, want more than %d", p, format, least, want)
				}
			}
		}
	}
}
