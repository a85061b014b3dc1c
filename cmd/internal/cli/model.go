package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/answer/printer"
	"queens/cmd/internal/cli/command"
	"queens/count"
	"queens/count/methods/search"
	"queens/count/plan"
	"queens/count/survey"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/humanize"
	"queens/internal/proofcheck"
	"queens/model"
	"queens/model/solve"
	"queens/symmetry"
)

type modelOptions struct {
	problem problemFlags
	options model.Options
	Output  string
	solveBy string
	Import  string
	Proof   string
}

func newModel(a *app) *cobra.Command {
	var o modelOptions
	most := slices.DeleteFunc(model.FormatNames(), func(name string) bool {
		f, _ := model.FindFormat(name)
		return f.Most != model.MostIfAsked
	})
	cmd := a.Command("model", &o, func(cmd *cobra.Command, args []string) error {
		return a.model(cmd, args, o)
	}, "most", model.MaxOrder, "most-formats", humanize.Join(most, ", ", "and"), "formats",
		command.Summaries(model.Formats(), func(f model.Format) (string, string) { return f.Name, f.Title }))
	cmd.ValidArgs = model.FormatNames()
	command.AddTimeout(cmd)
	addProblem(cmd, &o.problem)
	command.Flag(cmd, "amo", &o.options.AtMostOne, model.Encodings()...)
	command.Flag(cmd, "symmetry", &o.options.Symmetry)
	command.Flag(cmd, "most", &o.options.Most)
	command.Flag(cmd, "exact-count", &o.options.ExactCount)
	command.Flag(cmd, "solve", &o.solveBy, solve.Names()...)
	cmd.AddCommand(newFormats(a), newSolvers(a), newModelCheck(a))
	return cmd
}

func (a *app) model(cmd *cobra.Command, args []string, o modelOptions) error {
	ctx := cmd.Context()
	format := strings.Join(args[1:], "")
	if format != "" && !slices.Contains(model.FormatNames(), format) {
		return command.Usagef("format %q: want one of %s%s", format, strings.Join(model.FormatNames(), ", "),
			command.DidYouMean(format, model.FormatNames()))
	}
	if format != "" && format != "cnf" && format != "wcnf" && (cmd.Flags().Changed("amo") || o.options.ExactCount) {
		return command.Usagef("--amo and --exact-count are about clauses: they apply to cnf and wcnf, not to %s",
			format)
	}
	p, err := a.Problem(cmd, args[:1], o.problem)
	if err != nil {
		return err
	}
	m, err := model.New(p, o.options)
	if err != nil {
		return err
	}
	switch {
	case o.solveBy != "":
		return a.solveModel(ctx, m, format, o)
	case format == "":
		return command.Usagef("which format? queens model %d cnf, or one of %s", m.Order,
			strings.Join(model.FormatNames(), ", "))
	case o.Import != "":
		return a.importAnswer(ctx, m, format, o)
	case a.JSON:
		return command.Usagef("the text is not JSON; --json needs --solve or --import")
	}
	f, err := model.FindFormat(format)
	if err != nil {
		return err
	}
	form := command.Form{Output: o.Output}
	return form.WriteTo(a.App, func(w io.Writer) error { return f.Write(stoppableWriter{ctx, w}, m) })
}

type stoppableWriter struct {
	ctx context.Context // of the command
	w   io.Writer
}

func (s stoppableWriter) Write(p []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.w.Write(p)
}

func (a *app) solveModel(ctx context.Context, m *model.Model, format string, o modelOptions) error {
	s, err := solve.Find(o.solveBy)
	if err != nil {
		return err
	}
	a.Status.Say("%s is solving order %d", s.Name, m.Order)
	started := time.Now()
	var found solve.Answer
	if o.Proof == "" {
		found, err = solve.Run(ctx, s, m, format, nil)
	} else {
		found, format, err = a.prove(ctx, s, m, format, o.Proof)
	}
	if err != nil {
		return err
	}
	return a.printAnswer(foundBy(m, found, format, s.Name, time.Since(started)), o)
}

func (a *app) prove(ctx context.Context, s solve.Solver, m *model.Model, format,
	name string,
) (solve.Answer, string, error) {
	stem, ok := strings.CutSuffix(name, ".drat")
	if !ok || format != "" && format != "cnf" {
		return solve.Answer{}, "", command.Usagef("--proof %s: solvers prove in clauses: want the format cnf, or "+
			"none, and a file .drat", name)
	}
	formula := stem + ".cnf"
	kept := false
	found, err := solve.Run(ctx, s, m, "cnf", func(f, p string) error {
		kept = true
		return errors.Join(copyFile(name, p), copyFile(formula, f))
	})
	switch {
	case err == nil && kept:
		a.Note("checked proof in %s; the formula is in %s", name, formula)
	case err == nil:
		a.Note("nothing to prove: %s is not written", name)
	}
	return found, "cnf", err
}

func copyFile(to, from string) error {
	f, err := os.Open(from)
	if err != nil {
		return err
	}
	defer f.Close()
	return command.ReplaceFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, f)
		return err
	})
}

func (a *app) importAnswer(ctx context.Context, m *model.Model, format string, o modelOptions) error {
	input, name, err := a.OpenFile(ctx, o.Import)
	if err != nil {
		return err
	}
	defer input.Close()
	found, err := solve.ReadAnswer(input, format, m)
	if err != nil {
		return errs.Errorf("%s: %w", name, err)
	}
	if err := found.Doubt(ctx, m, name); err != nil {
		return err
	}
	return a.printAnswer(foundBy(m, found, format, "", 0), o)
}

