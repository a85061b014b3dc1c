package answer

import (
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
	"queens/internal/answer/printer"
)

// Algorithms lists algorithms of the catalogue, queens.algorithms/1.
type Algorithms struct {
	Schema     string      `json:"schema" enum:"queens.algorithms/1"`
	Algorithms []Algorithm `json:"algorithms"`
	Schemes    []Scheme    `json:"methods"` // of counting
}

// Scheme describes a way to count solutions without finding each of them.
type Scheme struct {
	Name     string `json:"name"`
	Title    string `json:"title"`
	Summary  string `json:"summary"`
	Source   string `json:"source"`
	Counts   string `json:"counts"`
	MinOrder int    `json:"minOrder"`
	MaxOrder int    `json:"maxOrder"`
	Odd      bool   `json:"odd,omitempty"` // it takes odd orders only
	How      string `json:"how"`
	Cost     string `json:"cost"`
	Read     string `json:"read,omitempty"` // page of the documents
	Command  string `json:"command"`        // that counts so
}

// NewScheme describes a scheme of counting.
func NewScheme(s plan.Scheme) Scheme {
	counts := s.Counts
	if s.Tells != "" {
		counts = s.Tells
	}
	return Scheme{
		s.Name, s.Title, s.Summary, s.Source, counts, s.MinOrder, s.MaxOrder, s.Odd, s.How, s.Cost, s.Read,
		countCommand(s),
	}
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
	r := runs.Resumption{Question: runs.QuestionBy(order, s)}
	if r.Question.Of == count.AllSolutions && s.Topology == queens.Regular {
		r.Scheme = s.Name
	}
	return r.Command()
}

// Orders returns the orders that the scheme takes.
func (s Scheme) Orders() string {
	return plan.Scheme{MinOrder: s.MinOrder, MaxOrder: s.MaxOrder, Odd: s.Odd}.Orders()
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
	r := &Algorithms{"queens.algorithms/1", []Algorithm{}, []Scheme{}}
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

const schemesTitle = "Only the number of solutions"

// Text returns a line for each algorithm.
func (r *Algorithms) Text(printer.Style) string {
	var lines [][]string
	for _, g := range Groups(r.Algorithms) {
		for i, alg := range g.Algorithms {
			watched := ""
			if alg.Traced {
				watched = "watch"
			}
			lines = append(lines, []string{heading(i, g.Title) + alg.Name, alg.Orders(), watched, alg.Title})
		}
	}
	for i, s := range r.Schemes {
		lines = append(lines, []string{heading(i, schemesTitle) + s.Name, s.Orders(), "", s.Title})
	}
	return printer.Lines(lines)
}

func heading(i int, title string) string {
	if i > 0 {
		return "  "
	}
	return title + "\n  "
}

//go:embed algorithms.md.tmpl
var pageText string

// Markdown returns a page that explains every one; the static site has it as docs/algorithms.html.
func (r *Algorithms) Markdown() string {
	page := template.Must(template.New("").Funcs(template.FuncMap{"orders": interval}).Parse(pageText))
	var b strings.Builder
	if err := page.Execute(&b, map[string]any{
		"Groups": Groups(r.Algorithms), "Algorithms": r.Algorithms, "SchemesTitle": schemesTitle, "Schemes": r.Schemes,
	}); err != nil {
		panic(err) // a mistake in the template
	}
	return b.String()
}

// Explain says how an algorithm works, queens.explain/1.
type Explain struct {
	Schema string `json:"schema"`
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
	r := &Explain{"queens.explain/1", NewAlgorithm(alg), source.Text, source.Known, []docs.Erratum{}}
	for _, m := range erratumNo().FindAllStringSubmatch(alg.How+alg.Cost+alg.Limits, -1) {
		if e, ok := docs.FindErratum(m[1]); ok && !slices.Contains(r.Errata, e.Erratum) {
			r.Errata = append(r.Errata, e.Erratum)
		}
	}
	return r
}

// section is a heading and paragraphs, a line each; one without is left out.
type section struct {
	heading string
	lines   []string
}

func explained(s printer.Style, name, title, summary string, sections []section) string {
	var b strings.Builder
	lines := func(text string) {
		for line := range strings.Lines(text) {
			b.WriteString(strings.TrimRight("  "+line, " \n") + "\n")
		}
	}
	fmt.Fprintf(&b, "%s: %s\n", s.Paint(printer.Bold, name), title)
	lines(summary)
	for _, part := range sections {
		if len(part.lines) > 0 {
			fmt.Fprintf(&b, "\n%s\n", s.Paint(printer.Bold, part.heading))
		}
		for _, line := range part.lines {
			lines(line)
		}
	}
	return b.String()
}

// ExplainScheme says how a scheme counts, queens.explain-method/1.
type ExplainScheme struct {
	Schema string `json:"schema"`
	Scheme
	SourceText  string `json:"sourceText"`
	SourceKnown string `json:"sourceKnown"`
}

// NewExplainScheme explains a scheme of counting, with its source.
func NewExplainScheme(s plan.Scheme) *ExplainScheme {
	source, _ := docs.FindSource(s.Source)
	return &ExplainScheme{"queens.explain-method/1", NewScheme(s), source.Text, source.Known}
}

// Text returns the explanation in sections, a paragraph a line.
func (r *ExplainScheme) Text(s printer.Style) string {
	sections := []section{
		{"How it works", []string{r.How}},
		{"Cost", []string{r.Cost}},
		{"Source", []string{r.SourceText + " (" + r.SourceKnown + ")."}},
		{"Count this way", []string{r.Command}},
	}
	if r.Read != "" {
		sections = append(sections, section{"Read more", []string{"docs/" + r.Read}})
	}
	return explained(s, r.Name, r.Title, r.Facts(), sections)
}

// Text returns the explanation in sections, a paragraph a line.
func (r *Explain) Text(s printer.Style) string {
	var source, errata, params, watch []string
	if r.SourceText != "" {
		source = []string{r.SourceText + " (" + r.SourceKnown + ")."}
	}
	for _, e := range r.Errata {
		right := strings.TrimSuffix(e.Right, ".")
		errata = append(errata, fmt.Sprintf("%s, %s: %s. Right: %s.", e.No, e.Where, e.Printed, right))
	}
	for _, p := range r.Params {
		text := fmt.Sprintf("%s (%s, %d unless given): %s", p.Name, interval(p.Min, p.Max), p.Default, p.Summary)
		params = append(params, text)
	}
	if len(r.Pseudocode) > 0 {
		watch = []string{fmt.Sprintf("queens watch %d --method %s", min(max(r.MinOrder, 6), r.TestMax), r.Name)}
	}
	summary := strings.ToUpper(r.Summary[:1]) + r.Summary[1:] + ".\n\n" + r.Facts()
	return explained(s, r.Name, r.Title, summary, []section{
		{"How it works", []string{r.How}},
		{"Cost", []string{r.Cost}},
		{"Limits", []string{r.Limits}},
		{"Source", source},
		{"In print", errata},
		{"Parameters", params},
		{"Pseudocode", r.Pseudocode},
		{"Watch it", watch},
	})
}
