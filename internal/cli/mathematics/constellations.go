package mathematics

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"

	"github.com/spf13/cobra"

	"queens/count"
	"queens/count/kind/boards"
	"queens/count/plan"
	"queens/count/survey"
	"queens/format"
	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
	"queens/symmetry"
)

// constellationOptions are the flags of `queens constellations`.
type constellationOptions struct {
	list      bool
	complete  bool
	symmetry  string
	sam       string
	read      string
	byteOrder string
	length    string
	first     string
	workers   int
	state     string
	json      bool
}

// Values of the flags of `queens constellations`.
var (
	constellationSymmetries = []string{"all", "asymmetric", "symmetric"}
	samByteOrders           = []string{"big", "little"}
	samLengths              = []string{"inclusive", "exclusive"}
	samFirsts               = []string{"column", "row"}
)

func newConstellations(a *app) *cobra.Command {
	o := constellationOptions{
		symmetry: constellationSymmetries[0], byteOrder: samByteOrders[0], length: samLengths[0], first: samFirsts[0],
	}
	cmd := &cobra.Command{
		Use:   "constellations N",
		Short: "Queens on the border, their symmetry, and .sam files of them",
		Long: fmt.Sprintf(`A border constellation is a set of three or four queens that do not attack each
other, exactly one in the first and last row and column: where a count that uses
symmetry can begin. Constellations counts those of order N, %d to %d, by the symmetry
of their class: 8 images each, 4 (unchanged by a half turn) or 2 (by a quarter turn).

--complete counts the completions of one constellation of each class as well. With L
of them for each symmetry, Q(N) = 8 L8 + 4 L4 + 2 L2: no solution has to be tested
(queens help errata E2). The columns after L: the most completions that one of them has, and
how many have none. --list prints one constellation of each class, the least of
its images; --symmetry asymmetric and symmetric tell which, in --sam as well.

--sam writes them to a .sam file, the format of nqueens.de; --read reads one and says
what is in it, and whether every class is there once (N may be left out). What the
format leaves open is read as it comes (queens help errata E5); --byte-order and --length
say how to write, --first which coordinate stands first.

Exit codes: 0 done, 1 failed, 2 bad argument or file, 3 a record is no border
constellation or a check failed, 130 interrupted.`, boards.MinBorderOrder, plan.MaxOrder),
		Example: `  queens constellations 8
  queens constellations 8 --list --symmetry symmetric
  queens constellations 14 --complete
  queens constellations 14 --symmetry asymmetric --sam a14.sam
  queens constellations --read a14.sam`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if o.read != "" && (o.list || o.complete || o.sam != "") || o.list && o.complete {
				return kit.Usagef("constellations: --read, --list and --complete stand alone, and --sam not with --read")
			}
			if o.read != "" {
				return a.readConstellations(args, o)
			}
			n, err := kit.OrderBetween(cmd.Name(), args, 0, plan.MaxOrder)
			if err != nil {
				return err
			}
			return a.constellations(cmd.Context(), n, o)
		},
	}
	flags := cmd.Flags()
	flags.BoolVar(&o.list, "list", false, "print one constellation of each class")
	flags.BoolVar(&o.complete, "complete", false, "count the completions of one of each class")
	kit.AddChoice(cmd, &o.symmetry, "symmetry", constellationSymmetries, "which classes to list or write")
	flags.StringVar(&o.sam, "sam", "", "write one of each class to this file")
	flags.StringVar(&o.read, "read", "", "read this .sam file and check it")
	kit.AddChoice(cmd, &o.byteOrder, "byte-order", samByteOrders, "of the file written")
	kit.AddChoice(cmd, &o.length, "length", samLengths, "of a record written, its own two bytes counted or not")
	kit.AddChoice(cmd, &o.first, "first", samFirsts, "coordinate that stands first in the file")
	kit.AddWorkers(cmd, &o.workers, "pieces counted side by side")
	flags.StringVar(&o.state, "state", "", "state directory for the ledger of a long --complete; none keeps nothing")
	kit.AddJSONLines(cmd, &o.json, "--list")
	return cmd
}

// wants reports whether classes of constellations of the symmetry are asked for.
func (o constellationOptions) wants(class symmetry.Class) bool {
	return o.symmetry == constellationSymmetries[0] || (o.symmetry == constellationSymmetries[1]) == (class == symmetry.Asymmetric)
}

// layout returns how to write a .sam file.
func (o constellationOptions) layout() format.SAM {
	return format.SAM{LittleEndian: o.byteOrder == "little", Exclusive: o.length == "exclusive", RowFirst: o.first == "row"}
}

