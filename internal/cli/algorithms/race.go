package algorithms

import (
	"context"
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"queens"
	"queens/find/catalog"
	"queens/find/race"
	"queens/find/solver"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// raceOptions are the flags of `queens race`.
type raceOptions struct {
	race.Options
	finds   string
	format  string
	json    bool
	samples bool
}

// raceFormats are the values of --format.
var raceFormats = []string{"text", "markdown", "csv", "json"}

func newRace(a *app) *cobra.Command {
	o := raceOptions{format: raceFormats[0], finds: solver.All.String()}
	cmd := &cobra.Command{
		Use:   "race N [NAME...]",
		Short: "Compare algorithms: tests, queens placed, time, ratio to the best",
		Long: `Race runs the named algorithms, or all of the catalogue that list all solutions of
order N, one after the other on one thread that is bound to a processor. Each runs once
to warm up, then in rounds as often as --runs says; a run shorter than --least is
repeated until it takes so long. The table shows the median of the processor times and
its ratio to the best one, the fastest first.

--solutions K ends every run after K solutions, so that algorithms which find some can be
compared with those which find all. Numbers of solutions are checked against the known
ones, and every run must cost the same number of steps.

Exit codes: 0 done, 2 bad argument, 3 an algorithm found a wrong number of solutions,
130 interrupted.`,
		Example: `  queens race 10 wirth rohl-permutation rohl-list
  queens race 9
  queens race 10 --finds fundamental --format markdown
  queens race 8 wirth exact-cover --solutions 1`,
		ValidArgsFunction: kit.CompleteAlgorithms,
		RunE: func(cmd *cobra.Command, args []string) error {
			algorithms, err := o.entrants(args)
			if err != nil {
				return err
			}
			return a.race(cmd.Context(), algorithms, o)
		},
	}
	flags := cmd.Flags()
	flags.IntVar(&o.Runs, "runs", 5, "measured runs of each, up to "+strconv.Itoa(race.MaxRuns))
	flags.DurationVar(&o.Least, "least", 20*time.Millisecond, "repeat what is shorter")
	flags.DurationVar(&o.Limit, "limit", 5*time.Second, "what takes longer in one run is out")
	flags.Uint64VarP(&o.Solutions, "solutions", "n", 0, "end every run after so many solutions; 0 means all, or 1 where some are found")
	flags.Uint64Var(&o.Seed, "seed", 1, "of random algorithms")
	kit.AddChoice(cmd, &o.finds, "finds", []string{"all", "fundamental", "some"}, "which take part if none is named: those that find")
	kit.AddChoice(cmd, &o.format, "format", raceFormats, "how to print")
	kit.AddJSON(cmd, &o.json)
	flags.BoolVar(&o.samples, "samples", false, "with JSON: how far each was, and when")
	return cmd
}

// entrants sets the order and returns the algorithms that take part.
func (o *raceOptions) entrants(args []string) (algorithms []*solver.Algorithm, err error) {
	if len(args) < 1 {
		return nil, kit.Usagef("race: 0 arguments, want the order and perhaps names: queens race 10 wirth rohl-list")
	}
	if o.Order, err = strconv.Atoi(args[0]); err != nil {
		return nil, kit.Usagef("race: order %q: want a number; names follow it", args[0])
	}
	if o.Runs < 1 || o.Runs > race.MaxRuns || o.Least <= 0 || o.Limit <= 0 {
		return nil, kit.Usagef("race: --runs %d --least %v --limit %v: want 1 to %d runs and times above 0", o.Runs, o.Least, o.Limit, race.MaxRuns)
	}
	call := solver.Call{Problem: queens.Problem{Order: o.Order}, Seed: o.Seed}
	seen := map[string]bool{}
	for _, name := range args[1:] {
		alg, err := kit.FindAlgorithm("race", name)
		if err != nil {
			return nil, err
		}
		if seen[name] {
			return nil, kit.Usagef("race: %s is named twice", name)
		}
		seen[name] = true
		algorithms = append(algorithms, alg)
	}
	if len(algorithms) > 0 {
		return algorithms, nil
	}
	for _, alg := range catalog.All() {
		if alg.Finds.String() == o.finds && alg.Accepts(call) == nil {
			algorithms = append(algorithms, alg)
		}
	}
	if len(algorithms) == 0 {
		return nil, fmt.Errorf("race: no algorithm takes order %d: %w", o.Order, queens.ErrOrder)
	}
	return algorithms, nil
}

// race answers `queens race`.
func (a *app) race(ctx context.Context, algorithms []*solver.Algorithm, o raceOptions) error {
	o.Progress = func(name string, run int) {
		a.Status.Say("order %d: %s, run %d of %d", o.Order, name, run, o.Runs)
	}
	report, err := race.Run(ctx, algorithms, o.Options)
	if err != nil {
		return err
	}
	if o.json {
		o.format = "json"
	}
	switch o.format {
	case "json":
		return writeRaceJSON(a.Stdout, report, o.samples)
	case "csv":
		return writeRaceCSV(a.Stdout, report)
	case "markdown":
		return writeRaceMarkdown(a.Stdout, report)
	default:
		return a.printRace(report)
	}
}

// whatTheyFind says what runs end with that are not ended by a number of solutions.
var whatTheyFind = map[solver.Finds]string{
	solver.All:         "all solutions",
	solver.Fundamental: "all fundamental solutions",
	solver.Some:        "one solution",
}

// conditions says in one line how the race was run.
func conditions(r race.Report) string {
	where := "a thread that is not bound"
	if r.CPU >= 0 {
		where = fmt.Sprintf("processor %d", r.CPU)
	}
	how := whatTheyFind[r.Results[0].Algorithm.Finds]
	for _, result := range r.Results {
		if result.Algorithm.Finds != r.Results[0].Algorithm.Finds {
			how = "what each of them finds"
		}
	}
	if r.Options.Solutions > 0 {
		how = "the first solution"
		if k := r.Options.Solutions; k > 1 {
			how = fmt.Sprintf("the first %d solutions", k)
		}
	}
	return fmt.Sprintf("order %d, %s, median of %s, %s, %s", r.Options.Order, how, human.Plural(r.Options.Runs, "run"), r.Clock, where)
}

// raceColumns are the columns of the tables.
var raceColumns = []string{"algorithm", "solutions", "tests", "placements", "time", "spread", "ratio"}

// raceFields returns a row of the tables.
func raceFields(r race.Result) []string {
	fields := []string{r.Name, numberOrDash(r.Stats.Solutions), numberOrDash(r.Stats.Tests), numberOrDash(r.Stats.Placements)}
	if r.Out != "" {
		return append(fields, r.Out, "", "")
	}
	return append(fields, human.Duration(r.Median), fmt.Sprintf("%.0f %%", 100*r.Spread), fmt.Sprintf("%.2f", r.Ratio))
}

// numberOrDash returns a number, or a dash for what is not counted.
func numberOrDash(x uint64) string {
	if x == 0 {
		return "-"
	}
	return strconv.FormatUint(x, 10)
}

// printRace prints the table for people.
func (a *app) printRace(r race.Report) error {
	out := tabwriter.NewWriter(a.Stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(out, strings.Join(raceColumns, "\t")+"\t")
	for _, res := range r.Results {
		fmt.Fprintln(out, strings.Join(raceFields(res), "\t")+"\t")
	}
	if err := out.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprintln(a.Stdout, conditions(r))
	return err
}

// writeRaceMarkdown prints a table in Markdown.
func writeRaceMarkdown(w io.Writer, r race.Report) error {
	var b strings.Builder
	b.WriteString("| " + strings.Join(raceColumns, " | ") + " |\n|---" + strings.Repeat("|--:", len(raceColumns)-1) + "|\n")
	for _, res := range r.Results {
		b.WriteString("| " + strings.Join(raceFields(res), " | ") + " |\n")
	}
	b.WriteString("\n" + strings.ToUpper(conditions(r)[:1]) + conditions(r)[1:] + ".\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// writeRaceCSV prints a line for each algorithm, times in nanoseconds.
func writeRaceCSV(w io.Writer, r race.Report) error {
	out := csv.NewWriter(w)
	head := []string{"order", "algorithm"}
	for _, st := range solver.StatsTable {
		head = append(head, st.Name)
	}
	lines := [][]string{append(head, "runs", "median_ns", "spread", "ratio", "out")}
	for _, res := range r.Results {
		line := []string{strconv.Itoa(r.Options.Order), res.Name}
		for _, st := range solver.StatsTable {
			line = append(line, strconv.FormatUint(*st.Value(&res.Stats), 10))
		}
		lines = append(lines, append(line, strconv.Itoa(len(res.Times)), strconv.FormatInt(res.Median.Nanoseconds(), 10),
			strconv.FormatFloat(res.Spread, 'f', 3, 64), strconv.FormatFloat(res.Ratio, 'f', 3, 64), res.Out))
	}
	return out.WriteAll(lines)
}

// statsReport is the JSON form of a cost: decimal strings by name.
type statsReport map[string]string

// reportStats returns the numbers of a cost by name.
func reportStats(s solver.Stats) statsReport {
	r := statsReport{}
	for _, st := range solver.StatsTable {
		r[st.Name] = strconv.FormatUint(*st.Value(&s), 10)
	}
	return r
}

// raceResult is the JSON form of a result.
type raceResult struct {
	Name    string       `json:"algorithm"`
	Stats   statsReport  `json:"stats"`
	Repeats int          `json:"repeats"`
	Times   []int64      `json:"timesNanos"`
	Median  int64        `json:"medianNanos"`
	Spread  float64      `json:"spread"`
	Ratio   float64      `json:"ratio"`
	Out     string       `json:"out,omitempty"`
	Samples []raceSample `json:"samples,omitempty"`
}

// raceSample is the JSON form of a sample.
type raceSample struct {
	Elapsed int64       `json:"elapsedNanos"`
	Stats   statsReport `json:"stats"`
}

// writeRaceJSON prints the report as queens.race/1.
func writeRaceJSON(w io.Writer, r race.Report, samples bool) error {
	results := []raceResult{}
	for _, res := range r.Results {
		out := raceResult{
			Name: res.Name, Stats: reportStats(res.Stats), Repeats: res.Repeats, Times: []int64{},
			Median: res.Median.Nanoseconds(), Spread: res.Spread, Ratio: res.Ratio, Out: res.Out,
		}
		for _, t := range res.Times {
			out.Times = append(out.Times, t.Nanoseconds())
		}
		if samples {
			for _, s := range res.Samples {
				out.Samples = append(out.Samples, raceSample{s.Elapsed.Nanoseconds(), reportStats(s.Stats)})
			}
		}
		results = append(results, out)
	}
	return kit.WriteJSON(w, struct {
		Schema    string       `json:"schema"`
		Order     int          `json:"order"`
		Solutions string       `json:"solutions"` // after which runs end; 0 means all
		Runs      int          `json:"runs"`
		Seed      uint64       `json:"seed,string"`
		CPU       int          `json:"cpu"`
		Clock     string       `json:"clock"`
		Results   []raceResult `json:"results"`
	}{"queens.race/1", r.Options.Order, strconv.FormatUint(r.Options.Solutions, 10), r.Options.Runs, r.Options.Seed, r.CPU, r.Clock, results})
}
