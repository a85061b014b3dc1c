package algorithms

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens/docs"
	"queens/find/catalog"
	"queens/find/solver"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

func newExplain(a *app) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "explain NAME|WORD...",
		Short: "How an algorithm works, its source, cost and limits",
		Long: `Explain tells about one algorithm of the catalogue: what it finds, how it works, what
it costs, what it does not do, where it comes from and what is wrong in print, its
parameters and its pseudocode. queens algorithms lists the names; a word of the title or
of the source, such as the author, does as well where it means one algorithm.

Exit codes: 0 done, 2 bad argument.`,
		Example: `  queens explain rohl-permutation
  queens explain topor --json
  queens explain dancing links`,
		ValidArgsFunction: kit.CompleteAlgorithms,
		RunE: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return kit.Usagef("explain: %s, want the name of an algorithm: queens explain wirth", human.Plural(len(args), "argument"))
			}
			alg, err := findByWord(strings.Join(args, " "))
			if err != nil {
				return err
			}
			if asJSON {
				return writeExplanationJSON(a.Stdout, alg)
			}
			return a.explain(alg)
		},
	}
	kit.AddJSON(cmd, &asJSON)
	return cmd
}

// findByWord returns the algorithm of that name, or the only one with these words in title or source.
func findByWord(words string) (*solver.Algorithm, error) {
	alg, err := kit.FindAlgorithm("explain", words)
	if err == nil {
		return alg, nil
	}
	var found []*solver.Algorithm
	for _, alg := range catalog.All() {
		source, _ := docs.FindSource(alg.Source)
		text := strings.ToLower(alg.Title + "\n" + alg.Source + "\n" + source.Text)
		all := true
		for word := range strings.FieldsSeq(strings.ToLower(words)) {
			all = all && strings.Contains(text, word)
		}
		if all {
			found = append(found, alg)
		}
	}
	switch len(found) {
	case 0:
		return nil, err
	case 1:
		return found[0], nil
	}
	var text strings.Builder
	for _, alg := range found {
		fmt.Fprintf(&text, "\n  queens explain %-26s %s", alg.Name, alg.Title)
	}
	return nil, kit.Usagef("explain: %d algorithms have %q in title or source:%s", len(found), words, text.String())
}

// erratumNo is a mention of an erratum.
var erratumNo = regexp.MustCompile(`errata ([A-Z]\d+)`)

// errataOf returns the errata that the texts of an algorithm mention.
func errataOf(alg *solver.Algorithm) (list []docs.Erratum) {
	for _, m := range erratumNo.FindAllStringSubmatch(alg.How+alg.Cost+alg.Limits, -1) {
		if e, ok := docs.FindErratum(m[1]); ok && !slices.Contains(list, e) {
			list = append(list, e)
		}
	}
	return list
}

// writeExplanationJSON prints the algorithm as queens.explain/1.
func writeExplanationJSON(w io.Writer, alg *solver.Algorithm) error {
	source, _ := docs.FindSource(alg.Source)
	errata := []erratumReport{}
	for _, e := range errataOf(alg) {
		errata = append(errata, erratumReport(e))
	}
	return kit.WriteJSON(w, struct {
		Schema string `json:"schema"`
		algorithmReport
		SourceText  string          `json:"sourceText"`
		SourceKnown string          `json:"sourceKnown"`
		Errata      []erratumReport `json:"errata"`
	}{"queens.explain/1", reportAlgorithm(alg), source.Text, source.Known, errata})
}

// erratumReport is the JSON form of an erratum.
type erratumReport struct {
	No      string `json:"no"`
	Where   string `json:"where,omitempty"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
}

// explain prints what there is to say about an algorithm.
func (a *app) explain(alg *solver.Algorithm) error {
	width := a.TextWidth()
	var b strings.Builder
	fmt.Fprintf(&b, "%s: %s\n", a.Paint(kit.Bold, alg.Name), alg.Title)
	b.WriteString(wrap(strings.ToUpper(alg.Summary[:1])+alg.Summary[1:]+".", width))
	b.WriteString("\n" + wrap(strings.Join(facts(alg), "; ")+".", width))
	section := func(heading, text string) {
		fmt.Fprintf(&b, "\n%s\n%s", a.Paint(kit.Bold, heading), text)
	}
	section("How it works", wrap(alg.How, width))
	section("Cost", wrap(alg.Cost, width))
	section("Limits", wrap(alg.Limits, width))
	if source, ok := docs.FindSource(alg.Source); ok {
		section("Source", wrap(source.Text+" ("+source.Known+").", width))
	}
	for i, e := range errataOf(alg) {
		if i == 0 {
			section("In print", "")
		}
		b.WriteString(wrap(fmt.Sprintf("%s, %s: %s. Right: %s.", e.No, e.Where, e.Printed, strings.TrimSuffix(e.Right, ".")), width))
	}
	for i, p := range alg.Params {
		if i == 0 {
			section("Parameters", "")
		}
		b.Write(kit.WrapLine(fmt.Appendf(nil, "  %s (%s, %d unless given): %s", p.Name, paramRange(p), p.Default, p.Summary), width))
	}
	if len(alg.Pseudocode) > 0 {
		section("Pseudocode", kit.Indent(strings.Join(alg.Pseudocode, "\n"))+"\n")
		section("Watch it", fmt.Sprintf("  queens watch %d --algorithm %s\n", min(max(alg.MinOrder, 6), alg.TestMax), alg.Name))
	}
	_, err := io.WriteString(a.Stdout, b.String())
	return err
}

// wrap breaks the paragraphs of a text into indented lines.
func wrap(text string, width int) string {
	var b strings.Builder
	for i, paragraph := range strings.Split(text, "\n\n") {
		if i > 0 {
			b.WriteString("\n")
		}
		b.Write(kit.WrapLine([]byte("  "+strings.Join(strings.Fields(paragraph), " ")), width))
	}
	return b.String()
}
