package counting

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/count/ledger"
	"queens/count/methods"
	"queens/count/runs"
	"queens/count/verify"
	"queens/docs"
	"queens/internal/buildinfo"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/known"
)

//go:generate cp ../../../CITATION.cff citation.cff
//go:embed citation.cff
var citationFile string

// citation says how to cite a count, a published value or the program, queens.cite/1.
type citation struct {
	Sentence  string        `json:"sentence"` // for a text
	BibTeX    string        `json:"bibtex"`   // entry for a list of references
	Order     *int          `json:"order,omitempty"`
	Total     *queens.Total `json:"total,omitempty"`
	Plan      string        `json:"plan,omitempty"`
	Head      string        `json:"head,omitempty"`             // last hash of the ledger
	Checks    []string      `json:"checks,omitempty"`           // that hold
	Program   string        `json:"program,omitempty"`          // that counted
	Processor float64       `json:"processorSeconds,omitempty"` // used; missing if it was not measured
	Source    string        `json:"source,omitempty"`           // of a published value
}

func newCite(a *app) *cobra.Command {
	cmd := a.Command("cite", nil, func(cmd *cobra.Command, args []string) error {
		var c *citation
		var err error
		if len(args) == 0 {
			c = citeProgram()
		} else {
			err = a.inRoot(func(cmd *cobra.Command, root string, args []string) (err error) {
				c, err = a.cite(cmd, root, args[0])
				return err
			})(cmd, args)
		}
		return a.Answer(texts.Show("queens.cite/1", c), err)
	})
	kit.Flag(cmd, "state", &a.state)
	cmd.Args, cmd.ValidArgsFunction = kit.Args(0, 1, "an order, or the name of one run"), a.completeRuns
	return cmd
}

// cite cites the run of a name or an order, or else the published value of the order.
func (a *app) cite(cmd *cobra.Command, root, name string) (*citation, error) {
	order, err := strconv.Atoi(name)
	if err != nil {
		run, err := a.readRun(cmd.Context(), root, name)
		if err != nil {
			return nil, err
		}
		return citeRun(run)
	}
	dir, err := runs.Find(root, "n"+name)
	if err == nil {
		if run, err := ledger.Read(cmd.Context(), dir); err == nil && run.Complete() {
			return citeRun(run)
		}
	}
	v, ok := known.Lookup("solutions", order)
	if !ok {
		return nil, kit.Failf(errs.Failed, "Q(%d) is not known, and no complete count of it is saved", order)
	}
	c := &citation{Order: &order, Total: &v.Value, Source: v.Source}
	c.Sentence = fmt.Sprintf("Q(%d) = %v (%v) [%s].", order, v.Value, v.Status, v.Source)
	c.BibTeX = bibTeX("misc", v.Source, "title", fmt.Sprintf("Q(%d) = %v, %v", order, v.Value, v.Status), "note",
		sourceText(v.Source))
	return c, nil
}

func sourceText(key string) string {
	if s, ok := docs.FindSource(key); ok {
		return s.Text
	}
	if strings.HasPrefix(key, "A") {
		return "The On-Line Encyclopedia of Integer Sequences, https://oeis.org/" + key
	}
	return key
}

func citeRun(run *ledger.Run) (*citation, error) {
	doubts, t, h := verify.Doubts(run), run.Tally, run.Header
	switch {
	case len(doubts) > 0:
		return nil, kit.Failf(errs.Refuted, "%s is in doubt: %s", nameOf(run), doubts[0])
	case !run.Complete():
		return nil, kit.Failf(errs.Refuted, "%s is incomplete: only a complete count can be cited", nameOf(run))
	}
	variant, err := methods.Find(h.Method)
	if err != nil {
		return nil, err
	}
	c := &citation{
		Order: &h.Order, Total: &t.Total, Plan: h.Plan.String(), Head: t.Head.String(), Program: h.Program,
		Checks: verify.Checks(run),
	}
	title := fmt.Sprintf("%v %s of order %d", t.Total, variant.Counts, h.Order)
	details := []string{
		fmt.Sprintf("counted by method %s with %s", h.Method, h.Program), "plan " + c.Plan, "last hash " + c.Head,
	}
	if t.Spent.Results >= t.Results { // otherwise some results were not measured
		c.Processor = t.Spent.Processor.Seconds()
		details = append(details, humanize.Duration(t.Spent.Processor)+" of processor time")
	}
	note := strings.Join(append(details, "checks: "+strings.Join(c.Checks, "; ")), ", ")
	c.Sentence = title + ", " + note + "."
	year := strconv.Itoa(run.Written.Year())
	if t.Done != nil {
		year = strconv.Itoa(t.Done.Time.Year())
	}
	c.BibTeX = bibTeX("misc", "queens-"+run.Name(), "title", title, "year", year, "note", note)
	return c, nil
}

// citeProgram cites the program by CITATION.cff.
func citeProgram() *citation {
	field := func(name string) string {
		_, text, _ := strings.Cut(citationFile, "\n"+name)
		line, _, _ := strings.Cut(text, "\n")
		return strings.Trim(line, ` "`)
	}
	title, author, version := field("title:"), field("  - name:"), buildinfo.Of().Version
	c := &citation{Program: kit.ProgramName()}
	c.Sentence = fmt.Sprintf("%s: %s, version %s.", author, title, version)
	c.BibTeX = bibTeX("software", "queens", "author", "{"+author+"}", "title", title, "version", version, "license",
		field("license:"), "year", strings.Split(field("date-released:"), "-")[0], "url", field("repository-code:"))
	return c
}

// bibTeX returns an entry with the fields that are not empty: names and values in turn.
func bibTeX(kind, key string, fields ...string) string {
	clean := func(r rune) rune {
		if r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}
	quote := strings.NewReplacer("_", `\_`, "%", `\%`, "&", `\&`, "#", `\#`, "^", `\^{}`)
	var text strings.Builder
	fmt.Fprintf(&text, "@%s{%s,\n", kind, strings.Map(clean, key))
	for i := 0; i < len(fields); i += 2 {
		if fields[i+1] != "" {
			fmt.Fprintf(&text, "  %s = {%s},\n", fields[i], quote.Replace(fields[i+1]))
		}
	}
	return text.String() + "}\n"
}
