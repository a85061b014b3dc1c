package answer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"queens/internal/answer/printer"

	"queens"
	"queens/internal/human"
	"queens/model"
	"queens/model/solve"
)

// Model is what a solver made of a model, queens.model/1.
type Model struct {
	Schema   string          `json:"schema"`
	Order    int             `json:"order"`
	Topology queens.Topology `json:"topology"`
	Format   string          `json:"format,omitempty"`
	Solver   string          `json:"solver,omitempty"`  // empty for an answer that was read from a file
	Rows     queens.Perm     `json:"rows"`              // null if there is no solution, or fewer than n queens
	Queens   []queens.Square `json:"queens,omitempty"`  // where as many as possible were asked for, by row
	Optimal  bool            `json:"optimal,omitempty"` // the solver says that no more queens fit
	Proved   *bool           `json:"proved,omitempty"`  // where there is no solution: false if only the solver says so
	Elapsed  time.Duration   `json:"elapsedNanos,omitempty"`
}

// NewModel describes a checked answer to a model.
func NewModel(m *model.Model, found solve.Answer, format, solver string, elapsed time.Duration) *Model {
	r := &Model{Schema: "queens.model/1", Order: m.Order(), Topology: m.Problem().Topology, Format: format, Solver: solver, Elapsed: elapsed}
	if found.None {
		r.Proved = &found.Proved
	} else {
		r.Rows = found.Perm
		if f, err := model.LookupFormat(format); m.Most() || err == nil && f.Most == model.MostAlways {
			r.Optimal = found.Optimal
			r.Queens = slices.SortedFunc(slices.Values(found.Squares), func(a, b queens.Square) int {
				return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
			})
		}
	}
	return r
}

// Text returns the solution, or the number of queens and their squares.
func (r *Model) Text(s Style) string {
	if r.Rows != nil {
		return permText(s, r.Rows) + "\n"
	}
	text := human.Plural(len(r.Queens), "queen")
	if len(r.Queens) > 0 {
		text += ": " + SquareNames(r.Queens, r.Order)
	}
	if !r.Optimal {
		text += "; the solver does not say that no more fit"
	}
	return text + "\n"
}

// ModelFormats lists the languages of models, queens.model-formats/1.
type ModelFormats struct {
	Schema      string  `json:"schema"`
	Formats     []Entry `json:"formats"`
	Encodings   []Entry `json:"encodings"`
	Definitions []Entry `json:"definitions"`
}

// Entry is something with a name.
type Entry struct {
	Name    string `json:"name"`
	Title   string `json:"title"`
	Summary string `json:"summary"`
	Reads   string `json:"reads,omitempty"`   // programs that read a format
	Squares string `json:"squares,omitempty"` // what a format calls a square
	Grows   string `json:"grows,omitempty"`   // size of an encoding
}

// NewModelFormats lists the languages, the encodings and the definitions.
func NewModelFormats() *ModelFormats {
	r := &ModelFormats{Schema: "queens.model-formats/1"}
	for _, f := range model.Formats() {
		r.Formats = append(r.Formats, Entry{Name: f.Name, Title: f.Title, Summary: f.Summary, Reads: f.Reads, Squares: f.Squares})
	}
	for _, e := range model.EncodingTable() {
		r.Encodings = append(r.Encodings, Entry{Name: e.Name, Title: e.Title, Summary: e.Summary, Grows: e.Grows})
	}
	for _, d := range model.Definitions() {
		r.Definitions = append(r.Definitions, Entry{Name: d.Name, Title: d.Title, Summary: d.Statement})
	}
	return r
}

// Text returns what each is and where it belongs.
func (r *ModelFormats) Text(Style) string {
	var b strings.Builder
	b.WriteString("Formats\n")
	for _, f := range r.Formats {
		fmt.Fprintf(&b, "  %-10s  %s: %s\n", f.Name, f.Title, f.Summary)
		fmt.Fprintf(&b, "  %-10s  read by %s; %s\n", "", f.Reads, f.Squares)
	}
	b.WriteString("\nEncodings of \"at most one\" of k squares in clauses (--amo)\n")
	for _, e := range r.Encodings {
		fmt.Fprintf(&b, "  %-10s  %s; %s\n", e.Name, e.Summary, e.Grows)
	}
	b.WriteString("\nDefinitions of a solution, a set of n squares\n")
	for _, d := range r.Definitions {
		fmt.Fprintf(&b, "  %-10s  %s: %s\n", d.Name, d.Title, d.Summary)
	}
	return b.String()
}

// ModelSolvers lists the solvers and which are here, queens.model-solvers/1.
type ModelSolvers struct {
	Schema  string   `json:"schema"`
	Solvers []Solver `json:"solvers"`
}

// Solver is a solver of models.
type Solver struct {
	Name    string   `json:"name"`
	BuiltIn bool     `json:"builtIn"`
	Here    bool     `json:"here"`
	Version string   `json:"version,omitempty"`
	Formats []string `json:"formats"`
	Package string   `json:"debianPackage,omitempty"`
	Summary string   `json:"summary"`
}

// NewModelSolvers describes the solvers that were looked for.
func NewModelSolvers(found []solve.Found) *ModelSolvers {
	r := &ModelSolvers{Schema: "queens.model-solvers/1"}
	for _, f := range found {
		s := f.Solver
		r.Solvers = append(r.Solvers, Solver{s.Name, s.Program == "", f.Here, f.Version, append([]string{}, s.Formats...), s.Package, s.Summary})
	}
	return r
}

// Text returns a line for each solver.
func (r *ModelSolvers) Text(Style) string {
	lines := [][]string{{"solver", "here", "version", "reads", "what it is"}}
	for _, s := range r.Solvers {
		here := "yes"
		if !s.Here {
			here = "no (" + solve.Solver{Package: s.Package}.Source() + ")"
		}
		lines = append(lines, []string{s.Name, here, human.Dash(s.Version), human.Dash(strings.Join(s.Formats, " ")), s.Summary})
	}
	return printer.Lines(lines)
}
