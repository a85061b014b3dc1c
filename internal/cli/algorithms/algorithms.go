package algorithms

import (
	"io"

	"github.com/spf13/cobra"

	"queens/count/plan"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/internal/answer"
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
steps, and its title; then the schemes by which queens count counts, which find
nothing but the number. queens explain NAME says more.

--format markdown writes a page with the explanation of every one.

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
			for _, alg := range algorithms.All() {
				if o.finds == kinds[0] || alg.Finds.String() == o.finds {
					list = append(list, alg)
				}
			}
			var schemes []plan.Scheme
			if o.finds == kinds[0] {
				schemes = plan.Schemes()
			}
			r := answer.NewAlgorithms(list, schemes)
			if o.json {
				o.format = "json"
			}
			if o.format == "text" && o.output == "" {
				return a.Print(r, false)
			}
			return a.output(o.output, func(w io.Writer) error {
				switch o.format {
				case "json":
					return answer.WriteJSON(w, r)
				case "markdown":
					_, err := io.WriteString(w, r.Markdown())
					return err
				default:
					_, err := io.WriteString(w, r.Text(a.Style(1)))
					return err
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