// constellations answers `queens constellations N`.
func (a *app) constellations(ctx context.Context, n int, o constellationOptions) error {
	all, err := boards.BorderConstellations(n)
	if err != nil {
		return err
	}
	if o.sam != "" {
		if err := a.writeSAM(n, all, o); err != nil {
			return err
		}
	}
	if o.list {
		return a.listConstellations(n, all, o)
	}
	report := answer.NewConstellations(n, all)
	if o.complete {
		what := "counting the completions of " + human.Plural(len(all), "constellation")
		options := count.Options{Workers: o.workers, Program: kit.ProgramName(), Progress: func(p count.Progress) { a.Status.Show(what, p.Fraction(), 0) }}
		kit.SetState(&options, o.state)
		if report.Completions, err = survey.Border(ctx, n, options); err != nil {
			return err
		}
	}
	return a.Print(report, o.json)
}

// listConstellations prints one constellation of each class, a line each.
func (a *app) listConstellations(n int, all []boards.Constellation, o constellationOptions) error {
	out := bufio.NewWriter(a.Stdout)
	for _, c := range all {
		if !o.wants(c.Class) {
			continue
		}
		line := answer.NewConstellation(n, c)
		if !o.json {
			_, _ = out.WriteString(line.Text(a.Style(1))) // Flush returns the error
		} else if err := answer.WriteJSON(out, line); err != nil {
			return err
		}
	}
	return out.Flush()
}

// writeSAM writes one constellation of each class that is asked for.
func (a *app) writeSAM(n int, all []boards.Constellation, o constellationOptions) error {
	var file []byte
	records := 0
	for _, c := range all {
		if !o.wants(c.Class) {
			continue
		}
		var err error
		if file, err = o.layout().Append(file, n, c.Queens); err != nil {
			return err
		}
		records++
	}
	if err := kit.WriteFile(o.sam, file); err != nil {
		return err
	}
	a.Note("%s: %s, %d bytes, %v", o.sam, human.Plural(records, "record"), len(file), o.layout())
	return nil
}

// readConstellations answers `queens constellations --read`.
func (a *app) readConstellations(args []string, o constellationOptions) error {
	f, err := os.Open(o.read)
	if errors.Is(err, fs.ErrNotExist) {
		return kit.Usagef("constellations: --read %s: there is no such file", o.read)
	}
	if err != nil {
		return fmt.Errorf("constellations: --read: %w", err)
	}
	defer f.Close()
	r := &answer.SAM{Schema: "queens.sam/1", File: o.read, First: o.first, Classes: map[string]int{}, Missing: map[string]int{}}
	layout, err := readSAM(r, bufio.NewReader(f), o.first == "row")
	if err != nil {
		return err
	}
	if r.Records == 0 {
		return kit.Usagef("constellations: %s holds no record", o.read)
	}
	if len(args) > 1 || len(args) == 1 && args[0] != strconv.Itoa(r.Order) {
		return kit.Usagef("constellations: %s holds order %d: leave the order out", o.read, r.Order)
	}
	r.ByteOrder, r.Length = samByteOrders[0], samLengths[0]
	if layout.LittleEndian {
		r.ByteOrder = samByteOrders[1]
	}
	if layout.Exclusive {
		r.Length = samLengths[1]
	}
	return a.Print(r, o.json)
}

// readSAM reads the file and counts its classes. Every record must be a border
// constellation.
func readSAM(r *answer.SAM, file io.Reader, rowFirst bool) (layout format.SAM, err error) {
	seen := map[string]bool{}
	for record, err := range format.DecodeSAM(file, rowFirst) {
		if err != nil {
			return layout, fmt.Errorf("constellations: %s: %w", r.File, err)
		}
		r.Records++
		r.Order, layout = record.Order, record.Layout
		if err := boards.CheckBorder(record.Queens, record.Order); err != nil {
			return layout, kit.WithCode(kit.CodeRefuted, fmt.Errorf("constellations: %s: record %d: %w", r.File, r.Records, err))
		}
		least, stabilizer := symmetry.CanonicalSet(record.Queens, record.Order)
		if key := answer.SquareNames(least, record.Order); seen[key] {
			r.Repeated++
		} else {
			seen[key] = true
			r.Classes[stabilizer.Class().String()]++
		}
	}
	if r.Records == 0 {
		return layout, nil
	}
	all, err := boards.BorderConstellations(r.Order)
	if err != nil {
		return layout, err
	}
	for _, class := range answer.NewConstellations(r.Order, all).Symmetries {
		name := class.Symmetry.String()
		r.Missing[name] = class.Classes - r.Classes[name]
	}
	return layout, nil
}
