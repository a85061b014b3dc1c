package program

import (
	"encoding/csv"
	"fmt"
	"io"
	"runtime"

	"queens/internal/answer/printer"
	"queens/internal/cli/kit"
)

type benchPrinter struct {
	begin func() error
	print func(*benchRow) error
	end   func() error
}

func (a *app) benchPrinter(o benchOptions) benchPrinter {
	nothing := func() error { return nil }
	say := func(text string) error {
		_, err := io.WriteString(a.Stdout, text)
		return err
	}
	switch {
	case o.format == "json":
		return benchPrinter{
			begin: nothing, end: nothing,
			print: func(r *benchRow) error { return a.Print(r, true) },
		}
	case o.format == "csv":
		out := csv.NewWriter(a.Stdout)
		return benchPrinter{
			begin: func() error { return out.Write(benchColumns) },
			print: func(r *benchRow) error { return out.Write(r.Fields()) },
			end:   func() error { out.Flush(); return out.Error() },
		}
	case o.format == "benchfmt":
		return benchPrinter{begin: a.printBenchHead, end: nothing, print: func(r *benchRow) error { return say(r.BenchLines()) }}
	default:
		return benchPrinter{
			begin: func() error { return say(benchTitle) }, end: nothing,
			print: func(r *benchRow) error { return say(r.Text(printer.Style{})) },
		}
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
