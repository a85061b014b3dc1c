package answer

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/runs"
	"queens/count"
	"queens/count/plan"
	"queens/docs"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/humanize"
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
	r := &Algorithms{[]Algorithm{}, []Method{}}
	for _, alg := range list {
		r.Algorithms = append(r.Algorithms, NewAlgorithm(alg))
	}
	for _, s := range variants {
		r.Methods = append(r.Methods, NewMethod(s))
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

// Race is the outcome of a race, the fastest first, queens.race/1.
type Race struct{ race.Outcome }

func (r *Race) conditions() string { return texts.Text(printer.Style{}, "conditions", r) }

func (r *Race) lines() [][]string {
	lines := [][]string{{"algorithm", "solutions", "tests", "placements", "time", "spread", "ratio"}}
	for _, racer := range r.Results {
		line := []string{racer.Name}
		for _, number := range []uint64{racer.Stats.Solutions, racer.Stats.Tests, racer.Stats.Placements} {
			text := "" // not counted
			if number > 0 {
				text = printer.Decimal(number)
			}
			line = append(line, cmp.Or(text, "-"))
		}
		if racer.Out != "" {
			line = append(line, racer.Out, "", "")
		} else {
			line = append(line, humanize.Duration(racer.Median), fmt.Sprintf("%.0f %%", 100*racer.Spread),
				fmt.Sprintf("%.2f", racer.Ratio))
		}
		if tries := racer.Stats.Tries; tries > 0 {
			lines[0] = append(lines[0][:len(line):len(line)], "success")
			success := 100 * float64(racer.Stats.Solutions) / float64(tries)
			line = append(line, fmt.Sprintf("%.1f %% of %d starts", success, tries))
		}
		lines = append(lines, line)
	}
	return lines
}

// Text returns a line for each algorithm, and how the race was run.
func (r *Race) Text(printer.Style) string {
	return printer.Numbers(r.lines()) + r.conditions() + "\n"
}

// Markdown returns the same as a table in Markdown.
func (r *Race) Markdown() string {
	var b strings.Builder
	for i, line := range r.lines() {
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|--:", len(line)-1) + "|\n")
		}
	}
	return b.String() + "\n" + humanize.Capital(r.conditions()) + ".\n"
}

// CSV returns a line for each algorithm, times in nanoseconds.
func (r *Race) CSV() [][]string {
	head := []string{"order", "algorithm"}
	for _, st := range solver.StatsTable {
		head = append(head, st.Name)
	}
	lines := [][]string{append(head, "runs", "median_ns", "spread", "ratio", "out")}
	for _, racer := range r.Results {
		line := []string{strconv.Itoa(r.Order), racer.Name}
		for _, st := range solver.StatsTable {
			line = append(line, printer.Decimal(*st.Value(&racer.Stats)))
		}
		lines = append(lines, append(line, strconv.Itoa(len(racer.Times)),
			strconv.FormatInt(racer.Median.Nanoseconds(), 10),
			strconv.FormatFloat(racer.Spread, 'f', 3, 64), strconv.FormatFloat(racer.Ratio, 'f', 3, 64), racer.Out))
	}
	return lines
}
