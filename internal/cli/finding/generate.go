package finding

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/complete"
	"queens/format"
	"queens/internal/answer"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

type generateOptions struct {
	Topology queens.Topology
	Amount   int
	Seed     uint64
	Sweep    bool
}

func newGenerate(a *app) *cobra.Command {
	o := generateOptions{Seed: 1}
	var names []string
	for _, f := range complete.Families() {
		names = append(names, f.Name)
	}
	cmd := a.Command("complete generate", &o, "families", kit.Summaries(complete.Families(),
		func(f complete.Family) (string, string) { return f.Name, f.Summary }))
	cmd.ValidArgs = names
	cmd.Args = kit.Args(2, 2, "a family and the order: queens complete generate blocked 40")
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		n, err := kit.OrderBetween("complete generate", args[1:], 0, complete.MaxOrder)
		if err != nil {
			return err
		}
		if !cmd.Flags().Changed("amount") {
			o.Amount = -1
		} else if o.Sweep {
			return kit.Usagef("--sweep tries many amounts; omit --amount")
		}
		return a.generate(cmd.Context(), args[0], n, o)
	}
	return cmd
}

const sweepInstances = 20

func (a *app) generate(ctx context.Context, name string, n int, o generateOptions) error {
	family, err := complete.FindFamily(name)
	if err != nil {
		return err
	}
	if o.Seed == 0 {
		o.Seed = kit.RandomSeed()
		a.Note("seed %d", o.Seed)
	}
	if o.Sweep {
		var failed error
		err := complete.Sweep(ctx, name, n, o.Topology, sweepInstances, o.Seed, func(p complete.Point) {
			failed = errors.Join(failed, a.Print(showSweepPoint(name, n, p)))
		})
		return errors.Join(failed, err)
	}
	if o.Amount < 0 {
		o.Amount = family.Default(n, o.Topology)
	}
	p, err := complete.Generate(name, n, o.Amount, o.Topology, o.Seed)
	if err != nil {
		return err
	}
	head := fmt.Sprintf("// queens complete generate %s %d --amount %d --topology %v --seed %d\n", name, n,
		o.Amount, o.Topology, o.Seed)
	return a.printProblem(head, answer.NewProblem(name, o.Seed, p), p)
}

func (a *app) printProblem(head string, object any, p queens.Problem) error {
	if a.JSON {
		return printer.WriteJSON(a.Stdout, object)
	}
	out := bufio.NewWriter(a.Stdout)
	_, _ = out.WriteString(head) // Flush returns the error
	if err := format.WriteProblem(out, p); err != nil {
		return err
	}
	return out.Flush()
}

func newInstances(a *app) *cobra.Command {
	cmd := a.Command("complete instances", nil)
	cmd.Args = kit.Args(0, 1, "one name")
	cmd.RunE = func(_ *cobra.Command, args []string) error {
		if len(args) == 0 {
			return a.Answer(showInstances())
		}
		i, err := complete.FindInstance(args[0])
		if err != nil {
			return err
		}
		p, err := i.Problem()
		if err != nil {
			return err
		}
		return a.printProblem("", answer.NewProblem(i.Family, i.Seed, p), p)
	}
	return cmd
}

type listedInstance struct {
	complete.Instance
	Level string `json:"level"`
}

type instancesAnswer struct {
	Hash      string           `json:"sha256"` // of the texts of all boards, one after the other
	Instances []listedInstance `json:"instances"`
}

func showInstances() (printer.Shown, error) {
	var r instancesAnswer
	hash := sha256.New()
	for _, i := range complete.Instances() {
		p, err := i.Problem()
		if err == nil {
			err = format.WriteProblem(hash, p)
		}
		if err != nil {
			return printer.Shown{}, err
		}
		r.Instances = append(r.Instances, listedInstance{i, i.Level()})
	}
	r.Hash = hex.EncodeToString(hash.Sum(nil))
	return printer.Show("queens.instances/1", r, r.text), nil
}

func (r instancesAnswer) text(printer.Style) string {
	var text strings.Builder
	for _, i := range r.Instances {
		verdict := "none"
		if i.Possible {
			verdict = "possible"
		}
		fmt.Fprintf(&text, "%-18s %6d  %-8s %10d  %s\n", i.Name, i.Amount, verdict, i.Nodes, i.Level)
	}
	fmt.Fprintf(&text, "sha256 %s\n", r.Hash)
	return text.String()
}

func showSweepPoint(family string, n int, p complete.Point) printer.Shown {
	return printer.Show("queens.sweep-point/1", struct {
		Family string `json:"family"`
		Order  int    `json:"order"`
		complete.Point
	}{family, n, p}, func(printer.Style) string {
		text := fmt.Sprintf("%6d  possible %3d of %d  median %d", p.Amount, p.Possible, p.Instances, p.Median)
		if p.Undecided > 0 {
			text += fmt.Sprintf("  undecided %d", p.Undecided)
		}
		return text + "\n"
	})
}
