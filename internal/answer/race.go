package answer

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"queens/find/race"
	"queens/find/solver"
	"queens/internal/answer/printer"
	"queens/internal/humanize"
)

// Race is the outcome of a race, the fastest first, queens.race/1. Rows of frames count from 1
// here; 0 is a column without a queen.
type Race struct {
	race.Report
}

// NewRace describes a race, with at most this number of samples of each algorithm, 1 or more.
func NewRace(r race.Report, samples int) *Race {
	r.Results = append([]race.Racer{}, r.Results...)
	for i := range r.Results {
		racer := &r.Results[i]
		all := racer.Samples
		racer.Times, racer.Samples = append([]time.Duration{}, racer.Times...), nil
		step := max(1, len(all)/samples)
		for i, last := 0, len(all)-1; i <= last; i += step {
			if i+step > last {
				i = last
			}
			racer.Samples = append(racer.Samples, all[i])
		}
		racer.Frames = slices.Clone(racer.Frames)
		for k, f := range racer.Frames {
			rows := slices.Clone(f.Rows)
			for i := range rows {
				rows[i]++ // none, solver.Whole, becomes 0
			}
			racer.Frames[k].Rows = rows
		}
	}
	return &Race{r}
}

// whatTheyFind is what a run finds that no number of solutions ends.
var whatTheyFind = map[solver.Finds]string{
	solver.All:         "all solutions",
	solver.Fundamental: "all fundamental solutions",
	solver.Some:        "one solution",
}

func (r *Race) conditions() string {
	where := "a thread that is not bound"
	if r.CPU >= 0 {
		where = fmt.Sprintf("bound to processor %d", r.CPU)
	}
	how := whatTheyFind[r.Results[0].Finds]
	for _, result := range r.Results {
		if result.Finds != r.Results[0].Finds {
			how = "what each of them finds"
		}
	}
	switch r.Solutions {
	case 0:
	case 1:
		how = "the first solution"
	default:
		how = fmt.Sprintf("the first %d solutions", r.Solutions)
	}
	return fmt.Sprintf("order %d, %s, median of %s, %s, %s", r.Order, how, humanize.Plural(r.Runs, "run"), r.Clock,
		where)
}

func (r *Race) lines() [][]string {
	lines := [][]string{{"algorithm", "solutions", "tests", "placements", "time", "spread", "ratio"}}
	for _, racer := range r.Results {
		line := []string{racer.Name}
		for _, number := range []uint64{racer.Stats.Solutions, racer.Stats.Tests, racer.Stats.Placements} {
			text := "" // not counted
			if number > 0 {
				text = printer.Decimal(number)
			}
			line = append(line, humanize.Dash(text))
		}
		if racer.Out != "" {
			line = append(line, racer.Out, "", "")
		} else {
			line = append(line, humanize.Duration(racer.Median), fmt.Sprintf("%.0f %%", 100*racer.Spread),
				fmt.Sprintf("%.2f", racer.Ratio))
		}
		if tries := racer.Stats.Tries; tries > 0 {
			lines[0] = append(lines[0][:len(line):len(line)], "success")
			success := 100 * float64(racer.Stats.Solutions) / float64(tries)
			line = append(line, fmt.Sprintf("%.1f %% of %d starts", success, tries))
		}
		lines = append(lines, line)
	}
	return lines
}

// Text returns a line for each algorithm, and how the race was run.
func (r *Race) Text(printer.Style) string {
	return printer.Numbers(r.lines()) + r.conditions() + "\n"
}

// Markdown returns the same as a table in Markdown.
func (r *Race) Markdown() string {
	var b strings.Builder
	for i, line := range r.lines() {
		b.WriteString("| " + strings.Join(line, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|--:", len(line)-1) + "|\n")
		}
	}
	return b.String() + "\n" + humanize.Capital(r.conditions()) + ".\n"
}

// CSV returns a line for each algorithm, times in nanoseconds.
func (r *Race) CSV() [][]string {
	head := []string{"order", "algorithm"}
	for _, st := range solver.StatsTable {
		head = append(head, st.Name)
	}
	lines := [][]string{append(head, "runs", "median_ns", "spread", "ratio", "out")}
	for _, racer := range r.Results {
		line := []string{strconv.Itoa(r.Order), racer.Name}
		for _, st := range solver.StatsTable {
			line = append(line, printer.Decimal(*st.Value(&racer.Stats)))
		}
		lines = append(lines, append(line, strconv.Itoa(len(racer.Times)),
			strconv.FormatInt(racer.Median.Nanoseconds(), 10),
			strconv.FormatFloat(racer.Spread, 'f', 3, 64), strconv.FormatFloat(racer.Ratio, 'f', 3, 64), racer.Out))
	}
	return lines
}

// Experiment is how an algorithm did with many seeds, queens.experiment/1.
type Experiment struct {
	Algorithm string       `json:"algorithm"`
	Title     string       `json:"title"`
	Finds     solver.Finds `json:"finds"`
	Order     int          `json:"order"`
	Clock     string       `json:"clock"`
	Complete  bool         `json:"complete"` // no seed is left out for want of time
	Trials    []race.Trial `json:"trials"`
}

// NewExperiment describes trials of an algorithm, complete if there is one for each of the seeds.
func NewExperiment(alg *solver.Algorithm, order, seeds int, clock string, trials []race.Trial) *Experiment {
	return &Experiment{
		alg.Name, alg.Title, alg.Finds, order, clock, len(trials) == seeds,
		append([]race.Trial{}, trials...),
	}
}