func (a *app) printAnswer(r *modelAnswer, o modelOptions) error {
	some := r.Rows != nil || r.Queens != nil || r.Optimal
	if a.JSON || some {
		if err := a.Print(texts.Show("queens.model/1", r)); err != nil || some {
			return err
		}
	}
	claim := ""
	if r.Proved != nil && !*r.Proved {
		claim = ": " + cmp.Or(r.Solver, command.InputName(o.Import)) + " says so, unproved"
	}
	return command.Failf(errs.Refuted, "no solution exists%s", claim)
}

func newFormats(a *app) *cobra.Command {
	return a.Command("model formats", nil, func(*cobra.Command, []string) error {
		return a.Print(a.Prose(texts.Show("queens.model-formats/1", struct {
			Formats     []model.Format     `json:"formats"`
			Encodings   []model.Encoding   `json:"encodings"`
			Definitions []model.Definition `json:"definitions"`
		}{model.Formats(), model.EncodingTable(), model.Definitions()})))
	})
}

func newSolvers(a *app) *cobra.Command {
	return a.Command("model solvers", nil, func(cmd *cobra.Command, _ []string) error {
		found := map[string]any{"solvers": solve.Installed(cmd.Context())}
		return a.Print(texts.Show("queens.model-solvers/1", found))
	})
}

func newModelCheck(a *app) *cobra.Command {
	return a.Command("model check", nil, func(cmd *cobra.Command, args []string) error {
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
		return a.Answer(texts.Show("queens.proof/1", struct {
			Verified bool `json:"verified"`
			proofcheck.Proof
		}{true, r}), err)
	})
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

func foundBy(m *model.Model, found solve.Answer, format, solver string, elapsed time.Duration) *modelAnswer {
	r := &modelAnswer{
		Order: m.Order, Topology: m.Topology, Format: format, Solver: solver, Elapsed: elapsed,
	}
	if found.None {
		r.Proved = &found.Proved
	} else {
		r.Rows = found.Perm
		if f, err := model.FindFormat(format); m.Most || err == nil && f.Most == model.MostAlways {
			r.Optimal = found.Optimal
			r.Queens = slices.SortedFunc(slices.Values(found.Squares), symmetry.CompareSquares)
		}
	}
	return r
}

type constellationOptions struct {
	List     bool
	Complete bool
	classes  []string
	Output   string
	Import   string
	Layout   []string // byte order, whether the length of a record counts its own two bytes, first coordinate
	Workers  int
	State    string
}

func newConstellations(a *app) *cobra.Command {
	var o constellationOptions
	cmd := a.Command("math constellations", &o, func(cmd *cobra.Command, args []string) error {
		if o.Import != "" {
			return a.readConstellations(cmd.Context(), args, o)
		}
		n, err := command.OrderBetween(cmd, args, search.MinBorderOrder, plan.MaxOrder)
		if err != nil {
			return err
		}
		return a.constellations(cmd.Context(), n, o)
	}, "least", search.MinBorderOrder, "most", plan.MaxOrder)
	addClasses(cmd, &o.classes)
	return cmd
}

type listedConstellation struct {
	Order    int             `json:"order"`
	Symmetry symmetry.Class  `json:"symmetry"`
	Images   uint64          `json:"images"`
	Queens   []queens.Square `json:"queens"`
}

func (o constellationOptions) says(word string) bool { return slices.Contains(o.Layout, word) }

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
		show := func(c search.Constellation) printer.Answer {
			one := listedConstellation{n, c.Class, c.Class.OrbitSize(), c.Queens}
			return printer.Show("queens.placement/1", one, func(printer.Style) string {
				return fmt.Sprintf("%-12v%s\n", c.Class, printer.Squares(c.Queens, n))
			})
		}
		_, err := a.Each("constellations", 1, 0, command.Sure(slices.Values(wanted), show))
		return err
	}
	report := sumConstellations(n, all)
	if o.Complete {
		what := "counting the completions of " + humanize.Plural(len(all), "constellation")
		options := count.Options{Workers: o.Workers, Program: command.ProgramName(), Progress: func(p count.Progress) {
			a.Status.Show(what, p.Fraction(), 0)
		}}
		command.SetState(&options, o.State)
		if report.Completions, err = survey.Border(ctx, n, options); err != nil {
			return err
		}
	}
	return a.Print(texts.Show("queens.constellations/1", report))
}

func (a *app) writeSAM(n int, list []search.Constellation, o constellationOptions) (err error) {
	sam := format.SAM{LittleEndian: o.says("little"), Exclusive: o.says("exclusive"), RowFirst: o.says("row")}
	var file []byte
	for _, c := range list {
		if file, err = sam.Append(file, n, c.Queens); err != nil {
			return err
		}
	}
	if err := command.WriteFile(o.Output, file); err != nil {
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
		File: o.Import, ByteOrder: "big", Length: "inclusive", First: "column",
		Classes: map[string]int{}, Missing: map[string]int{},
	}
	if o.says("row") {
		r.First = "row"
	}
	if err := r.read(bufio.NewReader(f)); err != nil {
		return err
	}
	if r.Records == 0 {
		return command.Usagef("%s holds no record", o.Import)
	}
	if len(args) > 1 || len(args) == 1 && args[0] != strconv.Itoa(r.Order) {
		return command.Usagef("%s holds order %d: omit the order", o.Import, r.Order)
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
	for record, err := range format.DecodeSAM(file, r.First == "row") {
		if err != nil {
			return errs.Errorf("%s: %w", r.File, err)
		}
		r.Records++
		r.Order = record.Order
		if record.Layout.LittleEndian {
			r.ByteOrder = "little"
		}
		if record.Layout.Exclusive {
			r.Length = "exclusive"
		}
		if err := search.CheckBorder(record.Queens, record.Order); err != nil {
			return command.Failf(errs.Refuted, "%s: record %d: %w", r.File, r.Records, err)
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
