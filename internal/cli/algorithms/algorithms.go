package algorithms

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"queens/find/catalog"
	"queens/find/solver"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// algorithmsOptions are the flags of `queens algorithms`.
type algorithmsOptions struct {
	finds  string
	format string
	json   bool
	output string
}

// algorithmFormats are the values of --format.
var algorithmFormats = []string{"text", "json", "markdown"}

func newAlgorithms(a *app) *cobra.Command {
	kinds := []string{"any"}
	for _, f := range solver.AllFinds() {
		kinds = append(kinds, f.String())
	}
	o := algorithmsOptions{finds: kinds[0], format: algorithmFormats[0]}
	cmd := &cobra.Command{
		Use:   "algorithms",
		Short: "Every algorithm: what it finds, for which orders",
		Long: `Algorithms lists the catalogue: what an algorithm finds (all solutions, all
fundamental ones, or some), the orders it takes, whether queens watch can play its
steps, and its title. queens explain NAME says more.

--format markdown writes docs/algorithms.md.

Exit codes: 0 done, 1 cannot write, 2 bad argument.`,
		Example: `  queens algorithms
  queens algorithms --finds fundamental
  queens algorithms --json`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return kit.Usagef("algorithms: %s, want none; queens explain %s tells about one", human.Plural(len(args), "argument"), args[0])
			}
			return nil
		},
		RunE: func(*cobra.Command, []string) error {
			var list []*solver.Algorithm
			for _, alg := range catalog.All() {
				if o.finds == kinds[0] || alg.Finds.String() == o.finds {
					list = append(list, alg)
				}
			}
			if o.json {
				o.format = "json"
			}
			return a.output(o.output, func(w io.Writer) error {
				switch o.format {
				case "json":
					return writeAlgorithmsJSON(w, list)
				case "markdown":
					return writeAlgorithmsMarkdown(w, list)
				default:
					return writeAlgorithmsText(w, list)
				}
			})
		},
	}
	kit.AddChoice(cmd, &o.finds, "finds", kinds, "only algorithms that find")
	kit.AddChoice(cmd, &o.format, "format", algorithmFormats, "how to print")
	kit.AddJSON(cmd, &o.json)
	cmd.Flags().StringVarP(&o.output, "output", "o", "", "write to a file instead of standard output")
	return cmd
}

// output writes to a file of the given name, or to standard output if there is none.
func (a *app) output(path string, write func(io.Writer) error) error {
	if path == "" {
		return write(a.Stdout)
	}
	return kit.ReplaceFile(path, write)
}

// orders returns the orders that an algorithm takes.
func orders(alg *solver.Algorithm) string {
	if alg.MaxOrder == 0 {
		return fmt.Sprintf("from %d", alg.MinOrder)
	}
	return fmt.Sprintf("%d to %d", alg.MinOrder, alg.MaxOrder)
}

// writeAlgorithmsText prints a line for each algorithm.
func writeAlgorithmsText(w io.Writer, list []*solver.Algorithm) error {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for _, f := range solver.AllFinds() {
		heading := f.Heading() + "\n"
		for _, alg := range list {
			if alg.Finds != f {
				continue
			}
			fmt.Fprint(out, heading)
			heading = ""
			watched := ""
			if alg.Traced {
				watched = "watch"
			}
			fmt.Fprintf(out, "  %s\t%s\t%s\t%s\n", alg.Name, orders(alg), watched, alg.Title)
		}
	}
	return out.Flush()
}

// algorithmReport is the JSON form of an algorithm.
type algorithmReport struct {
	Name       string         `json:"name"`
	Title      string         `json:"title"`
	Summary    string         `json:"summary"`
	Source     string         `json:"source"`
	Finds      solver.Finds   `json:"finds"`
	Sorted     bool           `json:"lexicographic"`
	MinOrder   int            `json:"minOrder"`
	MaxOrder   int            `json:"maxOrder,omitempty"`
	Exact      bool           `json:"exact"`
	Random     bool           `json:"random"`
	Traced     bool           `json:"traced"`
	Given      bool           `json:"given"`
	Blocked    bool           `json:"blocked"`
	Modular    bool           `json:"modular"`
	Params     []solver.Param `json:"parameters"`
	How        string         `json:"how"`
	Cost       string         `json:"cost"`
	Limits     string         `json:"limits"`
	Pseudocode []string       `json:"pseudocode"`
}

