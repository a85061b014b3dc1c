package finding

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/humanize"
	"queens/internal/proofcheck"
	"queens/model"
	"queens/model/solve"
)

func newCheck(a *app) *cobra.Command {
	cmd := a.Command("model check", nil)
	cmd.Args = kit.Args(2, 2, "the files of the formula and of the proof: queens model check five.cnf five.drat")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		var files [2]io.Reader
		for i, name := range args {
			f, _, err := a.OpenFile(cmd.Context(), name)
			if err != nil {
				return err
			}
			defer f.Close()
			files[i] = bufio.NewReader(f)
		}
		r, err := proofcheck.Check(files[0], files[1])
		switch {
		case errors.Is(err, proofcheck.ErrRefused):
			return kit.WithCode(kit.CodeRefuted, err)
		case errors.Is(err, proofcheck.ErrFormat):
			return kit.WithCode(kit.CodeUsage, err)
		case err != nil:
			return err
		}
		return a.Print(showProof(r))
	}
	return cmd
}

type modelAnswer struct {
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

func answerOf(m *model.Model, found solve.Answer, format, solver string, elapsed time.Duration) *modelAnswer {
	r := &modelAnswer{
		Order: m.Order(), Topology: m.Problem().Topology, Format: format, Solver: solver, Elapsed: elapsed,
	}
	if found.None {
		r.Proved = &found.Proved
	} else {
		r.Rows = found.Perm
		if f, err := model.FindFormat(format); m.Most() || err == nil && f.Most == model.MostAlways {
			r.Optimal = found.Optimal
			r.Queens = slices.SortedFunc(slices.Values(found.Squares), func(a, b queens.Square) int {
				return cmp.Or(cmp.Compare(a.Row, b.Row), cmp.Compare(a.Col, b.Col))
			})
		}
	}
	return r
}

func (r *modelAnswer) text(s printer.Style) string {
	if r.Rows != nil {
		return s.Perm(r.Rows) + "\n"
	}
	text := humanize.Plural(len(r.Queens), "queen")
	if len(r.Queens) > 0 {
		text += ": " + printer.Squares(r.Queens, r.Order)
	}
	if !r.Optimal {
		text += "; the solver does not say that no more fit"
	}
	return text + "\n"
}

func showFormats() printer.Shown {
	languages := struct {
		Formats     []model.Format     `json:"formats"`
		Encodings   []model.Encoding   `json:"encodings"`
		Definitions []model.Definition `json:"definitions"`
	}{model.Formats(), model.EncodingTable(), model.Definitions()}
	return printer.Show("queens.model-formats/1", languages, func(printer.Style) string {
		var b strings.Builder
		b.WriteString("Formats\n")
		for _, f := range languages.Formats {
			fmt.Fprintf(&b, "  %-10s  %s: %s\n", f.Name, f.Title, f.Summary)
			fmt.Fprintf(&b, "  %-10s  read by %s; %s\n", "", f.Reads, f.Squares)
		}
		b.WriteString("\nEncodings of \"at most one\" of k squares in clauses (--amo)\n")
		for _, e := range languages.Encodings {
			fmt.Fprintf(&b, "  %-10s  %s; %s\n", e.Name, e.Summary, e.Grows)
		}
		b.WriteString("\nDefinitions of a solution, a set of n squares\n")
		for _, d := range languages.Definitions {
			fmt.Fprintf(&b, "  %-10s  %s: %s\n", d.Name, d.Title, d.Statement)
		}
		return b.String()
	})
}

func showSolvers(found []solve.Found) printer.Shown {
	return printer.Show("queens.model-solvers/1", map[string]any{"solvers": found}, func(printer.Style) string {
		lines := [][]string{{"solver", "here", "version", "reads", "what it is"}}
		for _, f := range found {
			here := "yes"
			if !f.Here {
				here = "no (" + f.Source() + ")"
			}
			lines = append(lines, []string{f.Name, here, humanize.Dash(f.Version), humanize.Dash(
				strings.Join(f.Formats, " ")), f.Summary})
		}
		return printer.Lines(lines)
	})
}

func showProof(r proofcheck.Report) printer.Shown {
	verified := struct {
		Verified bool `json:"verified"`
		proofcheck.Report
	}{true, r}
	return printer.Show("queens.proof/1", verified, func(printer.Style) string {
		return fmt.Sprintf("verified: the formula has no solution (%s, %s, %s)\n", r.Kind,
			humanize.Plural(r.Constraints, "constraint"), humanize.Plural(r.Steps, "step"))
	})
}
