package program

import (
	"encoding/csv"
	"fmt"
	"runtime"
	"strconv"
	"strings"

	"queens/internal/answer"
	"queens/internal/cli/kit"
	"queens/internal/human"
)

// benchPrinter prints measurements as they are made.
type benchPrinter struct {
	begin func() error
	print func(benchRow) error
	end   func() error
}

// benchPrinter returns the printer that the flags ask for.
func (a *app) benchPrinter(o benchOptions) benchPrinter {
	nothing := func() error { return nil }
	switch {
	case o.json:
		return benchPrinter{
			begin: nothing, end: nothing,
			print: func(r benchRow) error { return answer.WriteJSON(a.Stdout, r) },
		}
	case o.csv:
		out := csv.NewWriter(a.Stdout)
		return benchPrinter{
			begin: func() error { return out.Write(benchColumns) },
			print: func(r benchRow) error { return out.Write(r.fields()) },
			end:   func() error { out.Flush(); return out.Error() },
		}
	case o.benchfmt:
		return benchPrinter{begin: a.printBenchHead, print: a.printBenchLines, end: nothing}
	default:
		return benchPrinter{
			begin: a.printBenchTitle, print: a.printBenchRow, end: nothing,
		}
	}
}

// benchLayout is a row of the table for people.
const benchLayout = "%2v  %-14v  %-10v  %12v  %10v  %8v  %10v  %11v  %14v  %7v\n"

func (a *app) printBenchTitle() error {
	_, err := fmt.Fprintf(a.Stdout, benchLayout,
		"n", "engine", "kernel", "solutions", "CPU time", "spread", "wall time", "ns/solution", "nodes/solution", "ns/node")
	return err
}

func (a *app) printBenchRow(r benchRow) error {
	_, err := fmt.Fprintf(a.Stdout, benchLayout, r.Order, r.Engine, r.Kernel, r.Solutions,
		shortTime(r.CPU), fmt.Sprintf("%.1f %%", 100*r.Spread), shortTime(r.Wall),
		ratioText(r.PerSolution), ratioText(r.NodesPerSolution), ratioText(r.PerNode))
	return err
}

// shortTime returns a time of nanoseconds for people, three significant digits
// below a tenth of a second.
func shortTime(nanos float64) string {
	switch {
	case nanos < 1e6:
		return fmt.Sprintf("%.3g µs", nanos/1e3)
	case nanos < 1e8:
		return fmt.Sprintf("%.3g ms", nanos/1e6)
	default:
		return human.Seconds(nanos / 1e9)
	}
}

// ratioText returns a ratio with three significant digits, a dash if there is
// none.
func ratioText(q *float64) string {
	if q == nil {
		return "-"
	}
	return fmt.Sprintf("%.3g", *q)
}

// benchColumns are the columns of the CSV form.
var benchColumns = []string{
	"order", "engine", "kernel", "solutions", "nodes", "runs", "repeats", "cpu_ns", "wall_ns", "spread",
	"ns_per_solution", "nodes_per_solution", "ns_per_node",
}

// fields returns a row as CSV has it. A ratio that is none is empty.
func (r benchRow) fields() []string {
	exact := func(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }
	optional := func(x *float64) string {
		if x == nil {
			return ""
		}
		return exact(*x)
	}
	return []string{
		strconv.Itoa(r.Order), r.Engine, r.Kernel, r.Solutions.String(), r.Nodes.String(),
		strconv.Itoa(len(r.Runs)), strconv.Itoa(r.Repeats), exact(r.CPU), exact(r.Wall), exact(r.Spread),
		optional(r.PerSolution), optional(r.NodesPerSolution), optional(r.PerNode),
	}
}

// printBenchHead prints the configuration lines that benchstat knows. It compares
// only what has equal ones, so nothing stands there that may change from run to
// run, such as the number of a processor.
func (a *app) printBenchHead() error {
	text := fmt.Sprintf("goos: %s\ngoarch: %s\npkg: queens\n", runtime.GOOS, runtime.GOARCH)
	if name := kit.ProcessorName(); name != "" {
		text += "cpu: " + name + "\n"
	}
	_, err := fmt.Fprint(a.Stdout, text)
	return err
}

// printBenchLines prints a line for each measurement. Its ns/op is processor time.
func (a *app) printBenchLines(r benchRow) error {
	for _, run := range r.Runs {
		var line strings.Builder
		fmt.Fprintf(&line, "BenchmarkCount/engine=%s/kernel=%s/n=%d %d %.0f ns/op %.0f wall-ns/op",
			r.Engine, r.Kernel, r.Order, r.Repeats, run.CPU, run.Wall)
		for _, metric := range []struct {
			value *float64
			unit  string
		}{
			{ratio(run.CPU, r.Solutions.Float64()), "ns/solution"},
			{r.NodesPerSolution, "nodes/solution"},
			{ratio(run.CPU, r.Nodes.Float64()), "ns/node"},
		} {
			if metric.value != nil {
				fmt.Fprintf(&line, " %.6g %s", *metric.value, metric.unit)
			}
		}
		if _, err := fmt.Fprintln(a.Stdout, line.String()); err != nil {
			return err
		}
	}
	return nil
}