func reportAlgorithm(alg *solver.Algorithm) algorithmReport {
	return algorithmReport{
		Name: alg.Name, Title: alg.Title, Summary: alg.Summary, Source: alg.Source,
		Finds: alg.Finds, Sorted: alg.Solutions == solver.Lexicographic,
		MinOrder: alg.MinOrder, MaxOrder: alg.MaxOrder,
		Exact: alg.Exact, Random: alg.Random, Traced: alg.Traced,
		Given: alg.Given, Blocked: alg.Blocked, Modular: alg.Modular,
		Params: append([]solver.Param{}, alg.Params...),
		How:    paragraphs(alg.How), Cost: paragraphs(alg.Cost), Limits: paragraphs(alg.Limits),
		Pseudocode: append([]string{}, alg.Pseudocode...),
	}
}

// paragraphs returns a text with one line for each paragraph and an empty line
// between them.
func paragraphs(text string) string {
	list := strings.Split(text, "\n\n")
	for i, p := range list {
		list[i] = strings.Join(strings.Fields(p), " ")
	}
	return strings.Join(list, "\n\n")
}

// writeAlgorithmsJSON prints the list as queens.algorithms/1.
func writeAlgorithmsJSON(w io.Writer, list []*solver.Algorithm) error {
	reports := []algorithmReport{}
	for _, alg := range list {
		reports = append(reports, reportAlgorithm(alg))
	}
	return kit.WriteJSON(w, struct {
		Schema     string            `json:"schema"`
		Algorithms []algorithmReport `json:"algorithms"`
	}{"queens.algorithms/1", reports})
}

// writeAlgorithmsMarkdown prints the list as docs/algorithms.md.
func writeAlgorithmsMarkdown(w io.Writer, list []*solver.Algorithm) error {
	var b strings.Builder
	b.WriteString("# Algorithms\n\nWritten by `go generate` from package `catalog`; do not edit. `queens explain NAME` shows the same in the terminal,\n" +
		"`queens watch N --algorithm NAME` plays the steps of an algorithm that has pseudocode, `queens race N NAME...` compares several.\n")
	for _, f := range solver.AllFinds() {
		heading := "\n## " + f.Heading() + "\n\n| name | orders | what it does |\n|---|---|---|\n"
		for _, alg := range list {
			if alg.Finds == f {
				fmt.Fprintf(&b, "%s| [%s](#%s) | %s | %s |\n", heading, alg.Name, alg.Name, orders(alg), alg.Summary)
				heading = ""
			}
		}
	}
	for _, alg := range list {
		fmt.Fprintf(&b, "\n## %s\n\n**%s**, `%s` in the [bibliography](bibliography.md). %s\n", alg.Name, alg.Title, alg.Source, strings.Join(facts(alg), "; ")+".")
		fmt.Fprintf(&b, "\n%s\n\nCost: %s\n\nLimits: %s\n", paragraphs(alg.How), paragraphs(alg.Cost), paragraphs(alg.Limits))
		for i, p := range alg.Params {
			if i == 0 {
				b.WriteString("\n| parameter | default | range | |\n|---|--:|---|---|\n")
			}
			fmt.Fprintf(&b, "| `%s` | %d | %s | %s |\n", p.Name, p.Default, paramRange(p), p.Summary)
		}
		if len(alg.Pseudocode) > 0 {
			fmt.Fprintf(&b, "\n```\n%s\n```\n", strings.Join(alg.Pseudocode, "\n"))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// paramRange returns the values that a parameter takes.
func paramRange(p solver.Param) string {
	if p.Max == 0 {
		return fmt.Sprintf("from %d", p.Min)
	}
	return fmt.Sprintf("%d to %d", p.Min, p.Max)
}

// facts returns what an algorithm promises and accepts, in phrases.
func facts(alg *solver.Algorithm) []string {
	what := map[solver.Finds]string{
		solver.All:         "Finds all solutions",
		solver.Fundamental: "Finds one solution of each orbit",
		solver.Some:        "Finds solutions one at a time",
	}[alg.Finds]
	if alg.Solutions == solver.Lexicographic && alg.Finds != solver.Some {
		what += " in lexicographic order"
	}
	list := []string{what, "orders " + orders(alg)}
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
	return list
}
