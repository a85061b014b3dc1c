package cli

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/spf13/cobra"

	"queens"
	"queens/count"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/count/survey"
	"queens/format"
	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/symmetry"
)

type constellationOptions struct {
	List     bool
	Complete bool
	classes  []string
	Output   string
	Import   string
	layout   []string
	Workers  int
	State    string
}

// The words of --layout: the byte order, whether the length of a record counts its own two bytes,
// and which coordinate comes first. The first of each pair is the default.
const (
	bigEndian, littleEndian = "big", "little"
	inclusive, exclusive    = "inclusive", "exclusive"
	columnFirst, rowFirst   = "column", "row"
)

func newConstellations(a *app) *cobra.Command {
	var o constellationOptions
	cmd := a.Command("math constellations", &o, func(cmd *cobra.Command, args []string) error {
		if err := o.check(cmd); err != nil {
			return err
		}
		if o.Import != "" {
			return a.readConstellations(cmd.Context(), args, o)
		}
		n, err := kit.OrderBetween(cmd, args, search.MinBorderOrder, plan.MaxOrder)
		if err != nil {
			return err
		}
		return a.constellations(cmd.Context(), n, o)
	}, "least", search.MinBorderOrder, "most", plan.MaxOrder)
	addClasses(cmd, &o.classes)
	kit.Flag(cmd, "layout", &o.layout, bigEndian, littleEndian, inclusive, exclusive, columnFirst, rowFirst)
	return cmd
}

func (o constellationOptions) check(cmd *cobra.Command) error {
	return cmp.Or(
		kit.Exclude(cmd, "list", "complete"),
		kit.Without(cmd, o.Import != "", "cannot be combined with --import", "list", "complete", "output",
			"class", "workers", "state"),
		kit.Without(cmd, !o.Complete, "needs --complete", "workers", "state"),
		kit.Without(cmd, !o.List && o.Output == "", "needs --list or -o", "class"),
		kit.Without(cmd, o.Import == "" && o.Output == "", "needs -o or --import", "layout"))
}

type listedConstellation struct {
	Order    int             `json:"order"`
	Symmetry symmetry.Class  `json:"symmetry"`
	Images   uint64          `json:"images"`
	Queens   []queens.Square `json:"queens"`
}

func (o constellationOptions) says(word string) bool { return slices.Contains(o.layout, word) }

func (a *app) constellations(ctx context.Context, n int, o constellationOptions) error {
	all, err := search.BorderConstellations(n)
	if err != nil {
		return err
	}
	wanted := slices.DeleteFunc(slices.Clone(all), func(c search.Constellation) bool {
		return !among(o.classes, c.Class)
	})
	if o.Output != "" {
		if err := a.writeSAM(n, wanted, o); err != nil {
			return err
		}
	}
	if o.List {
		_, err := a.Each("constellations", 1, 0, func(yield func(printer.Answer, error) bool) {
			for _, c := range wanted {
				one := listedConstellation{n, c.Class, c.Class.OrbitSize(), c.Queens}
				if !yield(printer.Show("queens.placement/1", one, func(printer.Style) string {
					return fmt.Sprintf("%-12v%s\n", c.Class, printer.Squares(c.Queens, n))
				}), nil) {
					return
				}
			}
		})
		return err
	}
	report := sumConstellations(n, all)
	if o.Complete {
		what := "counting the completions of " + humanize.Plural(len(all), "constellation")
		options := count.Options{Workers: o.Workers, Program: kit.ProgramName(), Progress: func(p count.Progress) {
			a.Status.Show(what, p.Fraction(), 0)
		}}
		kit.SetState(&options, o.State)
		if report.Completions, err = survey.Border(ctx, n, options); err != nil {
			return err
		}
	}
	return a.Print(texts.Show("queens.constellations/1", report))
}

func (a *app) writeSAM(n int, list []search.Constellation, o constellationOptions) (err error) {
	sam := format.SAM{LittleEndian: o.says(littleEndian), Exclusive: o.says(exclusive), RowFirst: o.says(rowFirst)}
	var file []byte
	for _, c := range list {
		if file, err = sam.Append(file, n, c.Queens); err != nil {
			return err
		}
	}
	if err := kit.WriteFile(o.Output, file); err != nil {
		return err
	}
	a.Note("%s: %s, %d bytes, %v", o.Output, humanize.Plural(len(list), "record"), len(file), sam)
	return nil
}

