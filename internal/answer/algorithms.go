package answer

import (
	"cmp"
	_ "embed"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
	"text/template"

	"queens"
	"queens/count"
	"queens/count/plan"
	"queens/count/runs"
	"queens/docs"
	"queens/find/solver"
)

// Algorithms lists algorithms of the catalogue, queens.algorithms/1.
type Algorithms struct {
	Algorithms []Algorithm `json:"algorithms"`
	Schemes    []Scheme    `json:"methods"` // of counting
}

// Scheme describes a way to count solutions without finding each of them.
type Scheme struct {
	plan.Scheme
	Command string `json:"command"` // that counts so
}

// NewScheme describes a scheme of counting.
func NewScheme(s plan.Scheme) Scheme {
	command := countCommand(s)
	s.Counts = cmp.Or(s.Tells, s.Counts)
	return Scheme{s, command}
}

func countCommand(s plan.Scheme) string {
	order := max(12, s.MinOrder)
	switch {
	case s.PerQueen:
		return fmt.Sprintf("queens count %d --of=squares", order)
	case s.Topology == queens.Modular:
		order++
	case s.Odd: // the others count half turns of small orders
		order = s.From
	}
	r := runs.Resumption{Question: count.QuestionBy(order, s)}
	if r.Question.Of == count.AllSolutions && s.Topology == queens.Regular {
		r.Options.Scheme = s.Name
	}
	return r.Command()
}

// Facts returns what the scheme counts, in a sentence.
func (s Scheme) Facts() string {
	return fmt.Sprintf("Counts %s; orders %s. Subproblems: %s.", s.Counts, s.Orders(), s.Summary)
}

// Algorithm is an algorithm of the catalogue, and whether it takes the order that was asked for.
type Algorithm struct {
	solver.Algorithm
	Refusal string `json:"refusal,omitempty"` // why it does not
	Nearest []int  `json:"nearest,omitempty"` // then: orders that it takes
}

// NewAlgorithm describes an algorithm.
func NewAlgorithm(alg *solver.Algorithm) Algorithm {
	r := Algorithm{Algorithm: *alg}
	r.Params, r.Pseudocode = append([]solver.Param{}, r.Params...), append([]string{}, r.Pseudocode...)
	return r
}

// NewAlgorithms describes algorithms, and schemes of counting.
func NewAlgorithms(list []*solver.Algorithm, schemes []plan.Scheme) *Algorithms {
	r := &Algorithms{[]Algorithm{}, []Scheme{}}
	for _, alg := range list {
		r.Algorithms = append(r.Algorithms, NewAlgorithm(alg))
	}
	for _, s := range schemes {
		r.Schemes = append(r.Schemes, NewScheme(s))
	}
	return r
}

// Orders returns the orders that the algorithm takes.
func (alg Algorithm) Orders() string { return interval(alg.MinOrder, alg.MaxOrder) }

func interval(least, most int) string {
	if most == 0 {
		return fmt.Sprintf("from %d", least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// Facts returns what the algorithm promises and accepts, in phrases.
func (alg Algorithm) Facts() string {
	what := map[solver.Finds]string{
		solver.All:         "Finds all solutions",
		solver.Fundamental: "Finds one solution of each orbit",
		solver.Some:        "Finds solutions one at a time",
	}[alg.Finds]
	if alg.Sorted && alg.Finds != solver.Some {
		what += " in lexicographic order"
	}
	list := []string{what, "orders " + alg.Orders()}
	for _, fact := range []struct {
		holds  bool
		phrase string
	}{
		{!alg.Exact, "may give up without a solution"},
		{alg.Random, "random, takes a seed"},
		{alg.Given, "takes given queens"},
		{alg.Blocked, "takes blocked squares"},
		{alg.Modular, "also on the modular board"},
	} {
		if fact.holds {
			list = append(list, fact.phrase)
		}
	}
	return strings.Join(list, "; ") + "."
}

// Group is the algorithms that find the same: only among themselves a comparison is fair.
type Group struct {
	Title      string
	Algorithms []Algorithm
}

// Groups returns algorithms by what they find.
func Groups(all []Algorithm) (groups []Group) {
	for _, f := range solver.AllFinds() {
		g := Group{Title: f.Heading()}
		for _, alg := range all {
			if alg.Finds == f {
				g.Algorithms = append(g.Algorithms, alg)
			}
		}
		if len(g.Algorithms) > 0 {
			groups = append(groups, g)
		}
	}
	return groups
}

//go:embed algorithms.md.tmpl
var pageText string

// Markdown returns a page that explains every one; the static site has it as docs/algorithms.html.
func (r *Algorithms) Markdown() string {
	page := template.Must(template.New("").Funcs(template.FuncMap{"orders": interval}).Parse(pageText))
	var b strings.Builder
	if err := page.Execute(&b, map[string]any{
		"Groups": Groups(r.Algorithms), "Algorithms": r.Algorithms, "Schemes": r.Schemes,
	}); err != nil {
		panic(err) // a mistake in the template
	}
	return b.String()
}

// Explain says how an algorithm works, queens.explain/1.
type Explain struct {
	Algorithm
	SourceText  string         `json:"sourceText"`
	SourceKnown string         `json:"sourceKnown"`
	Errata      []docs.Erratum `json:"errata"`
}

var erratumNo = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`errata ([A-Z]\d+)`) })

// NewExplain explains an algorithm, with its source and the errata that its texts
// mention.
func NewExplain(alg *solver.Algorithm) *Explain {
	source, _ := docs.FindSource(alg.Source)
	r := &Explain{NewAlgorithm(alg), source.Text, source.Known, []docs.Erratum{}}
	for _, m := range erratumNo().FindAllStringSubmatch(alg.How+alg.Cost+alg.Limits, -1) {
		if e, ok := docs.FindErratum(m[1]); ok && !slices.Contains(r.Errata, e) {
			r.Errata = append(r.Errata, e)
		}
	}
	return r
}

// Watched returns an order whose search is short and shows something.
func (r *Explain) Watched() int { return min(max(r.MinOrder, 6), r.TestMax) }

// ExplainScheme says how a scheme counts, queens.explain-method/1.
type ExplainScheme struct {
	Scheme
	SourceText  string `json:"sourceText"`
	SourceKnown string `json:"sourceKnown"`
}

// NewExplainScheme explains a scheme of counting, with its source.
func NewExplainScheme(s plan.Scheme) *ExplainScheme {
	source, _ := docs.FindSource(s.Source)
	return &ExplainScheme{NewScheme(s), source.Text, source.Known}
}
