package answer

import (
	"fmt"
	"regexp"
	"slices"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/plan"
	"queens/docs"
	"queens/find/solver"
	"queens/internal/named"
)

// Algorithms lists algorithms of the catalogue, queens.algorithms/1.
type Algorithms struct {
	Algorithms []Algorithm `json:"algorithms"`
	Methods    []Method    `json:"methods"` // of counting
}

// Method describes a way to count solutions without finding each of them.
type Method struct {
	plan.Variant
	Command string `json:"command"` // that counts so
}

// NewMethod describes a method of counting.
func NewMethod(s plan.Variant) Method {
	order := max(12, s.MinOrder)
	switch {
	case s.Topology == queens.Modular:
		order++
	case s.Odd: // the others count half turns of small orders
		order = s.From
	}
	r := runs.Resumption{Question: count.Question{Order: order, Topology: s.Topology, Of: count.Quantity(s.Of())}}
	if r.Question.Of == count.AllSolutions && s.Topology == queens.Regular {
		r.Options.Method = s.Name
	}
	if s.OnBoard {
		r.Question.Given = []queens.Square{{Row: order / 2}}
	}
	return Method{s, r.Command()}
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

// NewAlgorithms describes algorithms, and methods of counting.
func NewAlgorithms(list []*solver.Algorithm, variants []plan.Variant) *Algorithms {
	return &Algorithms{named.Each(list, NewAlgorithm), named.Each(variants, NewMethod)}
}

// Orders returns the orders that the algorithm takes.
func (alg Algorithm) Orders() string { return interval(alg.MinOrder, alg.MaxOrder) }

func interval(least, most int) string {
	if most == 0 {
		return fmt.Sprintf("from %d", least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// Group is the algorithms that find the same: only among themselves a comparison is fair.
type Group struct {
	Title      string
	Algorithms []Algorithm
}

// Groups returns algorithms by what they find.
func Groups(all []Algorithm) (groups []Group) {
	for _, f := range solver.AllFinds() {
		these := slices.DeleteFunc(slices.Clone(all), func(alg Algorithm) bool { return alg.Finds != f })
		if len(these) > 0 {
			groups = append(groups, Group{f.Heading(), these})
		}
	}
	return groups
}

// Markdown returns a page that explains every one; the static site has it as docs/algorithms.html.
func (r *Algorithms) Markdown() string { return texts.Text(printer.Style{}, "algorithms.md", r) }

// Explain says how an algorithm works, queens.explain/1.
type Explain struct {
	Algorithm
	docs.Source
	Errata []docs.Erratum `json:"errata"`
}

var erratumNo = regexp.MustCompile(`errata ([A-Z]\d+)`)

// NewExplain explains an algorithm, with its source and the errata that its texts mention.
func NewExplain(alg *solver.Algorithm) *Explain {
	source, _ := docs.FindSource(alg.Source)
	r := &Explain{NewAlgorithm(alg), source, []docs.Erratum{}}
	for _, m := range erratumNo.FindAllStringSubmatch(alg.How+alg.Cost+alg.Limits, -1) {
		if e, ok := docs.FindErratum(m[1]); ok && !slices.Contains(r.Errata, e) {
			r.Errata = append(r.Errata, e)
		}
	}
	return r
}

// Watched returns an order whose search is short and shows something.
func (r *Explain) Watched() int { return min(max(r.MinOrder, 6), r.TestMax) }

// ExplainMethod says how a method counts, queens.explain-method/1.
type ExplainMethod struct {
	Method
	docs.Source
}

// NewExplainMethod explains a method of counting, with its source.
func NewExplainMethod(s plan.Variant) *ExplainMethod {
	source, _ := docs.FindSource(s.Source)
	return &ExplainMethod{NewMethod(s), source}
}
