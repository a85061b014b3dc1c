package model

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"queens"
)

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

// read reads one term from words, of which brackets are some.
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
		s.low, s.high = append(s.low, 1), append(s.high, m.Order()) // asserted as well
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
			if want := fmt.Sprintf(`<array id="q" size="[%d]"> 1..%d </array>`, m.Order(), m.Order()); line != want {
				t.Fatalf("%q, want %q", line, want)
			}
			for c := range m.Order() {
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
				for c := range m.Order() {
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