func (a *app) readConstellations(ctx context.Context, args []string, o constellationOptions) error {
	f, _, err := a.OpenFile(ctx, o.Import)
	if err != nil {
		return err
	}
	defer f.Close()
	r := &samAnswer{
		File: o.Import, ByteOrder: bigEndian, Length: inclusive, First: columnFirst,
		Classes: map[string]int{}, Missing: map[string]int{},
	}
	if o.says(rowFirst) {
		r.First = rowFirst
	}
	if err := r.read(bufio.NewReader(f)); err != nil {
		return err
	}
	if r.Records == 0 {
		return kit.Usagef("%s holds no record", o.Import)
	}
	if len(args) > 1 || len(args) == 1 && args[0] != strconv.Itoa(r.Order) {
		return kit.Usagef("%s holds order %d: omit the order", o.Import, r.Order)
	}
	all, err := search.BorderConstellations(r.Order)
	if err != nil {
		return err
	}
	for _, class := range sumConstellations(r.Order, all).Symmetries {
		name := class.Symmetry.String()
		r.Missing[name] = class.Classes - r.Classes[name]
	}
	return a.Print(texts.Show("queens.sam/1", r))
}

// read reads a file and counts its classes. Every record must be a border constellation.
func (r *samAnswer) read(file io.Reader) error {
	seen := map[string]bool{}
	for record, err := range format.DecodeSAM(file, r.First == rowFirst) {
		if err != nil {
			return errs.Errorf("%s: %w", r.File, err)
		}
		r.Records++
		r.Order = record.Order
		if record.Layout.LittleEndian {
			r.ByteOrder = littleEndian
		}
		if record.Layout.Exclusive {
			r.Length = exclusive
		}
		if err := search.CheckBorder(record.Queens, record.Order); err != nil {
			return kit.Failf(errs.Refuted, "%s: record %d: %w", r.File, r.Records, err)
		}
		least, stabilizer := symmetry.CanonicalSet(record.Queens, record.Order)
		if key := printer.Squares(least, record.Order); seen[key] {
			r.Repeated++
		} else {
			seen[key] = true
			r.Classes[symmetry.ClassFor(stabilizer).String()]++
		}
	}
	return nil
}

type constellationsAnswer struct {
	Order          int                  `json:"order"`
	Constellations string               `json:"constellations"`
	Classes        int                  `json:"classes,string"`
	Symmetries     []borderClass        `json:"symmetries"`
	Completions    *survey.BorderReport `json:"completions,omitempty"`
}

type borderClass struct {
	Symmetry       symmetry.Class `json:"symmetry"`
	Classes        int            `json:"classes,string"`
	Corner         int            `json:"corner,string"` // of the classes, with a queen in a corner
	Images         uint64         `json:"images"`        // of each class
	Constellations string         `json:"constellations"`
}

func sumConstellations(n int, all []search.Constellation) *constellationsAnswer {
	r := &constellationsAnswer{Order: n, Classes: len(all)}
	total := uint64(0)
	for _, class := range symmetry.Classes() {
		c := borderClass{Symmetry: class, Images: class.OrbitSize()}
		for _, constellation := range all {
			if constellation.Class == class {
				c.Classes++
				c.Corner += 4 - len(constellation.Queens)
			}
		}
		members := uint64(c.Classes) * c.Images
		c.Constellations = printer.Decimal(members)
		total += members
		r.Symmetries = append(r.Symmetries, c)
	}
	r.Constellations = printer.Decimal(total)
	return r
}

type samAnswer struct {
	File      string         `json:"file"`
	Order     int            `json:"order"`
	Records   int            `json:"records"`
	ByteOrder string         `json:"byteOrder"`
	Length    string         `json:"length"`
	First     string         `json:"first"`
	Classes   map[string]int `json:"classes"`  // different classes among the records, by symmetry
	Missing   map[string]int `json:"missing"`  // classes of the order without a record
	Repeated  int            `json:"repeated"` // records of a class that an earlier one has
}
