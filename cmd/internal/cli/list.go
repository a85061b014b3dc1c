package cli

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"queens"
	"queens/cmd/internal/cli/command"
	"queens/find/algorithms"
	"queens/find/solver"
	"queens/format"
	"queens/internal/errs"
	"queens/internal/named"
	"queens/internal/sys"
	"queens/known"
	"queens/list"
	"queens/symmetry"
)

type listOptions struct {
	command.Form
	writing
	Base        int
	Fundamental bool
	classes     []string
	After       string
	Limit       uint64
	Workers     int
	Method      string
}

func newList(a *app) *cobra.Command {
	o := listOptions{Form: command.Form{Format: "text"}}
	formats := named.Names(format.All(), func(f format.Format) string {
		return fmt.Sprintf("  %-8s %s", f.Name, f.Summary)
	})
	cmd := a.Command("list", &o, command.ForOrder(0, list.MaxOrder, func(cmd *cobra.Command, n int) error {
		l, err := newListing(cmd, n, o)
		if err != nil {
			return err
		}
		return a.list(cmd.Context(), l)
	}), "most", list.MaxOrder, "formats", strings.Join(formats, "\n"))
	a.AddForm(cmd, &o.Form, nil, formatNames()...)
	a.AddWriting(cmd, &o.writing)
	addClasses(cmd, &o.classes)
	names := cobra.FixedCompletions(algorithms.Names(), cobra.ShellCompDirectiveNoFileComp)
	command.CompleteFlag(cmd, "method", names)
	return cmd
}

func addClasses(cmd *cobra.Command, names *[]string) {
	classes := symmetry.Classes()
	command.Flag(cmd, "class", names, append(named.Names(classes[:], symmetry.Class.String),
		named.Names(classes[:], symmetry.Class.Letter)...)...)
}

func among(names []string, class symmetry.Class) bool {
	return len(names) == 0 || slices.Contains(names, class.String()) || slices.Contains(names, class.Letter())
}

type listing struct {
	order   int
	options list.Options
	encoder *format.Encoder
	base    int
	output  string
	again   func(changes ...any) string // the command that asks for it, see command.Again
	alg     *solver.Algorithm
}

func newListing(cmd *cobra.Command, n int, o listOptions) (l listing, err error) {
	l = listing{order: n, base: o.Base, output: o.Output}
	l.again = func(changes ...any) string { return command.Again(cmd, cmd.Flags().Args(), changes...) }
	l.options = list.Options{Fundamental: o.Fundamental, Limit: o.Limit, Workers: o.Workers}
	for _, class := range symmetry.Classes() {
		if len(o.classes) > 0 && among(o.classes, class) {
			l.options.Classes = append(l.options.Classes, class)
		}
	}
	if o.After != "" {
		if l.options.After, err = (reading{Reading: format.Reading{Base: o.Base}}).Parse(o.After); err != nil {
			return l, errs.Errorf("--after: %w", err)
		}
	}
	if l.encoder, err = o.Encoder(o.Format, n, o.Base); err != nil || o.Method == "" {
		return l, err
	}
	l.alg, err = findAlgorithm(o.Method)
	switch {
	case err != nil:
		return l, err
	case l.alg.Finds == solver.Some:
		return l, command.Usagef("%s does not find all solutions; queens solve asks it for some", l.alg.Name)
	case o.After != "" || o.Workers > 1:
		return l, command.Usagef("--method cannot be combined with --after or --workers: algorithms start from " +
			"the beginning, on one core")
	}
	return l, l.alg.Accepts(solver.Call{Problem: queens.Problem{Order: n}})
}

// size returns the number of solutions of the list, at most that if it starts after one.
func (l listing) size() (total queens.Total, isKnown bool) {
	isKnown = true
	for _, class := range symmetry.Classes() {
		if !l.options.Wants(class) {
			continue
		}
		orbits, ok := known.Class(class.Letter(), l.order)
		isKnown = isKnown && ok
		if !l.options.Fundamental && l.order > 1 {
			orbits = orbits.Times(class.OrbitSize())
		}
		total = total.Plus(orbits)
	}
	if limit := queens.NewTotal(l.options.Limit); l.options.Limit > 0 && (!isKnown || limit.Compare(total) < 0) {
		return limit, true
	}
	return total, isKnown
}

func (a *app) list(ctx context.Context, l listing) error {
	listed := a.Status.Tally("solutions")
	total, ok := l.size()
	none := ok && total.IsZero()
	var err error
	if l.output != "" {
		record := ""
		err = command.ContinueFile(l.output, func(w io.Writer, part *os.File) error {
			if part == nil {
				return l.write(ctx, format.NewWriter(w, l.encoder), listed)
			}
			record = part.Name() + ".command"
			return l.writeInto(ctx, part, record, a.Note, listed)
		})
		if err == nil && record != "" {
			err = os.Remove(record)
		}
	} else {
		err = l.write(ctx, format.NewWriter(a.Stdout, l.encoder), listed)
	}
	switch {
	case err != nil || !none:
		return err
	case len(l.options.Classes) > 0:
		return command.None(l.order, "such solution")
	}
	return command.None(l.order, "solution")
}

func (l listing) write(ctx context.Context, out *format.Writer, listed func(more uint64)) error {
	report, err := l.stream(ctx, out, listed)
	if !errors.Is(err, context.Canceled) {
		return err
	}
	again := ""
	if l.alg == nil {
		var changes []any
		if l.options.Limit > 0 {
			changes = append(changes, "--limit", l.options.Limit-report.Listed)
		}
		if report.Last != nil {
			changes = append(changes, "--after", string(report.Last.AppendText(nil, queens.Auto, l.base)))
		}
		again = "; to continue:\n  " + l.again(changes...)
	}
	return command.Failf(errs.Interrupted, "stopped after %d solutions%s", report.Listed, again)
}

func (l listing) stream(ctx context.Context, out *format.Writer, listed func(more uint64)) (list.Summary, error) {
	lines := max(1, bytes.Count(l.encoder.AppendPerm(nil, make(queens.Perm, l.order)), []byte{'\n'})) // of a solution
	stream := list.Stream
	if l.alg != nil {
		stream = l.streamAlgorithm
	}
	report, err := stream(ctx, l.order, l.options, l.encoder, func(text []byte) error {
		err := out.WriteText(text)
		listed(uint64(bytes.Count(text, []byte{'\n'}) / lines))
		return err
	})
	if err == nil {
		err = out.Close()
	}
	return report, err
}

func (l listing) streamAlgorithm(
	ctx context.Context, n int, o list.Options, enc list.Encoder, emit func([]byte) error,
) (report list.Summary, err error) {
	var text []byte
	for p, err := range l.alg.Solutions(ctx, solver.Call{Problem: queens.Problem{Order: n}}) {
		if err != nil {
			return report, err
		}
		if !o.Wants(symmetry.ClassOf(p)) || o.Fundamental && l.alg.Finds == solver.All && !symmetry.IsCanonical(p) {
			continue
		}
		text = enc.AppendSolution(text[:0], queens.RowsOf[uint8](p))
		if err := emit(text); err != nil {
			return report, err
		}
		if report.Listed++; report.Listed == o.Limit {
			break
		}
	}
	return report, nil
}

func readRecord(path string) []byte {
	f, _, err := sys.OpenRegular(path, os.O_RDONLY, 0)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, _ := io.ReadAll(io.LimitReader(f, 1<<16))
	return text
}

var notOfTheList = []any{"--workers", "", "--quiet", "", "--verbose", "", "--color", "", "--no-pager", ""}

// writeInto writes the list to a file that may hold its beginning; it checks every solution there.
// However it stops, the same command continues. It is in the file record.
func (l listing) writeInto(ctx context.Context, f *os.File, record string, say func(format string, args ...any),
	listed func(more uint64),
) error {
	name, line := f.Name(), l.again(notOfTheList...)
	size, err := f.Seek(0, io.SeekEnd)
	if err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		return err
	}
	if size == 0 {
		err = command.WriteFile(record, []byte(line+"\n"))
	} else if old := readRecord(record); string(old) != line+"\n" {
		return command.Usagef("%s is the beginning of another list; finish that one, or delete the file:\n  %s", name,
			cmp.Or(strings.TrimSpace(string(old)), "the command is not known: there is no file "+record))
	}
	if err != nil {
		return err
	}
	old, end := uint64(0), int64(0)
	if size > 0 && l.alg == nil {
		next, last := l.options.Checker(l.order), make([]uint8, l.order)
		for p, at := range l.encoder.Begun(f, l.order) {
			if !next(p) || l.options.Limit > 0 && old == l.options.Limit {
				break
			}
			copy(last, p)
			old, end = old+1, at
		}
		if old > 0 {
			l.options.After = queens.PermOf(last)
			say("%s has %d solutions; the list continues after them, in place of %d bytes", name, old, size-end)
		}
	}
	if err := f.Truncate(end); err != nil {
		return err
	}
	if _, err := f.Seek(end, io.SeekStart); err != nil {
		return err
	}
	out := format.NewWriter(f, l.encoder)
	if old > 0 {
		out = format.Resume(f, l.encoder)
	}
	if l.options.Limit > 0 {
		if l.options.Limit -= old; l.options.Limit == 0 { // only the end is missing
			return out.Close()
		}
	}
	report, err := l.stream(ctx, out, listed)
	if err == nil {
		return nil
	}
	again := ""
	if report.Listed += old; l.alg != nil || report.Listed == 0 { // nothing to continue
		err = errors.Join(err, f.Truncate(0), os.Remove(record))
	} else {
		again = fmt.Sprintf(", which are in %s; to continue:\n  %s", name, line)
	}
	if errors.Is(err, context.Canceled) {
		return command.Failf(errs.Interrupted, "stopped after %d solutions%s", report.Listed, again)
	}
	return errs.Errorf("%w after %d solutions%s", err, report.Listed, again)
}
